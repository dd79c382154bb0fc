"""Protocols of phyre."""
