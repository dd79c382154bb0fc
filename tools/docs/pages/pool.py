"""Pool: DeepPHY's game on 100 racks, nine-ball by the rules, and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tools.docs.pages import _pool_agents
from tools.docs.tables import share, table
from topple.metrics.bootstrap import Estimate, estimate
from topple.protocols import protocol
from topple.tasks.draw import generator
from topple.worlds.pool.game import Game, play_shots
from topple.worlds.pool.planner import SPEEDS, SPOTS, best_shot, deepphy_shots
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.table import direction
from topple.worlds.pool.world import WORLD, own_task

GAMES = 20  # games of MOCK per rack
ACTIONS = [f"{speed}, {spot}" for speed in SPEEDS for spot in SPOTS]
_PROTOCOL = "deepphy-pool-classic"
_MARKS = (1, 3, 5, 15)  # shots

_INTRO = """\
# Pool: floors, ceilings and learners

`python -m tools.docs results pool` plays what is missing, in about a quarter of an hour, and writes
this page. Intervals are 95 %.

## DeepPHY's pool

DeepPHY plays one rack a hundred times. The stick always points at the centre of the lowest ball, a
model chooses one of three speeds and nine spots, and the game is won when the 9 falls within 15
shots. The published figures are for one unknown rack each. Here the same 27 actions are played on
the 100 stored racks of `deepphy-pool-classic`, so that the spread between racks can be seen. As
in DeepPHY, MOCK draws one of the shots that it has not played in this game. Intervals resample
racks.

"""

Choose = Callable[[Game, int], Shot]
Floats = NDArray[np.float64]


def build(*, play: bool) -> str:
    """Return the page; DeepPHY's games are played each time, the others if they are missing."""
    trained, tested = constants("train"), constants("test")
    before, best = int(trained.mean(axis=1).argmax()), int(tested.mean(axis=1).argmax())
    mock = mock_shares()
    rows = [
        ("MOCK, published", "48.0, one rack"),
        (f"MOCK, {GAMES} games per rack", share(_over_racks(mock), 1)),
        ("mean of the 27 constant actions", share(_over_racks(tested.mean(axis=0)), 1)),
        (f"constant chosen on other racks ({ACTIONS[before]})", _constant(tested[before])),
        (f"best constant in hindsight ({ACTIONS[best]})", _constant(tested[best])),
        ("Gemini 2.5 Pro, published, the best model", "68.0, one rack"),
        ("best of the 27 by simulation, shot by shot", share(_over_racks(greedy() <= 15), 1)),
    ]
    return (
        f"{_INTRO}{table(('player', 'won in 15 of 100 racks, %'), rows)}\n"
        f"{_spread(mock)}\n{_search(greedy())}{_pool_agents.part(play=play)}"
    )


@cache
def mock_shares() -> Floats:
    """Return the share of its games that MOCK wins, per rack."""
    racks = _racks("test")

    def choose(game: Game, number: int) -> Shot:
        rng = generator("mock", str(game.task), number, len(game.shots))
        played = {shot[1:] for shot in game.shots}
        left = [shot for shot in _actions(game) if shot[1:] not in played]
        return left[int(rng.integers(len(left)))]

    shots = _play([rack for rack in racks for _ in range(GAMES)], choose)
    won: Floats = (shots.reshape(len(racks), GAMES) <= 15).mean(axis=1)
    return won


@cache
def constants(part: str) -> NDArray[np.bool_]:
    """Return whether each action, repeated, wins each rack: actions x racks."""
    racks = _racks(part)
    shots = _play(racks * len(ACTIONS), lambda game, n: _actions(game)[n // len(racks)])
    return shots.reshape(len(ACTIONS), len(racks)) <= 15


@cache
def greedy() -> Floats:
    """Return how many shots a search of one shot ahead needs, per rack."""
    return _play(_racks("test"), lambda game, number: best_shot(game, pockets=0))


def _racks(part: str) -> list[str]:
    split = protocol(_PROTOCOL).split(0)
    return list(split.train if part == "train" else split.test)


def _play(names: list[str], choose: Choose) -> Floats:
    """Play games together; return the number of shots, infinite for games that are not won."""
    games = [Game.begin(own_task(WORLD.task(name))) for name in names]
    going = list(enumerate(games))
    while going:
        play_shots([game for _, game in going], [choose(game, number) for number, game in going])
        going = [(number, game) for number, game in going if not game.over]
    return np.array([len(game.shots) if game.won else np.inf for game in games])


def _actions(game: Game) -> list[Shot]:
    """Return the 27 shots, in the order of their names."""
    return list(deepphy_shots(direction(game.place(), game.place(game.lowest))))


def _over_racks(values: Floats | NDArray[np.bool_]) -> Estimate:
    return estimate(values.astype(np.float64), np.arange(len(values)).astype(np.str_))


def _constant(won: NDArray[np.bool_]) -> str:
    return share(_over_racks(won), 0)


def _spread(mock: Floats) -> str:
    luck = float((mock * (1 - mock)).mean()) / (GAMES - 1)
    true = np.sqrt(max(0.0, float(mock.var(ddof=1)) - luck))
    low, high = (100 * np.quantile(mock, at) for at in (0.05, 0.95))
    return (
        f"Between racks, the share that MOCK wins goes from {low:.0f} % to {high:.0f} % (5 % and "
        f"95 % quantiles).\nMost of that is the luck of {GAMES} games; without it a standard "
        f"deviation of {100 * true:.0f} points is left.\nA player that always does the same on one "
        "rack wins all of its games there, or none.\n"
    )


def _search(shots: Floats) -> str:
    counts = [(f"within {mark}", str(int((shots <= mark).sum()))) for mark in _MARKS]
    head = tuple(name for name, _ in counts)
    return (
        "Racks that the search wins; it needs "
        f"{shots[np.isfinite(shots)].mean():.1f} shots on average:\n\n"
        f"{table(head, [tuple(count for _, count in counts)], left=())}"
    )
