"""Search for shots that solve a level with a queue of birds, in turns as models make them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, zip_longest

import numpy as np

from topple.tasks.attempt import Action
from topple.tasks.draw import generator, normals
from topple.tasks.outcome import Outcome
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.models.forms import Sling
from topple.worlds.birds.models.views import pigs
from topple.worlds.birds.planner import angles_to
from topple.worlds.birds.search import DIGITS, solves
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.to_native import rules_for

GAMES = 50  # games of the random player
_FORM = Sling()
_WIDTH = 4  # positions kept after each bird
_BATCH = 32  # shots between two looks whether one of them solves the level
# Shots that are tried in every position, besides those at pigs: degrees and power.
_GRID = [(float(angle), 1.0) for angle in range(0, 81, 4)]
_GRID += [(float(angle), 0.8) for angle in range(0, 81, 8)]
_POWERS = (1.0, 0.85, 0.7)  # powers of shots at pigs
_TURNS = (0.0, -1.5, 1.5)  # degrees by which they are turned
_NEAR = 64  # shots drawn near a solution
_SPREAD = (1.5, 0.03)  # standard deviation of angle (degrees) and power

Values = tuple[float, float]


def solutions(task: BirdsTask, threads: int | None) -> Iterator[tuple[list[Action], int]]:
    """Search for shots that solve a level, with more and more birds.

    Yield solutions as they are found, and the number of shots tried so far. The positions in which
    fewest pigs are left, one for every set of them, are kept after each bird, and the next bird is
    tried from each of them.
    """
    starts, tried = [_FORM.begin(task)], 0
    with ThreadPoolExecutor(threads) as pool:
        for _ in task.level.birds:
            pairs = ((start, shot) for start in starts for shot in _shots(start))
            ends: list[BirdsGame] = []
            while some := list(pool.map(_shot, islice(pairs, _BATCH))):
                ends, tried = ends + some, tried + len(some)
                solved = [end.moves for end in some if end.outcome is Outcome.SOLVED]
                if found := [moves for moves in map(_round_moves, solved) if _holds(task, moves)]:
                    yield found, tried
            starts = _best([end for end in ends if not end.over])


def nearby_solutions(
    task: BirdsTask, action: Action, number: int, threads: int | None
) -> list[Action]:
    """Return solutions near one; `number` names the draw."""
    rng = generator("near a solution", task, number)
    moves = [[_move(values, rng) for values in _FORM.moves(action)] for _ in range(_NEAR)]
    with ThreadPoolExecutor(threads) as pool:
        found = pool.map(lambda said: _round_moves(_FORM.attempt(task, said)), moves)
        held = pool.map(lambda one: one if _holds(task, one) else None, found)
        return [one for one in held if one is not None]


def random_share(task: BirdsTask, threads: int | None) -> float:
    """Return the share of games that DeepPHY's random player wins."""
    with ThreadPoolExecutor(threads) as pool:
        won = list(pool.map(lambda number: _random_game(task, number), range(GAMES)))
    return sum(won) / GAMES


def _random_game(task: BirdsTask, number: int) -> bool:
    game, rng = _FORM.begin(task), generator("random game", task, number)
    while not game.over:
        values = _FORM.read(_FORM.mock(rng)).values
        assert values is not None
        _FORM.play(game, values)
    return game.outcome is Outcome.SOLVED


def _shots(start: BirdsGame) -> list[Values]:
    """Return the shots to try: a coarse grid, and both arcs to every pig that is left."""
    bird, found = start.birds[0], list(_GRID)
    rules = rules_for(start.level, start.rules)
    for x, y in pigs(start).values():
        for power in _POWERS:
            for angle in angles_to(x, y, stretch=power, bird=bird, rules=rules):
                found += [(round(math.degrees(angle) + turn, 1), power) for turn in _TURNS]
    return [shot for shot in dict.fromkeys(found) if not _FORM.refusal(shot)]


def _move(values: Sequence[float], rng: np.random.Generator) -> Values:
    """Move angle and power at random, by tenths of degrees and hundredths."""
    angle, power = (
        value + spread * moved
        for value, spread, moved in zip(values, _SPREAD, normals(rng, 2), strict=True)
    )
    return round(min(max(angle, 0.0), 90.0), 1), round(min(max(power, 0.0), 1.0), 2)


def _shot(pair: tuple[BirdsGame, Values]) -> BirdsGame:
    start, values = pair
    after = start.branch()
    _FORM.play(after, values)
    return after


def _round_moves(moves: Sequence[float]) -> Action:
    """Round as certificates do."""
    return tuple(round(number, DIGITS) for number in moves)


def _holds(task: BirdsTask, action: Action) -> bool:
    """Return whether a solution solves a level, both as stored and as written for models."""
    said = _FORM.attempt(task, _FORM.moves(action))
    return all(solves(task, [shots_of(action), shots_of(said)], threads=1))


def _best(ends: Sequence[BirdsGame]) -> list[BirdsGame]:
    """Return positions to go on from: the best of every set of pigs left, fewest pigs first."""
    groups: dict[frozenset[int], list[BirdsGame]] = {}
    for end in sorted(ends, key=lambda end: -end.native.score):
        groups.setdefault(frozenset(pigs(end)), []).append(end)
    by_size = [groups[left] for left in sorted(groups, key=len)]
    ranked = (end for some in zip_longest(*by_size) for end in some if end is not None)
    return list(islice(ranked, _WIDTH))
