"""DeepPHY's slingshot game on birds: its part of the page of DeepPHY."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

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

_INTRO = """
## Birds

DeepPHY plays levels of a commercial game by hand. Here the first task of each of the 75 templates
of `birds` that agents do not train on is played in simulation, one game each, one turn per bird. As
in DeepPHY, a shot is an angle from 0 to 90 degrees and a power from 0 to 1. Of the tasks, 58 have
one bird, 10 have two and 7 have three. With one task per template, intervals resample tasks.
All games take a quarter of an hour on two cores.
"""


def part() -> str:
    """Return the part of the page; what is missing is played now."""
    solved = {name: games.solved_at(name) for name in games.GAMES}
    text = _INTRO + _published(solved["mock"]) + _baselines(solved)
    return text + _ceilings(games.every_shot()) + _scenarios(solved)


def _published(mock: Solved) -> str:
    text = (
        "\n### Published, and here\n\nThe levels are others, and so are the birds: 3 to 8 a level "
        "there, 1 to 3 here. Read the two as floors of two games, not as two measurements of one. "
        "DeepPHY gives one run; its intervals are Wilson's over levels.\n\n"
    )
    rows = []
    for name, count in PUBLISHED.items():
        found = Estimate(count / LEVELS, wilson(count, LEVELS))
        rows.append((f"DeepPHY: {name}", f"{LEVELS}", share(found, 1)))
    ours = share(games.solved_by(mock, TURNS[-1]), 1)
    rows.append((f"here: MOCK, {mock.shape[1]} games a task", f"{len(names())}", ours))
    return text + table(("", "levels", "success"), rows)


def _baselines(tables: dict[str, Solved]) -> str:
    text = (
        "\n### Baselines on birds\n\nSuccess in per cent by the turn of the game; *turns* are the "
        f"mean turn of solved games. *Any of {UNION}* is the share of tasks that at least one of "
        f"{UNION} games solves. MOCK shoots anywhere with at least half the power, random-valid "
        "with any; both play 100 games a task. The constant is one shot for all birds and tasks, "
        "chosen on training tasks. Outcomes are those of the run that the command makes.\n\n"
    )
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
    return text + table(head, rows, left=(0, len(head) - 1))


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


def _ceilings(tried: list[NDArray[np.int64]]) -> str:
    fine, coarse = _rounded(0.1, 0.01), _rounded(1.0, 0.05)
    certified = sum(WORLD.certificate(one) is not None for one in _tasks())
    single = np.array([row for row in tried if len(row)])
    some = single.any(axis=1)
    text = (
        "\n### Ceilings on birds\n\nWhat a perfect player could get, by what may be said. "
        "Stored solutions use any direction, a tap at any time and shots while things still "
        "move. Said in turns they lose those whose bird needs its power at another time, and "
        "those that must be in time. The oracle says the stored solution, or else the first "
        f"of {SHOTS:,} shots (whole degrees, twentieths of the power) that solves the "
        "task when all birds take it: a lower bound.\n\n"
    )
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
    below = (
        f"\nOf the {len(single)} tasks with one bird, {int(some.sum())} "
        f"({100 * some.mean():.1f} %) are solved by at least one of the {SHOTS:,} shots, "
        f"and {100 * single.mean():.1f} % of all these shots solve their task.\n"
    )
    return text + table(("what may be said", "tasks solved", "of 75 in per cent"), rows) + below


def _scenarios(tables: dict[str, Solved]) -> str:
    kinds = np.array([template(one.id.template).scenario for one in _tasks()])
    rows = []
    for scenario in SCENARIOS:
        own = kinds == scenario
        shares = [f"{100 * (solved[own] > 0).mean():.0f}" for solved in tables.values()]
        rows.append([scenario, f"{own.sum()}", *shares])
    text = "\n### Birds by scenario\n\nSuccess in per cent, tasks of each scenario alike.\n\n"
    return text + table(("scenario", "tasks", *tables), rows)
