"""Protocols of kinetix."""
