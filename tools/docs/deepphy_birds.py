"""Floors and ceilings of DeepPHY's slingshot game on birds, for `deepphy_results.py`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.docs.estimates import number, share
from topple.metrics.bootstrap import Estimate, Floats, estimate, estimate_of
from topple.metrics.score import Score, score
from topple.metrics.tally import OUTCOMES
from topple.progress import Bar
from topple.prompting.hint import Hint
from topple.prompting.reader import Values
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.runs.load import load
from topple.tasks.certificates import wilson
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import answer, solution
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import evaluate_model
from topple.vlm.plan import VlmPlan
from topple.worlds.birds.models.forms import Sling
from topple.worlds.birds.models.turns import Turns
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS
from topple.worlds.birds.world import WORLD, task, template

RULES = protocol("deepphy-birds")
GAMES = {"mock": 100, "random-valid": 100, "best-constant": 1, "oracle": 1}
TURNS = (1, 2, 3)
UNION = 5
SETUP = Setup("angle-power", history="text")
FORM = Sling()
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
Solved = NDArray[np.int64]  # tasks x games: the turn that solved it, 0 if none did


def names() -> tuple[str, ...]:
    return RULES.split(0).test


def play(out: Path) -> None:
    """Play what is missing: a run of each baseline, and many games of those that draw."""
    for name in GAMES:
        command = _command(name)
        plan = VlmPlan(RULES, SETUP, f"topple/{name}", RULES.folds)
        with Bar(command, "tasks") as bar:

            def watch(done: int, of: int, usd: float, bar: Bar = bar) -> None:
                bar.update(done, of)

            go = evaluate_model if name == "mock" else play_directly
            go(plan, _folder(out, name), command=command, watch=watch)
        _solved_at(out, name)
    _kept(_tried(out), _every_shot)


def part(out: Path) -> str:
    """Write the part of the page; what was not played is played now."""
    tables = {name: _solved_at(out, name) for name in GAMES}
    return "".join(
        [
            _INTRO,
            _published(tables["mock"]),
            _baselines(out, tables),
            _ceilings(_kept(_tried(out), _every_shot)),
            _scenarios(tables),
        ]
    )


def ends(out: Path) -> dict[str, Score]:
    """Give floor and ceiling: of all games, as if each were a task."""
    found = {}
    for end, name in (("random", "random-valid"), ("oracle", "oracle")):
        solved = (_solved_at(out, name) > 0).astype(np.int64)
        template = np.repeat(np.array(names()), solved.shape[1])
        found[end] = score(solved.ravel(), np.zeros(solved.size, np.int64), template, 1)
    return found


_INTRO = """
## Birds

DeepPHY plays levels of a commercial game by hand. Here the first task of each of the 75 templates
of `birds` that agents do not train on is played in simulation, one game each, one turn a bird. A
shot is an angle from 0 to 90 degrees and a power from 0 to 1, as there; 58 of the tasks have one
bird, 10 have two, 7 have three. There is one task a template, so that intervals resample tasks.
Playing it all takes a quarter of an hour on two cores.
"""


def _command(name: str) -> str:
    return f"topple eval {RULES.name} --model topple/{name} --history {SETUP.history}"


def _folder(out: Path, name: str) -> Path:
    return out / RULES.name / f"{name}-0"


def _tried(out: Path) -> Path:
    return out / RULES.name / "every-shot"


def _kept(folder: Path, work: Callable[[BirdsTask], NDArray[np.int64]]) -> list[NDArray[np.int64]]:
    """Do something with every task, once."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    with Bar(folder.name, "tasks") as bar:
        for i, name in enumerate(names(), 1):
            path = folder / f"{name.replace('/', '-').replace(':', '-')}.npy"
            if not path.exists():
                np.save(path, work(task(name)))
            rows.append(np.load(path))
            bar.update(i, len(names()))
    return rows


def _solved_at(out: Path, name: str) -> Solved:
    return np.array(_kept(out / RULES.name / f"{name}-games", partial(_games, name)))


def _games(name: str, one: BirdsTask) -> NDArray[np.int64]:
    """Play games of a baseline as runs with seeds 0, 1 and so on would; they look at nothing."""
    return np.array([_game(one, name, seed) for seed in range(GAMES[name])])


def _game(one: BirdsTask, name: str, seed: int) -> int:
    turns = Turns(one)
    for turn in range(1, len(one.level.birds) + 1):
        hint = Hint(RULES.name, str(one), 0, 1, turn, SETUP.form)
        values = FORM.read(answer(name, hint, seed)).values
        if values is not None:
            turns.shoot(values)
        if turns.over:
            return turn if turns.game.outcome is Outcome.SOLVED else 0
    return 0


def _every_shot(one: BirdsTask) -> NDArray[np.int64]:
    """Say which shots of whole degrees and twentieths solve a task with one bird."""
    if len(one.level.birds) > 1:
        return np.zeros(0, np.int64)
    rows = np.array([FORM.repeated(one, shot) for shot in FORM.searched()])
    return np.asarray(WORLD.outcomes([one], rows)[0] == 1, np.int64)


def _by(solved: Solved, turn: int) -> Estimate:
    """Estimate the share of games solved by a turn."""
    within = (solved > 0) & (solved <= turn)
    return estimate(within.mean(axis=1), np.array(names()))


