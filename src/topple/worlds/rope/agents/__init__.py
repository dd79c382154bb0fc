"""Agents for rope: random players and a planner."""
