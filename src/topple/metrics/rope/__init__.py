"""Rope: creatures fed, and stars collected."""

from topple.metrics.rope.metric import METRIC

__all__ = ["METRIC"]
