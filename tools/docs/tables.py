"""Tables in Markdown, and estimates as their cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topple.metrics.bootstrap import Estimate


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[int] = (0,)) -> str:
    """Write a table; the columns in `left` are aligned to the left, numbers to the right."""
    at_left = set(left)
    rule = ("---" if i in at_left else "---:" for i in range(len(head)))
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))


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
