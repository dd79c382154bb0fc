"""Agents that play iphyre."""
