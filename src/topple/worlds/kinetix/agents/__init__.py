"""Agents that play `kinetix`."""
