"""PHYRE: baselines on all folds of its four setups, next to the published figures."""

from __future__ import annotations

from dataclasses import dataclass, field

from tools.docs import played
from tools.docs.tables import table
from topple.metrics.auccess import Score
from topple.runs.load import Run


@dataclass(frozen=True, slots=True)
class Row:
    """An agent with settings, and its published figures: AUCCESS and success at 10."""

    agent: str
    settings: dict[str, str] = field(default_factory=dict)
    published: tuple[str, str] = ("", "")

    @property
    def name(self) -> str:
        return "-".join([self.agent, *(f"{k}-{v}" for k, v in self.settings.items())])


_ENDS = [Row("constant"), Row("oracle")]
ROWS: dict[str, list[Row]] = {
    "phyre-b-within": [
        Row("random", {"listed": "true"}, ("13.7 ± 0.5", "7.7 ± 0.8")),
        Row("memory", {}, ("", "")),
        Row("memory", {"first_only": "true"}, ("2.4 ± 0.3", "2.7 ± 0.5")),
        *_ENDS,
    ],
    "phyre-b-cross": [
        Row("random", {"listed": "true"}, ("13.0 ± 5.0", "6.8 ± 5.0")),
        Row("memory", {}, ("18.5 ± 5.1", "15.2 ± 5.9")),
        Row("memory-online", {"weight": "10"}, ("22.8 ± 5.0", "20.1 ± 5.6")),
        *_ENDS,
    ],
    "phyre-2b-within": [
        Row("random", {"listed": "true"}, ("3.6 ± 0.6", "3.2 ± 0.9")),
        Row("memory", {}, ("", "")),
        Row("memory", {"first_only": "true"}, ("3.2 ± 0.2", "3.4 ± 0.3")),
        *_ENDS,
    ],
    "phyre-2b-cross": [
        Row("random", {"listed": "true"}, ("2.6 ± 1.5", "2.2 ± 1.8")),
        Row("memory", {}, ("3.7 ± 2.3", "1.9 ± 1.6")),
        Row("memory-online", {"weight": "1"}, ("4.9 ± 3.1", "3.8 ± 3.2")),
        *_ENDS,
    ],
}


def parts(*, play: bool) -> dict[str, object]:
    """Play what is missing, if asked to, and return the parts of the page."""
    for name, rows in ROWS.items() if play else ():
        for row in rows:
            _play(name, row)
    return {name.replace("-", "_"): _table(name) for name in ROWS}


def _play(name: str, row: Row) -> None:
    options = " --fold all" + "".join(f" --set {k}={v}" for k, v in row.settings.items())
    played.play(name, row.name, row.agent, row.settings, options)


def _table(name: str) -> str:
    head = ("agent", "AUCCESS", "interval", "published", "@10", "published", "command")
    rows = []
    for row in ROWS[name]:
        found = played.finished(name, row.name)
        missing = (row.name, "not played yet", "", row.published[0], "", "", "")
        rows.append(_line(row, found) if found else missing)
    return table(head, rows, left=(0, 6))


def _line(row: Row, found: Run) -> tuple[str, ...]:
    scored = found.metric.score(found.counts)
    assert isinstance(scored, Score)
    low, high = scored.auccess.interval or (scored.auccess.value, scored.auccess.value)
    return (
        row.name,
        _spread(scored.folds.mean, scored.folds.sd),
        f"{100 * low:.1f} to {100 * high:.1f}",
        row.published[0],
        _spread(scored.success_folds[10].mean, scored.success_folds[10].sd),
        row.published[1],
        f"`{found.settings.made_by['command']}`",
    )


def _spread(mean: float, sd: float | None) -> str:
    return f"{100 * mean:.1f} ± {100 * (sd or 0.0):.1f}"
