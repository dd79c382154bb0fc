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

from topple.metrics.folds import wilcoxon
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
# PHYRE's DQN without its choice of the number of actions, by fold, across templates: ranked 10,000
# (facebookresearch/phyre, issue 15).
_REPORTED = (35.87, 20.79, 32.87, 29.56, 19.78, 39.28, 25.38, 28.92, 15.29, 37.56)
# Every kind of row.
_KINDS = {
    "first": "version 1",
    "generated": "version 1, with generated scenes",
    "second": "version 2",
    "online": "version 2, online",
    "third": "version 3",
    "fourth": "version 4",
    "varied": "version 4, with variations",
    "two_balls": "version 4, on PHYRE-2B",
}
_VERSIONS = {1: "first", 2: "second", 3: "third", 4: "fourth"}
# The rows that stand for a protocol, and what they learnt from.
_MAIN = {
    ("phyre-b-cross", "fourth"): "official data only",
    ("phyre-b-cross", "generated"): "with generated scenes",
    ("phyre-b-within", "third"): "official data only",
    ("phyre-b-within", "varied"): "with variations of templates",
    ("phyre-2b-cross", "two_balls"): "official data only",
    ("phyre-2b-within", "two_balls"): "official data only",
}
_ONLINE = ("second", "online")
_HEAD = (
    "| fold | AUCCESS | interval | @1 | @10 | @100 | random | oracle | DQN of ours "
    "| model, sha256 |"
)

Row = dict[str, Any]


def page(rows: Sequence[Row]) -> str:
    """Return the page as Markdown: the text of `page.md` with its tables."""
    tables = {
        f"{_short(name)}_{kind}": f"{_summary(name, some)}\n\n{_folds(name, some)}"
        for name, kind in _MAIN
        if (some := _select(rows, name, kind))
    }
    text = Path(__file__).with_suffix(".md").read_text()
    return text.format(
        **tables,
        overview=_overview(rows),
        against_official=_difference(rows, "phyre-b-cross", "generated", "first"),
        cross_third=_difference(rows, "phyre-b-cross", "third", "first"),
        cross_fourth_gain=_difference(rows, "phyre-b-cross", "fourth", "third"),
        within_gain=_difference(rows, "phyre-b-within", "third", "first"),
        varied_gain=_difference(rows, "phyre-b-within", "varied", "third"),
        penalty_gain=_apart(_scores(rows, "phyre-b-cross", "fourth"), _without_alike()),
        reported_gain=_apart(_scores(rows, "phyre-b-cross", "fourth"), dict(enumerate(_REPORTED))),
        cross_versions=_versions(rows, "phyre-b-cross"),
        within_versions=_versions(rows, "phyre-b-within"),
        tenths=_tenths(rows),
        curve=_curve(rows),
        templates=_templates(rows),
        failures=", ".join(f"`{name}`" for name in json.loads(FAILURES.read_text())),
        cost="\n".join(
            f"- {title}: {_cost(_select(rows, None, k))}" for k, title in _KINDS.items()
        ),
    )


def _overview(rows: Sequence[Row]) -> str:
    """Return a table of all means over folds."""
    lines = [
        "| mean over folds | ranker | folds | DQN, published | RPIN, published "
        "| dynamics-aware DQN, published |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for (name, kind), title in _MAIN.items():
        if values := list(_scores(rows, name, kind).values()):
            found = f"{mean(values):.1f} ± {stdev(values):.1f} | {len(values)}"
            lines.append(f"| {_title(name)}, {title} | {found} | {_PUBLISHED[name]} |")
    return "\n".join(lines)


def _title(name: str) -> str:
    """Say which tier and split a protocol is."""
    _, tier, split = name.split("-")
    return f"{tier.upper()}, {'across' if split == 'cross' else split} templates"


def _short(name: str) -> str:
    return name.removeprefix("phyre-").replace("-", "_")


def _select(rows: Sequence[Row], name: str | None, kind: str) -> list[Row]:
    """Return the rows of a protocol, or of all, that are of a kind."""
    return [row for row in rows if name in (None, row["protocol"]) and kind == _kind(row)]


def _kind(row: Row) -> str:
    if row.get("agent") == "ranker-o":
        return "online"
    if row["protocol"].startswith("phyre-2b"):
        return "two_balls"
    if row["trained"]["settings"].get("free"):
        return "generated"
    if row["trained"]["settings"].get("variations"):
        return "varied"
    if "play" in row and not row["play"]["alike_penalty"]:
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


def _summary(name: str, rows: Sequence[Row]) -> str:
    scores = {row["fold"]: 100 * row["auccess"] for row in rows}
    values = list(scores.values())
    floor = [100 * _references(name).floor.figures["AUCCESS"][fold] for fold in scores]
    test = wilcoxon(np.array(values), np.array(floor))
    partial = "" if len(rows) == 10 else f"Partial, {len(rows)} of 10 folds. "
    dqn = " There is no such test against our DQN, which has one fold." if _dqn(name, 0) else ""
    return (
        f"**{partial}Mean: {mean(values):.1f} ± {stdev(values):.1f}.** Wilcoxon's signed-rank "
        f"test over folds against `random`: p = {test.p_above:.4f}, the least that "
        f"{len(values)} folds allow.{dqn}"
    )


def _difference(rows: Sequence[Row], name: str, kind: str, other: str) -> str:
    """Compare two kinds of rows."""
    return _apart(_scores(rows, name, kind), _scores(rows, name, other))


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
        f"{(apart > 0).sum()} of them (Wilcoxon's signed-rank test: p = "
        f"{wilcoxon(above, below).p_above:.3f})"
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
        "| template | folds | across, official data | across, generated scenes "
        "| within, official data | within, variations |",
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
        for template, share in row["by_template"].items():
            shares.setdefault(template, []).append(100 * share)
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
