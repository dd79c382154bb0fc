"""Tables in Markdown, and estimates as their cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topple.metrics.bootstrap import Estimate
from topple.protocols import protocol
from topple.protocols.references import references, stored_name
from topple.vlm.options import usual_form


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[int] = (0,)) -> str:
    """Write a table; the columns in `left` are aligned to the left, numbers to the right."""
    at_left, found = set(left), list(rows)
    if not found:
        return "No run is stored yet."
    rule = ["---" if i in at_left else "---:" for i in range(len(head))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *found))


def ends(names: Sequence[str]) -> str:
    """Return a table of the stored floors and ceilings of protocols."""
    rows = []
    for name in names:
        rules = protocol(name)
        form = usual_form(name) if rules.for_models else ""
        found = references(stored_name(name, form), rules.version, "test")
        assert found is not None, f"{name} has no stored references"
        for end, each in (("floor", found.floor), (found.ceiling.words, found.ceiling)):
            figures = (
                f"{title} {100 * each.mean(rules.folds, title):.1f}" for title in each.figures
            )
            rows.append((f"`{name}`", end, f"`{each.agent}`", ", ".join(figures)))
    return table(("protocol", "", "player", "in per cent, mean over folds"), rows, left=range(4))


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
