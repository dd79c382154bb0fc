"""The right spot must be hit to break a structure."""
