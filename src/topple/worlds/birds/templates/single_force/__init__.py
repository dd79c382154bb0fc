"""One push destroys the target."""
