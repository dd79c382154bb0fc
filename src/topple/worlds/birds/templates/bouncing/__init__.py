"""The bird must bounce to the target."""
