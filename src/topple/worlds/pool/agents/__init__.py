"""Agents of pool: from random shots to a planner that simulates."""
