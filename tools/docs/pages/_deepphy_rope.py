"""DeepPHY's rope game on our own levels: its part of the page of DeepPHY."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tools.docs.tables import share, table
from topple.metrics.bootstrap import Estimate, estimate
from topple.metrics.metric import metric
from topple.protocols import protocol
from topple.tasks.attempt import Action
from topple.tasks.certificates import wilson
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.metrics.fed import STARS
from topple.worlds.rope.models.forms import TURNS, Calls
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.world import WORLD, own_task

RULES = protocol("deepphy-rope")
GAMES = {"mock": 100, "random-valid": 100}  # per level
LEVELS = 88  # that DeepPHY plays

Floats = NDArray[np.float64]


def parts() -> dict[str, object]:
    """Return the parts of the page; the games are played now, in a minute."""
    tasks = [own_task(WORLD.task(name)) for name in RULES.tasks(0)]
    rows: list[tuple[str, ...]] = []
    for row in metric(RULES.metric).originals(RULES.name):
        points, _ = row.figures["fed"]
        found = Estimate(points / 100, wilson(round(points * LEVELS / 100), LEVELS))
        rows.append((f"DeepPHY: {row.agent}", f"{LEVELS}", share(found, 1), "", ""))
    templates = np.array([task.id.template for task in tasks])
    for name in GAMES:
        cells = [share(estimate(each, templates), 1) for each in random_games(name)]
        command = f"`topple eval {RULES.name} --model topple/{name} --view text`"
        title = f"here: topple/{name}, {GAMES[name]} games a level"
        rows.append((title, f"{len(tasks)}", *cells, command))
    said = _played(tasks, [[_solution(task)] for task in tasks])
    cells = [share(estimate(each, templates), 1) for each in said]
    rows.append(("here: the stored solutions", f"{len(tasks)}", *cells, ""))
    fed = table(("", "levels", "fed", "stars", "a run"), rows, left=(0, 4))
    return {"count": len(tasks), "table": fed}


@cache
def random_games(name: str) -> tuple[Floats, Floats]:
    """Play games of a random player; return how often each level is fed, and its share of stars."""
    tasks = [own_task(WORLD.task(each)) for each in RULES.tasks(0)]
    seeds = range(GAMES[name])
    return _played(tasks, [[_game(task, name, seed) for seed in seeds] for task in tasks])


def _played(tasks: list[RopeTask], actions: list[list[Action]]) -> tuple[Floats, Floats]:
    fed, stars = [], []
    for task, some in zip(tasks, actions, strict=True):
        played = WORLD.play([task] * len(some), some)
        fed.append(np.mean([each.outcome is Outcome.SOLVED for each in played]))
        stars.append(np.mean([each.points for each in played]) / STARS)
    return np.array(fed), np.array(stars)


def _game(task: RopeTask, name: str, seed: int) -> Action:
    """Play the game that a run with this seed plays, without questions; return its calls."""
    game = RopeGame(task)
    for turn in range(1, TURNS + 1):
        form = Calls(task.level).among(Calls().choices(game))
        rng = generator(seed, name, 0, str(task), 1, turn)
        values = form.sample(rng) if name == "random-valid" else form.read(form.mock(rng)).values
        if values is not None:
            form.play(game, values)
        if game.over:
            break
    return tuple(game.moves)


def _solution(task: RopeTask) -> Action:
    form = Calls().fit(task)
    return form.attempt(task, form.moves(WORLD.solution(task)))
