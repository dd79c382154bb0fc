"""Things that are not round must slide to the target."""
