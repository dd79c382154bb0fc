"""Rollouts: shots at training tasks from the first position, and from later ones.

Where a task has several birds, a shot counts as a solution if shots after it clear the level. That
is tried after few shots, the best by pigs left and score and some others; a shot that was as good
as one of those that led to a solution counts as one too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from topple.agents._ranking.rollouts import file_of, load_arrays, over_tasks, save_arrays
from topple.agents.practice import Practice
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.birds import BirdsGame, play_on
from topple.worlds.birds.agents.birds_ranker.scene import Image, image_of
from topple.worlds.birds.agents.birds_ranker.shots import KINDS, Shots, draw, near, shot_of
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.visible import view
from topple.worlds.birds.world import own_task

_BEST, _OTHERS = 2, 1  # shots after which a game is continued


@dataclass(frozen=True, slots=True)
class Budget:
    """How many shots are tried in the first position, and near its solutions."""

    shots: int
    near: int


class Position(NamedTuple):
    """A scene at rest, its bird, and what shots did there."""

    image: Image
    bird: int  # number of its kind
    left: int  # birds, this one included
    shots: Shots
    solved: NDArray[np.bool_]


def gather(practice: Practice, budget: Budget) -> list[list[Position]]:
    """Return the positions of every training task, simulated on all threads or loaded."""
    tasks = [own_task(task) for task in practice.tasks]
    found = list(over_tasks(practice, tasks, lambda task: _load_or_play(practice, budget, task)))
    practice.simulations += sum(len(each.shots) for positions in found for each in positions)
    return found


def roll_out(task: BirdsTask, budget: Budget) -> list[Position]:
    """Try shots in the first position of a task, and in positions that follow."""
    game = BirdsGame(task, settled=True)
    play_on([game], [None], threads=1)
    return [] if game.over else _explore(game, budget, generator("birds ranker", task))


def _explore(game: BirdsGame, budget: Budget, rng: np.random.Generator) -> list[Position]:
    """Try shots in a position; return it first, then those that follow."""
    seen = Observation(game)
    image, left = image_of(seen), len(seen.birds)
    shots = draw(seen.birds[0], budget.shots, rng)
    games, solved = _play(game, shots)
    later: list[Position] = []
    if left > 1:
        solved, later = _continue(games, solved, budget, rng)
    elif solved.any() and budget.near:
        more = near(shots[solved], budget.near, rng)
        shots = np.concatenate([shots, more])
        solved = np.concatenate([solved, _play(game, more)[1]])
    return [Position(image, KINDS.index(seen.birds[0]), left, shots, solved), *later]


def _play(game: BirdsGame, shots: Shots) -> tuple[list[BirdsGame], NDArray[np.bool_]]:
    state = game.snapshot()
    games = [game.restore(state) for _ in shots]
    play_on(games, [shot_of(row) for row in shots.tolist()], threads=1)
    return games, np.array([each.outcome is Outcome.SOLVED for each in games])


def _continue(
    games: Sequence[BirdsGame], solved: NDArray[np.bool_], budget: Budget, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], list[Position]]:
    """Continue some games; return which shots count as solutions, and the positions reached."""
    worth = np.array([_worth(each) for each in games])
    on = np.array([i for i, each in enumerate(games) if not each.over], int)
    order = on[np.argsort(-worth[on], kind="stable")]
    chosen = [*order[:_BEST], *rng.permutation(order[_BEST:])[:_OTHERS]]
    less = Budget(max(budget.shots // 2, 1), budget.near // 2)
    later: list[Position] = []
    enough = np.inf
    good = solved.copy()
    for rank, number in enumerate(chosen):
        found = _explore(games[number], less, rng)
        if found[0].solved.any():
            good[number] = True
            enough = worth[number] if rank < _BEST else enough
        later += found
    good[on] |= worth[on] >= enough
    return good, later


def _worth(game: BirdsGame) -> float:
    """Value a position: few pigs, hurt pigs, a high score."""
    hurt = sum(each.look for each in view(game).things if each.kind.startswith("pig_"))
    return game.native.score + 1e5 * hurt - 1e6 * game.native.pigs_left


def _load_or_play(practice: Practice, budget: Budget, task: BirdsTask) -> list[Position]:
    path = file_of(practice, task, f"{budget.shots}-{budget.near}")
    if path is not None and path.exists():
        return list(_positions(*load_arrays(path, ("images", "table", "shots", "solved"))))
    found = roll_out(task, budget)
    if path is not None:
        _save(path, found)
    return found


def _positions(
    images: Image, table: NDArray[np.int32], shots: Shots, solved: NDArray[np.bool_]
) -> Iterator[Position]:
    ends = table[:, 2].cumsum()
    for image, (bird, left, count), end in zip(images, table.tolist(), ends.tolist(), strict=True):
        own = slice(end - count, end)
        yield Position(image, bird, left, shots[own], solved[own])


def _save(path: Path, found: Sequence[Position]) -> None:
    save_arrays(
        path,
        images=np.array([each.image for each in found], np.uint8),
        table=np.array([(each.bird, each.left, len(each.shots)) for each in found], np.int32),
        shots=np.concatenate([np.empty((0, 3), np.float32), *(each.shots for each in found)]),
        solved=np.concatenate([np.empty(0, np.bool_), *(each.solved for each in found)]),
    )
