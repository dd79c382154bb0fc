"""Rope: creatures fed, and stars collected."""

from topple.worlds.rope.metrics.metric import METRIC

__all__ = ["METRIC"]
