"""A path must be made before the target can be reached."""
