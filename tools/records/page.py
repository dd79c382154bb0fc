"""Write the page of the ranker's results from `docs/results/ranker/summary.json`.

python -m tools.records.page
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy as np

from tools.docs.tables import share
from topple.metrics.bootstrap import estimate
from topple.protocols import protocol
from topple.protocols.references import References, references

RESULTS = Path(__file__).parents[2] / "docs" / "results"
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
    "| fold | AUCCESS | interval | @1 | @10 | @100 | random | best of 1,000 | DQN of ours "
    "| model, sha256 |"
)

Row = dict[str, Any]


def page(rows: Sequence[Row]) -> str:
    """Return the page as Markdown: the text of `page.md` with its tables."""
    tables = {
        f"{_short(name)}_{kind}": f"{_summary(some)}\n\n{_folds(name, some)}"
        for name, kind in _TABLES
        if (some := _select(rows, name, kind))
    }
    text = Path(__file__).with_suffix(".md").read_text()
    return text.format(
        **tables,
        overview=_overview(rows),
        against_official=_difference(rows, "phyre-b-cross", "generated", "first"),
        cross_third=_difference(rows, "phyre-b-cross", "third", "first"),
        cross_fourth_gain=_difference(rows, "phyre-b-cross", "fourth", "third"),
        chosen=_chosen(),
        fifth_gain=_difference(rows, "phyre-b-cross", "fifth", "first"),
        actions_gain=_difference(rows, "phyre-b-cross", "fifth", "fifth_10k"),
        within_gain=_difference(rows, "phyre-b-within", "third", "first"),
        varied_gain=_difference(rows, "phyre-b-within", "varied", "third"),
        penalty_gain=_apart(_scores(rows, "phyre-b-cross", "fourth"), _without_alike()),
        cross_versions=_versions(rows, "phyre-b-cross"),
        within_versions=_versions(rows, "phyre-b-within"),
        tenths=_tenths(rows),
        curve=_curve(rows),
        templates=_templates(rows),
        failures=", ".join(f"`{name}`" for name in json.loads(FAILURES.read_text())),
        cost="\n".join(
            f"- {title}: {_cost(own)}"
            for k, title in _KINDS.items()
            if (own := _select(rows, None, k))
        ),
    )


def _overview(rows: Sequence[Row]) -> str:
    """Return a table of all means over folds, with what each row learnt from."""
    lines = [
        "| rows | AUCCESS, mean over folds | s.d. of folds | folds | version | settings chosen "
        "| DQN, published | RPIN, published | dynamics-aware DQN, published |",
        "| --- | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: |",
    ]
    for each in json.loads(OVERVIEW.read_text()):
        if own := [row for row in rows if is_of(row, each)]:
            title = f"{_title(each['protocol'])}, {each['label']}"
            cells = (title, *_mean_of(own), _KINDS[each["kind"]], each["settings"])
            theirs = each.get("published", _PUBLISHED[each["protocol"]])
            lines.append(f"| {' | '.join(cells)} | {theirs} |")
    return "\n".join(lines)


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
    lines = [f"| fold | {' | '.join(scores)} |", "| ---: " * (len(scores) + 1) + "|"]
    for fold in protocol(name).folds:
        cells = [f"{found[fold]:.1f}" if fold in found else "" for found in scores.values()]
        lines.append(f"| {fold} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _tenths(rows: Sequence[Row]) -> str:
    """Return the mean score by the order of tasks within a template."""
    lines = ["| tasks of a template | 1 to 10 | 11 to 20 | 21 to 30 | 31 to 40 | 41 to 100 |"]
    lines.append("| --- " + "| ---: " * 5 + "|")
    for kind in _ONLINE:
        found = 100 * np.mean([row["by_tenth"] for row in _select(rows, None, kind)], axis=0)
        numbers = [*found[:4], found[4:].mean()]
        lines.append(f"| {_KINDS[kind]} | " + " | ".join(f"{each:.1f}" for each in numbers) + " |")
    return "\n".join(lines)


def _curve(rows: Sequence[Row]) -> str:
    """Return the score on fold 0 within templates by the number of training tasks."""
    points = json.loads((RESULTS / "ranker" / "curve.json").read_text())
    every = next(row for row in _select(rows, "phyre-b-within", "third") if row["fold"] == 0)
    scored = {"score": every["auccess"], "interval": every["interval"]}
    points.append({"tasks": 80, "learnt": 2000, **scored})
    lines = [
        "| tasks of a template | in all | AUCCESS | interval |",
        "| ---: | ---: | ---: | ---: |",
    ]
    for point in points:
        low, high = point["interval"]
        lines.append(
            f"| {point['tasks']} | {point['learnt']:,} | {100 * point['score']:.1f} | "
            f"{100 * low:.1f} to {100 * high:.1f} |"
        )
    return "\n".join(lines)


def _summary(rows: Sequence[Row]) -> str:
    partial = "" if len(rows) == 10 else f"Partial, {len(rows)} of 10 folds. "
    found, spread, _ = _mean_of(rows)
    return f"**{partial}Mean: {found}**; the folds differ by a standard deviation of {spread}."


def _difference(rows: Sequence[Row], name: str, kind: str, other: str) -> str:
    """Compare two kinds of rows."""
    return _apart(_scores(rows, name, kind), _scores(rows, name, other))


def _chosen() -> str:
    """Return a table of what each way scored on the dev tasks of every fold."""
    found = json.loads((RESULTS / "ranker" / "chosen.json").read_text())
    ways: dict[str, dict[int, float]] = {}
    for each in found:
        ways.setdefault(each["player"], {})[each["fold"]] = 100 * each["auccess"]
    folds = sorted(next(iter(ways.values())))
    lines = [f"| ranks | after a failure | {' | '.join(map(str, folds))} |"]
    lines.append("| ---: | --- |" + " ---: |" * len(folds))
    for many in ("10,000", "100,000"):
        own = {way: ways[_player(many, way)] for way in _WAYS}
        for way, title in _WAYS.items():
            cells = [
                f"**{own[way][fold]:.1f}**"
                if own[way][fold] == max(each[fold] for each in own.values())
                else f"{own[way][fold]:.1f}"
                for fold in folds
            ]
            lines.append(f"| {many} | {title} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _player(ranked: str, way: str) -> str:
    return f"ranker,ranked=10000,{way}" if ranked == "10,000" else f"ranker,{way}"


def _without_alike() -> dict[int, float]:
    """Return version 4's scores across templates with the penalty for place alone."""
    rows = json.loads((RESULTS / "ranker" / "without_alike.json").read_text())
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
    lines = [_HEAD, "| ---: " * 9 + "| --- |"]
    found = _references(name)
    floor, oracle = (each.figures["AUCCESS"] for each in (found.floor, found.ceiling))
    for row in rows:
        low, high = row["interval"]
        success = " | ".join(f"{100 * row['success_at'][k]:.1f}" for k in ("1", "10", "100"))
        lines.append(
            f"| {row['fold']} | **{100 * row['auccess']:.1f}** | {100 * low:.1f} to "
            f"{100 * high:.1f} | {success} | {100 * floor[row['fold']]:.1f} | "
            f"{100 * oracle[row['fold']]:.1f} | "
            f"{_dqn(name, row['fold'])} | `{row['model_sha256'][:16]}` |"
        )
    return "\n".join(lines)


def _dqn(name: str, fold: int) -> str:
    file = _DQN / f"{_short(name)}_fold_{fold}.json"
    if not file.exists():
        return ""
    return f"{100 * json.loads(file.read_text())['auccess']['value']:.1f}"


def _templates(rows: Sequence[Row]) -> str:
    """Return the mean credit by template, over the folds that test it; hardest across first."""
    lines = [
        "| template | folds | across, version 4 | across, generated scenes "
        "| within, version 3 | within, variations |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
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
    for template in sorted(within, key=lambda each: mean(generated.get(each, [101]))):
        lines.append(
            f"| {template} | {len(official.get(template, [])) or ''} | "
            + " | ".join(_mean(each.get(template, [])) for each in columns)
            + " |"
        )
    return "\n".join(lines)


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


def main() -> None:
    rows = json.loads((RESULTS / "ranker" / "summary.json").read_text())
    (RESULTS / "ranker.md").write_text(page(rows))


if __name__ == "__main__":
    main()
