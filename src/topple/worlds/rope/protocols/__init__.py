"""Protocols of rope."""
