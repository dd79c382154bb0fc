"""A template that nobody outside the organisers sees before the end of a season."""
