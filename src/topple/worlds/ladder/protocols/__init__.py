"""Protocols: the items of each world that has some."""
