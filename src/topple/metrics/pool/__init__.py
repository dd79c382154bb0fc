"""Nine-ball: games won, shots, and balls potted."""

from topple.metrics.pool.metric import METRIC

__all__ = ["METRIC"]
