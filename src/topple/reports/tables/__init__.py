"""Runs as tables, for the terminal and as plain data."""
