"""Random levels, by the distribution of Kinetix's own generator, from Topple's named draws."""
