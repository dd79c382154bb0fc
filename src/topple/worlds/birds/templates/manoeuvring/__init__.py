"""The bird must be guided by its power."""
