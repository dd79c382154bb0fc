"""Leaderboards from runs."""
