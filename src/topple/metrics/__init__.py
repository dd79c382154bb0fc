"""Metrics: pure functions from results to numbers with intervals."""
