"""Protocols of pool."""
