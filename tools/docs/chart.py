"""The picture of results: one panel per world, every bar from a page of results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from tools.docs.played import ROOT

KINDS = {
    "floor": "chance",
    "learner": "learns",
    "planner": "plans, some by simulating the task",
    "published": "published, same tasks",
}
_RESULTS = ROOT / "docs" / "results"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_INTERVAL = re.compile(r"(-?[\d.]+) to (-?[\d.]+)")
_PANEL, _LEFT, _BAR, _TOP, _LINE = 430, 150, 20, 46, 18
WIDE, NARROW = 2, 1  # columns of panels: the narrow picture can be read on a phone
_SCALE = (_PANEL - _LEFT - 60) / 100


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure on a page: the beginning of its row below a heading, and its column."""

    page: str
    row: str
    column: int
    below: str = ""

    def read(self) -> tuple[float, tuple[float, float] | None]:
        """Return the number in the cell, and the interval there or in the next cell."""
        text = (_RESULTS / f"{self.page}.md").read_text()
        if self.below:
            text = text[text.index(self.below) + len(self.below) :].partition("\n## ")[0]
        line = next(each for each in text.splitlines() if each.startswith(f"| {self.row} |"))
        cells = line.split(" | ")
        after = (*cells, "")[self.column + 1]
        found = _INTERVAL.search(cells[self.column]) or _INTERVAL.fullmatch(after)
        interval = (float(found[1]), float(found[2])) if found else None
        number = _NUMBER.search(cells[self.column])
        assert number, f"{self} holds no number"
        return float(number[0]), interval


@dataclass(frozen=True, slots=True)
class Bar:
    """One player of a panel."""

    kind: str
    label: str
    at: Cell


