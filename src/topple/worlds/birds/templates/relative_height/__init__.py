"""The thing of the right height must be moved."""
