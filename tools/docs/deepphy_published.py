"""What DeepPHY publishes of models on PHYRE, for `deepphy_results.py`."""

from __future__ import annotations

from topple.metrics.deepphy import published
from topple.metrics.metric import Original
from topple.prompting.setup import Setup

FORMATS = ("vla", "wm")
MOCK = "MOCK"


def part(ceiling: float) -> str:
    """Give all rows, beside the share of tasks that the grid allows to be solved."""
    best = _models(FORMATS[0])[0]
    at_10 = best.figures["@10"][0]
    lines = [
        "\n## Models, as published\n\n",
        f"In per cent. The grid allows {100 * ceiling:.1f}; the best, {best.agent} with "
        f"{at_10:.1f}, is at {at_10 / ceiling:.0f} % of that. DeepPHY gives no intervals. "
        "Reports of runs that were asked as there show these rows below their own.\n\n",
        "| model | format | success at 1 | success at 10 | attempts of solved tasks "
        "| union of 5 runs |\n| --- | --- | ---: | ---: | ---: | ---: |\n",
    ]
    for name in FORMATS:
        lines += [f"| {row.agent} | {name.upper()} | {_cells(row)} |\n" for row in _models(name)]
    return "".join(lines)


def mock() -> str:
    """Give the row of MOCK, which sees no format."""
    return _cells(next(row for row in _models(FORMATS[0]) if row.agent == MOCK))


def _models(format: str) -> tuple[Original, ...]:
    variant = Setup("5x5x5", format, classic=True).variant
    return published("deepphy-phyre-classic", variant)


def _cells(row: Original) -> str:
    one, ten, mean, union = (value for value, _ in row.figures.values())
    return f"{one:.2f} | {ten:.2f} | {mean:.2f} | {union:.1f}"
