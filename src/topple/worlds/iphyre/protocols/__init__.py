"""Protocols of iphyre."""
