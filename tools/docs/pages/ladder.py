"""The ladders of all worlds: floors, a ceiling, and what a sceptic gets."""

from __future__ import annotations

import json

import numpy as np

from tools.docs.played import ROOT, RUNS
from tools.docs.shallow import by_what, verdict
from tools.docs.tables import share, table
from topple.metrics.bootstrap import Estimate
from topple.metrics.metric import Counts
from topple.prompting.hint import Hint
from topple.runs.folder import FINISHED
from topple.runs.score import score as score_run
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.ladder.find import items_of, version_of, worlds_with_items
from topple.worlds.ladder.forms import form_of
from topple.worlds.ladder.items import Item
from topple.worlds.ladder.metrics.agreement import METRIC as AGREEMENT
from topple.worlds.ladder.metrics.agreement import AgreementScore
from topple.worlds.ladder.metrics.ladder import METRIC, LadderScore
from topple.worlds.ladder.players import BASELINES
from topple.worlds.ladder.rebuild import items as rebuild
from topple.worlds.ladder.rebuild.items import Rebuild
from topple.worlds.ladder.rebuild.voice import BASELINES as WRITERS
from topple.worlds.ladder.rows import FILE, PROBE, RUNGS, TEST, Kind
from topple.worlds.ladder.shallow import learnt_of

_PLAYERS = ("random-valid", "best-constant", "text", "picture", "shallow", "stays", "oracle")
_STORED = ROOT / "docs" / "results" / "ladder.json"
_WRITERS = ("random-valid", "best-constant", "oracle")


def parts(*, play: bool) -> dict[str, object]:
    """Let all players answer all items, and return the parts of the page."""
    return {
        **{name: _world(name) for name in worlds_with_items()},
        "by_kind": _by_kind(),
        "counterfactuals": _counterfactuals(),
        "rebuilt": _rebuilt(),
    }


def _by_kind() -> str:
    """Return what the shallow player gets of every kind, beside chance."""
    rows = []
    for file in (FILE, PROBE):
        for name in worlds_with_items(file):
            items = list(items_of(name, TEST, file).values())
            for kind in Kind:
                own = [item for item in items if item.kind is kind is not Kind.POINT]
                rows += [_beside_chance(name, kind, own)] if own else []
    head = ["world", "kind", "items", "`shallow`", "chance", "", "strongest features"]
    return table(head, rows, left=(0, 1, 5, 6))


def _beside_chance(name: str, kind: Kind, items: list[Item]) -> list[str]:
    found = score(items, "shallow")
    said = verdict(found.accuracy, found.chance, found.templates)
    own = [_points(found.accuracy), f"{100 * found.chance:.0f}", said]
    return [name, kind, str(len(items)), *own, by_what([learnt_of(name, kind)])]


def _counterfactuals() -> str:
    """Return the table of the counterfactual probe."""
    players, rows = [each for each in _PLAYERS if each != "stays"], []
    for name in worlds_with_items(PROBE):
        items = list(items_of(name, TEST, PROBE).values())
        found = [_points(score(items, player).accuracy) for player in players]
        rows.append([f"`counterfactual-{name}`", str(len(items)), *found])
    return table(["protocol", "items", *(f"`{player}`" for player in players)], rows)


def _world(name: str) -> dict[str, str]:
    """Return what a ladder asks, and what players get."""
    items = list(items_of(name).values())
    rungs = [rung for rung in RUNGS if any(item.rung == rung for item in items)]
    counts = {kind: sum(item.kind is kind for item in items) for kind in Kind}
    asked = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    chance = score(items, "random-valid").rungs
    rows = [
        ["chance", "", *(f"{100 * chance[rung][1]:.1f}" for rung in rungs), "", ""],
        *(_row(f"`{player}`", score(items, player), rungs) for player in _PLAYERS),
        *_student(name, rungs),
    ]
    head = ["player", "all", *rungs, "Brier", "stasis bias"]
    return {"asked": f"{version_of(name)}: {asked}", "table": table(head, rows)}


def _student(name: str, rungs: list[str]) -> list[list[str]]:
    """Return the row of the trained policy, stored from its run under out/results."""
    stored = json.loads(_STORED.read_text())
    path = RUNS / f"ladder-{name}" / "student"
    if (path / FINISHED).exists():
        found = score_run(path)
        assert isinstance(found, LadderScore)
        stored[name] = _row(
            f"`student`, {found.tasks} items of version {version_of(name)}", found, rungs
        )
        _STORED.write_text(json.dumps(stored, indent=1) + "\n")
    return [stored[name]] if name in stored else []


def _rebuilt() -> str:
    """Return the table of the rebuild probe."""
    rows = []
    for name in worlds_with_items():
        items = list(rebuild.items_of(name).values())
        found = {player: _score_rebuilt(items, player) for player in _WRITERS}
        rows.append([f"`rebuild-{name}`", str(len(items)), *map(_two, found.values())])
    return table(["protocol", "scenes", *(f"`{player}`" for player in _WRITERS)], rows)


def _two(found: AgreementScore) -> str:
    return f"{share(found.agreement, 1)}; {100 * found.rebuilt.value:.0f} % rebuilt"


def _score_rebuilt(items: list[Rebuild], player: str) -> AgreementScore:
    hints = [Hint(f"rebuild-{i.id.world}", str(i), 0, 1, 1, "json") for i in items]
    played = [
        item.mark(rebuild.encode(WRITERS[player](hint, 0)))
        for item, hint in zip(items, hints, strict=True)
    ]
    right = np.array([each.outcome is Outcome.SOLVED for each in played]).astype(np.int64)
    one = np.ones(len(items), np.int64)
    template = np.array([item.id.template for item in items])
    points = np.array([each.points for each in played])
    return AGREEMENT.score(Counts(0 * one, template, right, right, one, 1, points=points))


def _row(player: str, found: LadderScore, rungs: list[str]) -> list[str]:
    brier = found.calibration.brier.value if found.calibration else float("nan")
    return [
        player,
        _points(found.accuracy),
        *(_points(found.rungs[rung][0]) for rung in rungs),
        f"{brier:.2f}",
        _points(found.stasis),
    ]


def _points(found: Estimate) -> str:
    return share(found, 1)


def score(items: list[Item], player: str) -> LadderScore:
    """Score the answers of a player."""
    made = tuple((_attempt(item, player),) for item in items)
    right = np.array([each.outcome is Outcome.SOLVED for (each,) in made]).astype(np.int64)
    one = np.ones(len(items), np.int64)
    template = np.array([item.id.template for item in items])
    return METRIC.score(Counts(0 * one, template, right, right, one, 1, made=made))


def _attempt(item: Item, player: str) -> Attempt:
    hint = Hint(f"ladder-{item.id.world}", str(item), 0, 1, 1, "answer")
    answer = form_of(item.kind).read(BASELINES[player](hint, 0)).values
    assert answer is not None, "players of this page answer what can be read"
    return Attempt(0, str(item), 1, answer, item.mark(answer).outcome)
