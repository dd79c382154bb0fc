"""The ranker of PHYRE, from `docs/results/ranker/summary.json`: every kind of row, by fold."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import mean, stdev
from typing import Any

import numpy as np

from tools.docs.played import ROOT
from tools.docs.tables import share, table
from topple.metrics.bootstrap import estimate
from topple.protocols import protocol
from topple.protocols.references import References, references

RESULTS = ROOT / "docs" / "results"
_DQN = RESULTS / "dqn"
FAILURES = RESULTS / "ranker" / "failures.json"
# Mean and standard deviation over ten folds, as published: PHYRE (2019), RPIN (2021), the
# dynamics-aware DQN (2021).
_PUBLISHED = {
    "phyre-b-cross": "36.8 ± 9.7 | 42.2 | 41.9",
    "phyre-b-within": "77.6 ± 1.1 | 85.2 | 86.2",
    "phyre-2b-cross": "23.2 ± 9.1 | | ",
    "phyre-2b-within": "67.8 ± 1.5 | | ",
}
# Every kind of row.
_KINDS = {
    "first": "version 1",
    "generated": "version 1, with generated scenes",
    "second": "version 2",
    "online": "version 2, online",
    "third": "version 3",
    "fourth": "version 4",
    "fifth": "version 5",
    "fifth_10k": "version 5, 10,000 actions",
    "varied": "version 4, with variations",
    "two_balls": "version 4, on PHYRE-2B",
}
_VERSIONS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}
# The rows of the first table: what they learnt from, and on what their settings were chosen. A line
# without rows in the summary is left out.
OVERVIEW = RESULTS / "ranker" / "overview.json"
# The rows that have a table of their folds.
_TABLES = (
    ("phyre-b-cross", "fifth"),
    ("phyre-b-cross", "fifth_10k"),
    ("phyre-b-cross", "fourth"),
    ("phyre-b-cross", "generated"),
    ("phyre-b-within", "third"),
    ("phyre-b-within", "varied"),
    ("phyre-2b-cross", "two_balls"),
    ("phyre-2b-within", "two_balls"),
)
_ONLINE = ("second", "online")
# What version 5 chose from, for every fold on its own dev tasks.
_WAYS = {
    "penalty=0,alike_penalty=0": "nothing falls",
    "alike_penalty=0": "within 6 pixels",
    "reach=15,alike_penalty=0": "within 15 pixels",
    "alike_penalty=2": "within 6 pixels, and where motion is alike",
}
_HEAD = (
    *("fold", "AUCCESS", "interval", "@1", "@10", "@100", "random", "best of 1,000"),
    *("DQN of ours", "model, sha256"),
)

Row = dict[str, Any]


def parts(*, play: bool) -> dict[str, object]:
    """Return the parts of the page; `python -m tools.records` plays."""
    rows = _read("summary.json")
    tables = {
        f"{_short(name)}_{kind}": f"{_summary(some)}\n\n{_folds(name, some)}"
        for name, kind in _TABLES
        if (some := _select(rows, name, kind))
    }
    costs = {title: own for kind, title in _KINDS.items() if (own := _select(rows, None, kind))}
    return {
        **tables,
        "overview": _overview(rows),
        "against_official": _difference(rows, "phyre-b-cross", "generated", "first"),
        "cross_third": _difference(rows, "phyre-b-cross", "third", "first"),
        "cross_fourth_gain": _difference(rows, "phyre-b-cross", "fourth", "third"),
        "chosen": _chosen(),
        "fifth_gain": _difference(rows, "phyre-b-cross", "fifth", "first"),
        "actions_gain": _difference(rows, "phyre-b-cross", "fifth", "fifth_10k"),
        "within_gain": _difference(rows, "phyre-b-within", "third", "first"),
        "varied_gain": _difference(rows, "phyre-b-within", "varied", "third"),
        "penalty_gain": _apart(_scores(rows, "phyre-b-cross", "fourth"), _without_alike()),
        "cross_versions": _versions(rows, "phyre-b-cross"),
        "within_versions": _versions(rows, "phyre-b-within"),
        "tenths": _tenths(rows),
        "curve": _curve(rows),
        "templates": _templates(rows),
        "failures": ", ".join(f"`{name}`" for name in _read("failures.json")),
        "cost": "\n".join(f"- {title}: {_cost(own)}" for title, own in costs.items()),
    }


def _read(name: str) -> Any:
    return json.loads((RESULTS / "ranker" / name).read_text())


def _overview(rows: Sequence[Row]) -> str:
    """Return a table of all means over folds, with what each row learnt from."""
    head = (
        *("rows", "AUCCESS, mean over folds", "s.d. of folds", "folds", "version"),
        *("settings chosen", "DQN, published", "RPIN, published"),
        "dynamics-aware DQN, published",
    )
    lines = []
    for each in json.loads(OVERVIEW.read_text()):
        if own := [row for row in rows if is_of(row, each)]:
            title = f"{_title(each['protocol'])}, {each['label']}"
            cells = (title, *_mean_of(own), _KINDS[each["kind"]], each["settings"])
            theirs = each.get("published", _PUBLISHED[each["protocol"]])
            lines.append((*cells, *theirs.split(" | ")))
    return table(head, lines, left=(0, 4, 5))


def _mean_of(rows: Sequence[Row]) -> tuple[str, str, str]:
    """Return the mean over folds with its interval, the deviation over folds, and the folds.

    All templates of a fold have equally many tasks, so templates by fold are what is resampled.
    """
    found = [pair for row in rows for pair in row["by_template"].items()]
    names, shares = (np.array(each) for each in zip(*found, strict=True))
    folds = sorted(row["fold"] for row in rows)
    values = [100 * row["auccess"] for row in rows]
    alone = f"{folds[0]} to {folds[-1]}" if len(folds) < 10 else "10"
    assert len(folds) == folds[-1] - folds[0] + 1, "folds that follow each other"
    return share(estimate(shares, names), 1), f"{stdev(values):.1f}", alone


def _title(name: str) -> str:
    """Say which tier and split a protocol is."""
    _, tier, split = name.split("-")
    return f"{tier.upper()}, {'across' if split == 'cross' else split} templates"


def _short(name: str) -> str:
    return name.removeprefix("phyre-").replace("-", "_")


def _select(rows: Sequence[Row], name: str | None, kind: str) -> list[Row]:
    """Return the rows of a protocol, or of all, that are of a kind."""
    return [row for row in rows if name in (None, row["protocol"]) and kind == _kind(row)]


def is_of(row: Row, line: Mapping[str, str]) -> bool:
    """Return whether a row belongs to a line of the first table."""
    return row["protocol"] == line["protocol"] and _kind(row) == line["kind"]


def _kind(row: Row) -> str:
    if "kind" in row:
        return str(row["kind"])
    if row.get("agent") == "ranker-o":
        return "online"
    if row["protocol"].startswith("phyre-2b"):
        return "two_balls"
    if row.get("version") == 5 and row["play"]["ranked"] == 10_000:
        return "fifth_10k"
    if row["trained"]["settings"].get("free"):
        return "generated"
    if row["trained"]["settings"].get("variations"):
        return "varied"
    if row.get("version") == 4 and not row["play"]["alike_penalty"]:
        return "third"  # version 4 without what version 3 does not have
    return _VERSIONS[row.get("version", 1)]


def _scores(rows: Sequence[Row], name: str, kind: str) -> dict[int, float]:
    return {row["fold"]: 100 * row["auccess"] for row in _select(rows, name, kind)}


def _versions(rows: Sequence[Row], name: str) -> str:
    """Return a table of all folds, played by every version."""
    scores = {title: found for k, title in _KINDS.items() if (found := _scores(rows, name, k))}
    lines = [
        [str(fold), *(f"{own[fold]:.1f}" if fold in own else "" for own in scores.values())]
        for fold in protocol(name).folds
    ]
    return table(("fold", *scores), lines, left=())


def _tenths(rows: Sequence[Row]) -> str:
    """Return the mean score by the order of tasks within a template."""
    head = ("tasks of a template", "1 to 10", "11 to 20", "21 to 30", "31 to 40", "41 to 100")
    lines = []
    for kind in _ONLINE:
        found = 100 * np.mean([row["by_tenth"] for row in _select(rows, None, kind)], axis=0)
        numbers = [*found[:4], found[4:].mean()]
        lines.append((_KINDS[kind], *(f"{each:.1f}" for each in numbers)))
    return table(head, lines)


def _curve(rows: Sequence[Row]) -> str:
    """Return the score on fold 0 within templates by the number of training tasks."""
    points = _read("curve.json")
    every = next(row for row in _select(rows, "phyre-b-within", "third") if row["fold"] == 0)
    scored = {"score": every["auccess"], "interval": every["interval"]}
    points.append({"tasks": 80, "learnt": 2000, **scored})
    lines = [
        (
            str(point["tasks"]),
            f"{point['learnt']:,}",
            f"{100 * point['score']:.1f}",
            _interval(point["interval"]),
        )
        for point in points
    ]
    return table(("tasks of a template", "in all", "AUCCESS", "interval"), lines, left=())


def _interval(ends: Sequence[float]) -> str:
    low, high = ends
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _summary(rows: Sequence[Row]) -> str:
    partial = "" if len(rows) == 10 else f"Partial, {len(rows)} of 10 folds. "
    found, spread, _ = _mean_of(rows)
    return f"**{partial}Mean: {found}**; the folds differ by a standard deviation of {spread}."


def _difference(rows: Sequence[Row], name: str, kind: str, other: str) -> str:
    """Compare two kinds of rows."""
    return _apart(_scores(rows, name, kind), _scores(rows, name, other))


def _chosen() -> str:
    """Return a table of what each way scored on the dev tasks of every fold."""
    found = _read("chosen.json")
    ways: dict[str, dict[int, float]] = {}
    for each in found:
        ways.setdefault(each["player"], {})[each["fold"]] = 100 * each["auccess"]
    folds = sorted(next(iter(ways.values())))
    lines = []
    for many in ("10,000", "100,000"):
        own = {way: ways[_player(many, way)] for way in _WAYS}
        for way, title in _WAYS.items():
            cells = [
                f"**{own[way][fold]:.1f}**"
                if own[way][fold] == max(each[fold] for each in own.values())
                else f"{own[way][fold]:.1f}"
                for fold in folds
            ]
            lines.append((many, title, *cells))
    return table(("ranks", "after a failure", *map(str, folds)), lines, left=(1,))


def _player(ranked: str, way: str) -> str:
    return f"ranker,ranked=10000,{way}" if ranked == "10,000" else f"ranker,{way}"


def _without_alike() -> dict[int, float]:
    """Return version 4's scores across templates with the penalty for place alone."""
    rows = _read("without_alike.json")
    return {row["fold"]: 100 * row["auccess"] for row in rows}


