"""Games of the baselines in DeepPHY's slingshot game on birds, and their statistics."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.docs.played import RUNS
from topple.metrics.bootstrap import Estimate, Floats, estimate, estimate_of
from topple.progress import Bar
from topple.prompting.hint import Hint
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.vlm.baselines import answer
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import evaluate_model
from topple.vlm.plan import ModelPlan
from topple.worlds.birds.models.forms import Sling
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD, task

RULES = protocol("deepphy-birds")
GAMES = {"mock": 100, "random-valid": 100, "best-constant": 1, "oracle": 1}  # per task
UNION = 5
SETUP = Setup("angle-power", history="text")
FORM = Sling()
FOLDER = RUNS / RULES.name

Solved = NDArray[np.int64]  # tasks x games: the turn that solved it, 0 if none did


def names() -> tuple[str, ...]:
    """Return the tasks of the protocol."""
    return RULES.split(0).test


def command(name: str) -> str:
    """Return the command that plays a run of a baseline."""
    return f"topple eval {RULES.name} --model topple/{name} --history {SETUP.history}"


def folder(name: str) -> Path:
    """Return the run folder of a baseline."""
    return FOLDER / f"{name}-0"


def play() -> None:
    """Play what is missing: a run of each baseline, and many games of the random ones."""
    for name in GAMES:
        plan = ModelPlan(RULES, SETUP, f"topple/{name}", RULES.folds)
        with Bar(command(name), "tasks") as bar:

            def watch(done: int, of: int, usd: float, bar: Bar = bar) -> None:
                bar.update(done, of)

            evaluate = evaluate_model if name == "mock" else play_directly
            evaluate(plan, folder(name), command=command(name), watch=watch)
        solved_at(name)
    every_shot()


def solved_at(name: str) -> Solved:
    """Play the games of a baseline on every task, or load them."""
    return np.array(_kept(f"{name}-games", partial(_games, name)))


def every_shot() -> list[NDArray[np.int64]]:
    """Try all shots that the oracle searches on tasks with one bird, or load the results."""
    return _kept("every-shot", _shots)


def _kept(name: str, work: Callable[[BirdsTask], NDArray[np.int64]]) -> list[NDArray[np.int64]]:
    """Compute an array per task once, and keep it in a file."""
    kept = FOLDER / name
    kept.mkdir(parents=True, exist_ok=True)
    rows = []
    with Bar(name, "tasks") as bar:
        for i, each in enumerate(names(), 1):
            path = kept / f"{each.replace('/', '-').replace(':', '-')}.npy"
            if not path.exists():
                np.save(path, work(task(each)))
            rows.append(np.load(path))
            bar.update(i, len(names()))
    return rows


def _games(name: str, one: BirdsTask) -> NDArray[np.int64]:
    return np.array([game(one, name, seed) for seed in range(GAMES[name])])


def game(one: BirdsTask, name: str, seed: int, rules: Protocol = RULES) -> int:
    """Play the game that a run with this seed plays, without questions; return the solving turn."""
    played = FORM.begin(one)
    for turn in range(1, len(one.level.birds) + 1):
        hint = Hint(rules.name, str(one), 0, 1, turn, SETUP.form)
        values = FORM.read(answer(name, hint, seed)).values
        if values is not None:
            FORM.play(played, values)
        if played.over:
            return turn if played.outcome is Outcome.SOLVED else 0
    return 0


def _shots(one: BirdsTask) -> NDArray[np.int64]:
    if len(one.level.birds) > 1:
        return np.zeros(0, np.int64)
    rows = np.array([FORM.repeated(one, shot) for shot in FORM.searched()])
    return np.asarray(WORLD.outcomes([one], rows)[0] == 1, np.int64)


def solved_by(solved: Solved, turn: int) -> Estimate:
    """Estimate the share of games solved by a turn."""
    within = (solved > 0) & (solved <= turn)
    return estimate(within.mean(axis=1), np.array(names()))


def mean_turn(solved: Solved) -> Estimate:
    """Estimate the mean solving turn of solved games."""
    tries, games = solved.sum(axis=1), (solved > 0).sum(axis=1)

    def mean(weights: Floats) -> Floats:
        above, below = np.asarray(weights @ tries), np.asarray(weights @ games)
        found = np.full(len(weights), np.nan)
        np.divide(above, below, out=found, where=below > 0)
        return found

    return estimate_of(mean, np.array(names()))


def union(solved: Solved) -> Estimate | None:
    """Estimate the share of tasks that at least one of `UNION` games solves."""
    games = solved.shape[1]
    if games < UNION:
        return None
    missed = games - (solved > 0).sum(axis=1)
    none = [math.comb(int(m), UNION) / math.comb(games, UNION) for m in missed]
    return estimate(1 - np.array(none), np.array(names()))
