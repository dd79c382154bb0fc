"""Actions must come within a window of time."""