def _apart(first: Mapping[int, float], second: Mapping[int, float]) -> str:
    """Compare scores by fold, on the folds that both have."""
    folds = sorted(first.keys() & second.keys())
    above, below = (np.array([each[fold] for fold in folds]) for each in (first, second))
    apart = above - below
    return (
        f"{mean(apart):+.1f} points in the mean of {len(folds)} folds, higher in "
        f"{(apart > 0).sum()} of them"
    )


def _references(name: str) -> References:
    found = references(name, protocol(name).version, "test")
    assert found is not None, f"{name} has stored references"
    return found


def _folds(name: str, rows: Sequence[Row]) -> str:
    found = _references(name)
    floor, oracle = (each.figures["AUCCESS"] for each in (found.floor, found.ceiling))
    lines = []
    for row in rows:
        fold = row["fold"]
        success = (f"{100 * row['success_at'][k]:.1f}" for k in ("1", "10", "100"))
        ends = (f"{100 * each[fold]:.1f}" for each in (floor, oracle))
        score = f"**{100 * row['auccess']:.1f}**", _interval(row["interval"])
        last = _dqn(name, fold), f"`{row['model_sha256'][:16]}`"
        lines.append((str(fold), *score, *success, *ends, *last))
    return table(_HEAD, lines, left=(9,))


