"""Reach a ball by way of the rails."""
