"""Protocols of birds."""
