"""DeepPHY's slingshot game on birds: its part of the page of DeepPHY."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tools.docs.pages import _deepphy_games as games
from tools.docs.pages._deepphy_games import FORM, RULES, SETUP, UNION, Solved, names
from tools.docs.tables import number, share, table
from topple.metrics.bootstrap import Estimate
from topple.metrics.tally import OUTCOMES
from topple.prompting.reader import Values
from topple.runs.load import load
from topple.tasks.certificates import wilson
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import solution
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS
from topple.worlds.birds.world import WORLD, task, template

TURNS = (1, 2, 3)
SHOTS = len(FORM.searched())
LEVELS = 34
# Levels solved of the 34 that DeepPHY plays.
PUBLISHED = {
    "MOCK": 6,
    "Qwen2.5-VL 72B": 10,
    "Claude 4 Opus": 11,
    "Gemini 2.5 Pro": 12,
    "GPT-o3": 12,
    "people": 22,
}


def parts() -> dict[str, object]:
    """Return the parts of the page; what is missing is played now."""
    solved = {name: games.solved_at(name) for name in games.GAMES}
    single = np.array([row for row in games.every_shot() if len(row)])
    some = single.any(axis=1)
    return {
        "published": _published(solved["mock"]),
        "baselines": _baselines(solved),
        "union": UNION,
        "ceilings": _ceilings(),
        "shots": SHOTS,
        "single": len(single),
        "some": f"{int(some.sum())} ({100 * some.mean():.1f} %)",
        "mean": 100 * single.mean(),
        "scenarios": _scenarios(solved),
    }


def _published(mock: Solved) -> str:
    rows = []
    for name, count in PUBLISHED.items():
        found = Estimate(count / LEVELS, wilson(count, LEVELS))
        rows.append((f"DeepPHY: {name}", f"{LEVELS}", share(found, 1)))
    ours = share(games.solved_by(mock, TURNS[-1]), 1)
    rows.append((f"here: MOCK, {mock.shape[1]} games a task", f"{len(names())}", ours))
    return table(("", "levels", "success"), rows)


def _baselines(tables: dict[str, Solved]) -> str:
    turns = (f"by turn {turn}" for turn in TURNS)
    head = ["model", *turns, "turns", f"any of {UNION}", *map(str, OUTCOMES), "command"]
    rows = []
    for name, solved in tables.items():
        outcomes = load(games.folder(name)).results.outcomes.sum(axis=0)
        union = games.union(solved)
        rows.append(
            [
                f"topple/{name}",
                *(share(games.solved_by(solved, turn), 1) for turn in TURNS),
                number(games.mean_turn(solved)),
                share(union, 1) if union else "",
                *(f"{count:,}" for count in outcomes),
                f"`{games.command(name)}`",
            ]
        )
    return table(head, rows, left=(0, len(head) - 1))


def _rounded(degrees: float, power: float) -> Callable[[Values], Values]:
    def rounded(shot: Values) -> Values:
        return round(shot[0] / degrees) * degrees, round(shot[1] / power) * power

    return rounded


def _stored(one: BirdsTask) -> list[Values]:
    known = WORLD.certificate(one)
    return FORM.moves(known.solution) if known else []


def _solves(one: BirdsTask, moves: Sequence[Values]) -> bool:
    (played,) = WORLD.play([one], [FORM.attempt(one, moves)])
    return played.outcome is Outcome.SOLVED


def _solved(shots: Callable[[BirdsTask], Sequence[Values]]) -> tuple[str, str]:
    """Return how many tasks these shots solve, and their share in per cent."""
    found = [bool(moves) and _solves(one, moves) for one in _tasks() for moves in [shots(one)]]
    return f"{sum(found)}", f"{100 * np.mean(found):.1f}"


def _tasks() -> list[BirdsTask]:
    return [task(name) for name in names()]


def _ceilings() -> str:
    fine, coarse = _rounded(0.1, 0.01), _rounded(1.0, 0.05)
    certified = sum(WORLD.certificate(one) is not None for one in _tasks())
    rows = [
        ("stored solutions as they are", f"{certified}", f"{100 * certified / len(names()):.1f}"),
        ("the same by angle and power, in turns", *_solved(_stored)),
        (
            "... rounded to 0.1 degrees and 0.01 of the power",
            *_solved(lambda one: [*map(fine, _stored(one))]),
        ),
        (
            "... rounded to 1 degree and 0.05 of the power",
            *_solved(lambda one: [*map(coarse, _stored(one))]),
        ),
        ("oracle", *_solved(lambda one: solution(RULES.name, str(one), SETUP.form))),
    ]
    return table(("what may be said", "tasks solved", "of 75 in per cent"), rows)


def _scenarios(tables: dict[str, Solved]) -> str:
    kinds = np.array([template(one.id.template).scenario for one in _tasks()])
    rows = []
    for scenario in SCENARIOS:
        own = kinds == scenario
        shares = [f"{100 * (solved[own] > 0).mean():.0f}" for solved in tables.values()]
        rows.append([scenario, f"{own.sum()}", *shares])
    return table(("scenario", "tasks", *tables), rows)
