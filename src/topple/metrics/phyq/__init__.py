"""Phy-Q: pass rates by scenario on the scale of people."""

from topple.metrics.phyq.metric import METRIC
from topple.metrics.phyq.people import METRIC as PEOPLE

__all__ = ["METRIC", "PEOPLE"]
