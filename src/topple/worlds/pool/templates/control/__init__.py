"""Bring a ball to rest where it should be."""
