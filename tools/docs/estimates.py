"""Estimates as cells of a table."""

from __future__ import annotations

from topple.metrics.bootstrap import Estimate


def share(found: Estimate, digits: int) -> str:
    """Write a share in per cent, with its interval."""
    return _written(found, 100.0, digits)


def number(found: Estimate) -> str:
    """Write a number with its interval."""
    return _written(found, 1.0, 2)


def _written(found: Estimate, times: float, digits: int) -> str:
    text = f"{times * found.value:.{digits}f}"
    if found.interval is None:
        return text
    low, high = found.interval
    return f"{text} ({times * low:.{digits}f} to {times * high:.{digits}f})"
