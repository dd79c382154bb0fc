"""Agents that play phyre."""
