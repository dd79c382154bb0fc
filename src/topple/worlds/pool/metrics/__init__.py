"""Nine-ball: games won, shots, and balls potted."""

from topple.worlds.pool.metrics.metric import METRIC

__all__ = ["METRIC"]
