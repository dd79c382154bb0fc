"""The thing or the opening of the right width must be chosen."""
