"""Shared code of rankers: look at a scene once, score many actions, learn from their outcomes."""