_PHYRE, _SCORE = "## phyre-b-within", "**Phy-Q score**"
_WITHIN = "B, within templates, official data only"
_SMALL, _ROPE = "small_rankers", "## Agents by pack"
_BOARD, _IPHYRE = "../leaderboard", "## iphyre-within"
# Bars of a panel share tasks, actions and the number of attempts; no agent without an interval but
# the published ones.
PANELS: dict[str, Sequence[Bar]] = {
    "PHYRE: AUCCESS, new tasks of known templates": (
        Bar("floor", "random", Cell("phyre", "random-listed-true", 1, _PHYRE)),
        Bar("learner", "memory", Cell("phyre", "memory", 1, _PHYRE)),
        Bar("learner", "ranker", Cell("ranker", _WITHIN, 1)),
        Bar("published", "DQN", Cell("ranker", _WITHIN, 6)),
        Bar("published", "dynamics-aware DQN", Cell("ranker", _WITHIN, 8)),
        Bar("planner", "best of 1,000 listed", Cell("phyre", "oracle", 1, _PHYRE)),
    ),
    "Birds: Phy-Q of first attempts, new templates": (
        Bar("floor", "random", Cell("phyq", _SCORE, 1)),
        Bar("learner", "DDQN on pictures", Cell("learners", "phyq-broad | ddqn | picture", 5)),
        Bar("learner", "birds-ranker", Cell("phyq", _SCORE, 13)),
        Bar("planner", "eagles-wing-like", Cell("phyq", _SCORE, 9)),
        Bar("planner", "datalab-like", Cell("phyq", _SCORE, 7)),
        Bar("planner", "bambirds-like", Cell("phyq", _SCORE, 11)),
    ),
    "I-PHYRE: AUCCESS, new tasks of known games": (
        Bar("floor", "random", Cell(_BOARD, "1 | random; Topple", 2, _IPHYRE)),
        Bar("learner", "memory", Cell(_BOARD, "1 | memory; Topple", 2, _IPHYRE)),
        Bar("planner", "best of 100 listed", Cell(_BOARD, "2 | oracle; Topple", 2, _IPHYRE)),
    ),
    "Kinetix: AUCCESS, levels of size M": (
        Bar("floor", "random", Cell("kinetix", "`random`", 1)),
        Bar("learner", "memory", Cell("kinetix", "`memory`", 1)),
        Bar("planner", "best of 100 listed", Cell("kinetix", "`oracle` (simulates)", 1)),
        Bar("planner", "planner", Cell("kinetix", "`kinetix-planner` (simulates)", 1)),
    ),
    "Pool: AUCCESS, new tasks of known puzzles": (
        Bar("floor", "random", Cell(_SMALL, "`random`", 1)),
        Bar("learner", "memory", Cell(_SMALL, "`memory`, 100 listed actions", 1)),
        Bar("learner", "PPO, 14 minutes", Cell(_SMALL, "`ppo`, 14 minutes of one core", 1)),
        Bar("learner", "ranker", Cell(_SMALL, "**pool-ranker**", 1)),
        Bar("planner", "ghost ball", Cell(_SMALL, "`pool-ghost-ball`", 1)),
        Bar(
            "planner",
            "planner",
            Cell(_SMALL, "`pool-planner`, simulates 1,000 shots per attempt", 1),
        ),
    ),
    "Rope: creatures fed at the first attempt, %": (
        Bar("floor", "random", Cell("rope", "`random`", 6, _ROPE)),
        Bar("floor", "random, legal moves", Cell("rope", "`rope-random`", 6, _ROPE)),
        Bar("learner", "memory, 100 plans", Cell("rope", "`memory`", 6, _ROPE)),
        Bar("planner", "planner", Cell("rope", "`rope-planner` (simulates)", 6, _ROPE)),
    ),
}
_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #26282e; } .t { font-weight: 600; font-size: 14px; }
.s { fill: #62656e; font-size: 12px; } .page { fill: #fff; } .rule { stroke: #dedad1; }
.i { stroke: #26282e; stroke-width: 1.5; } .floor { fill: #9a9da6; } .learner { fill: #0f8b8d; }
.planner { fill: #d07c1d; } .published { fill: #4a72c4; }
@media (prefers-color-scheme: dark) { text { fill: #eceef2; } .s { fill: #a2a6b0; }
.page { fill: #131418; } .rule { stroke: #33363f; } .i { stroke: #eceef2; } }
"""


def save(path: Path, columns: int) -> Path:
    """Draw the picture."""
    path.write_text(draw(columns))
    return path


def draw(columns: int) -> str:
    """Return the picture as SVG."""
    panels, width = list(PANELS.items()), columns * _PANEL
    rows = [panels[i : i + columns] for i in range(0, len(panels), columns)]
    legend, lines = _legend(width)
    parts, top = [], 18.0 + _LINE * lines
    for row in rows:
        for column, (title, bars) in enumerate(row):
            parts.append(f'<g transform="translate({column * _PANEL + 10} {top})">')
            parts += _panel(title, bars)
            parts.append("</g>")
        top += _TOP + _BAR * max(len(bars) for _, bars in row) + 14
    size = f'width="{width}" height="{top:.0f}"'
    box = f'viewBox="0 0 {width} {top:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}'
    about = "Scores of agents in six worlds, with 95 % intervals"
    start = f'{head} role="img" aria-label="{about}"><style>{_STYLE}</style>'
    page = '<rect class="page" width="100%" height="100%"/>'
    return "\n".join([start, page, *legend, *parts, "</svg>\n"])


def _legend(width: int) -> tuple[list[str], int]:
    """Return the legend, and how many lines it takes."""
    x, y, found = 10.0, 12, []
    for kind, words in KINDS.items():
        wide = 26 + 6.1 * len(words)
        if x + wide > width:
            x, y = 10.0, y + _LINE
        found.append(f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="11" height="11" rx="2"/>')
        found.append(f'<text class="s" x="{x + 15:.1f}" y="{y + 10}">{words}</text>')
        x += wide
    return found, (y - 12) // _LINE + 1


def _panel(title: str, bars: Sequence[Bar]) -> Iterator[str]:
    yield f'<text class="t" x="0" y="28">{escape(title)}</text>'
    bottom = _TOP - 8 + _BAR * len(bars)
    for mark in (0, 50, 100):
        x = _LEFT + mark * _SCALE
        yield f'<line class="rule" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 8}" y2="{bottom}"/>'
    for place, bar in enumerate(bars):
        yield from _row(bar, _TOP - 4 + place * _BAR)


def _row(bar: Bar, y: int) -> Iterator[str]:
    value, interval = bar.at.read()
    yield f'<text x="{_LEFT - 8}" y="{y + 11}" text-anchor="end">{escape(bar.label)}</text>'
    width = max(value, 0.0) * _SCALE
    yield f'<rect class="{bar.kind}" x="{_LEFT}" y="{y}" width="{width:.1f}" height="14" rx="2"/>'
    end = width
    if interval:
        low, high = (max(0.0, each) * _SCALE for each in interval)
        ends = f'x1="{_LEFT + low:.1f}" x2="{_LEFT + high:.1f}"'
        yield f'<line class="i" {ends} y1="{y + 7}" y2="{y + 7}"/>'
        end = max(width, high)
    yield f'<text class="s" x="{_LEFT + end + 6:.1f}" y="{y + 11}">{value:.1f}</text>'