def _turns(solved: Solved) -> Estimate:
    """Estimate the mean turn that solved, over solved games."""
    tries, games = solved.sum(axis=1), (solved > 0).sum(axis=1)

    def mean(weights: Floats) -> Floats:
        above, below = np.asarray(weights @ tries), np.asarray(weights @ games)
        found = np.full(len(weights), np.nan)
        np.divide(above, below, out=found, where=below > 0)
        return found

    return estimate_of(mean, np.array(names()))


def _union(solved: Solved) -> Estimate | None:
    """Estimate the share of tasks that at least one of some games solves."""
    games = solved.shape[1]
    if games < UNION:
        return None
    missed = games - (solved > 0).sum(axis=1)
    none = [math.comb(int(m), UNION) / math.comb(games, UNION) for m in missed]
    return estimate(1 - np.array(none), np.array(names()))


def _published(mock: Solved) -> str:
    lines = [
        "\n### Published, and here\n\nThe levels are others, and so are the birds: 3 to 8 a level "
        "there, 1 to 3 here. Read the two as floors of two games, not as two measurements of one. "
        "DeepPHY gives one run; its intervals are Wilson's over levels.\n\n",
        "| | levels | success |\n| --- | ---: | ---: |\n",
    ]
    for name, count in PUBLISHED.items():
        low, high = wilson(count, LEVELS)
        found = Estimate(count / LEVELS, (low, high))
        lines.append(f"| DeepPHY: {name} | {LEVELS} | {share(found, 1)} |\n")
    lines.append(f"| here: MOCK, {mock.shape[1]} games a task | 75 | {share(_by(mock, 3), 1)} |\n")
    return "".join(lines)


def _baselines(out: Path, tables: dict[str, Solved]) -> str:
    ks = " | ".join(f"by turn {turn}" for turn in TURNS)
    lines = [
        "\n### Baselines on birds\n\nSuccess in per cent by the turn of the game; *turns* are the "
        f"mean turn of solved games. *Any of {UNION}* is the share of tasks that at least one of "
        f"{UNION} games solves. MOCK shoots anywhere with at least half the power, random-valid "
        "with any; both play 100 games a task. The constant is one shot for all birds and tasks, "
        "chosen on training tasks. Outcomes are those of the run that the command makes.\n\n",
        f"| model | {ks} | turns | any of {UNION} | {' | '.join(map(str, OUTCOMES))} | command |\n",
        f"| --- |{' ---: |' * (len(TURNS) + 2 + len(OUTCOMES))} --- |\n",
    ]
    for name, solved in tables.items():
        run = load(_folder(out, name)).results
        counts = " | ".join(f"{count:,}" for count in run.outcomes.sum(axis=0))
        union = _union(solved)
        lines.append(
            f"| topple/{name} | {' | '.join(share(_by(solved, k), 1) for k in TURNS)} "
            f"| {number(_turns(solved))} | {share(union, 1) if union else ''} | {counts} "
            f"| `{_command(name)}` |\n"
        )
    return "".join(lines)


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


def _solved(shots: Callable[[BirdsTask], Sequence[Values]]) -> str:
    found = [
        bool(said) and _solves(one, said) for one in map(task, names()) for said in [shots(one)]
    ]
    return f"| {sum(found)} | {100 * np.mean(found):.1f} |\n"


def _ceilings(tried: list[NDArray[np.int64]]) -> str:
    ten, one = _rounded(0.1, 0.01), _rounded(1.0, 0.05)
    certified = sum(WORLD.certificate(task(name)) is not None for name in names())
    single = np.array([row for row in tried if len(row)])
    some = single.any(axis=1)
    return "".join(
        [
            "\n### Ceilings on birds\n\nWhat a perfect player could get, by what may be said. "
            "Stored solutions use any direction, a tap at any time and shots while things still "
            "move. Said in turns they lose those whose bird needs its power at another time, and "
            "those that must be in time. The oracle says the stored solution, or else the first "
            f"of {SHOTS:,} shots (whole degrees, twentieths of the power) that solves the "
            "task when all birds take it: a lower bound.\n\n",
            "| what may be said | tasks solved | of 75 in per cent |\n| --- | ---: | ---: |\n",
            f"| stored solutions as they are | {certified} | {100 * certified / 75:.1f} |\n",
            "| the same by angle and power, in turns " + _solved(_stored),
            "| ... rounded to 0.1 degrees and 0.01 of the power "
            + _solved(lambda each: [*map(ten, _stored(each))]),
            "| ... rounded to 1 degree and 0.05 of the power "
            + _solved(lambda each: [*map(one, _stored(each))]),
            "| oracle " + _solved(lambda each: solution(RULES.name, str(each), SETUP.form)),
            f"\nOf the {len(single)} tasks with one bird, {int(some.sum())} "
            f"({100 * some.mean():.1f} %) are solved by at least one of the {SHOTS:,} shots, "
            f"and {100 * single.mean():.1f} % of all these shots solve their task.\n",
        ]
    )


def _scenarios(tables: dict[str, Solved]) -> str:
    kinds = np.array([template(task(name).id.template).scenario for name in names()])
    head = " | ".join(tables)
    lines = [
        "\n### Birds by scenario\n\nSuccess in per cent, tasks of each scenario alike.\n\n",
        f"| scenario | tasks | {head} |\n| --- | ---: |{' ---: |' * len(tables)}\n",
    ]
    for scenario in SCENARIOS:
        own = kinds == scenario
        shares = [f"{100 * (solved[own] > 0).mean():.0f}" for solved in tables.values()]
        lines.append(f"| {scenario} | {own.sum()} | {' | '.join(shares)} |\n")
    return "".join(lines)
