"""Build the gallery and the pages of results."""
