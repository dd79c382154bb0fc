"""The published figures of models on PHYRE, for the page of DeepPHY."""

from __future__ import annotations

from tools.docs.tables import table
from topple.metrics.deepphy import published
from topple.metrics.original import Original
from topple.prompting.setup import Setup

FORMATS = ("vla", "wm")
MOCK = "MOCK"
HEAD = ("success at 1", "success at 10", "attempts of solved tasks", "union of 5 runs")


def part(ceiling: float) -> str:
    """Return the published rows; `ceiling` is the share of tasks that the grid can solve."""
    best = _models(FORMATS[0])[0]
    at_10 = best.figures["@10"][0]
    text = (
        "\n## Models, as published\n\n"
        f"In per cent. The grid allows {100 * ceiling:.1f}; the best, {best.agent} with "
        f"{at_10:.1f}, is at {at_10 / ceiling:.0f} % of that. DeepPHY gives no intervals. "
        "Reports show these rows below runs that used the same settings.\n\n"
    )
    rows = [[row.agent, name.upper(), *_cells(row)] for name in FORMATS for row in _models(name)]
    return text + table(("model", "format", *HEAD), rows, left=(0, 1))


def mock() -> list[str]:
    """Return the figures of MOCK, which no format affects."""
    return _cells(next(row for row in _models(FORMATS[0]) if row.agent == MOCK))


def _models(format: str) -> tuple[Original, ...]:
    variant = Setup("5x5x5", format, classic=True).variant
    return published("deepphy-phyre-classic", variant)


def _cells(row: Original) -> list[str]:
    one, ten, mean, union = (value for value, _ in row.figures.values())
    return [f"{one:.2f}", f"{ten:.2f}", f"{mean:.2f}", f"{union:.1f}"]