def _dqn(name: str, fold: int) -> str:
    file = _DQN / f"{_short(name)}_fold_{fold}.json"
    if not file.exists():
        return ""
    return f"{100 * json.loads(file.read_text())['auccess']['value']:.1f}"


def _templates(rows: Sequence[Row]) -> str:
    """Return the mean credit by template, over the folds that test it; hardest across first."""
    head = (
        *("template", "folds", "across, version 4", "across, generated scenes"),
        *("within, version 3", "within, variations"),
    )
    columns = [
        _by_template(_select(rows, name, kind))
        for name, kind in (
            ("phyre-b-cross", "fourth"),
            ("phyre-b-cross", "generated"),
            ("phyre-b-within", "third"),
            ("phyre-b-within", "varied"),
        )
    ]
    official, generated, within, _ = columns
    lines = [
        (
            name,
            str(len(official.get(name, [])) or ""),
            *(_mean(each.get(name, [])) for each in columns),
        )
        for name in sorted(within, key=lambda each: mean(generated.get(each, [101])))
    ]
    return table(head, lines)


def _by_template(rows: Sequence[Row]) -> dict[str, list[float]]:
    shares: dict[str, list[float]] = {}
    for row in rows:
        for template, mean_credit in row["by_template"].items():
            shares.setdefault(template, []).append(100 * mean_credit)
    return shares


def _mean(values: Sequence[float]) -> str:
    return f"{mean(values):.1f}" if values else "in no test part"


def _cost(rows: Sequence[Row]) -> str:
    seconds = [row["trained"]["seconds"] for row in rows]
    simulated = [row["trained"]["simulations"] for row in rows]
    tested = sum(row["tested"]["attempts"] for row in rows)
    updates = sorted({row["trained"]["updates"] for row in rows})
    return (
        f"per fold {min(simulated):,} to {max(simulated):,} simulations to learn from, "
        f"{' or '.join(f'{each:,}' for each in updates)} updates in {min(seconds):.0f} to "
        f"{max(seconds):.0f} s on one NVIDIA H200; {tested:,} attempts in the tests of "
        f"{len(rows)} models."
    )
