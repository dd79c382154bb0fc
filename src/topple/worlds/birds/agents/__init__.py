"""Agents that play birds."""
