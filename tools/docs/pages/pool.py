"""Pool: DeepPHY's game on 100 racks, nine-ball by the rules, and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from tools.docs import played
from tools.docs.learning import curves
from tools.docs.shallow import by_what, verdict
from tools.docs.tables import ends, share, table
from topple.metrics.bootstrap import Estimate, estimate
from topple.protocols import protocol
from topple.runs.load import Run
from topple.tasks.draw import generator
from topple.worlds.pool.game import PoolGame, advance
from topple.worlds.pool.models.shallow import learnt_of
from topple.worlds.pool.planner import SPEEDS, SPOTS, best_shot, deepphy_shots
from topple.worlds.pool.protocols.pool_prediction import PREDICTION
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.table import direction
from topple.worlds.pool.world import WORLD, own_task

GAMES = 20  # games of MOCK per rack
ACTIONS = [f"{speed}, {spot}" for speed in SPEEDS for spot in SPOTS]
_PROTOCOL = "deepphy-pool-classic"
_MARKS = (1, 3, 5, 15)  # shots
_SIMPLE = ("random", "pool-aimed-random", "pool-ghost-ball", "pool-hard-centre")
_AGENTS = (*_SIMPLE, "pool-planner")
_BLIND = ("random-valid", "best-constant", "example", "shallow")
PROTOCOLS = (
    *("deepphy-pool", "deepphy-pool-classic", "pool-nine-ball", "pool-nine-ball-shaky"),
    *("pool-puzzles", "pool-puzzles-cross", "pool-prediction"),
)

Choose = Callable[[PoolGame, int], Shot]
Floats = NDArray[np.float64]


def parts(*, play: bool) -> dict[str, object]:
    """Return the parts; DeepPHY's games are played each time, the others if they are missing."""
    if play:
        _play_agents()
    mock, shots = mock_shares(), greedy()
    luck = float((mock * (1 - mock)).mean()) / (GAMES - 1)
    blind, shallow = _predictions(play=play)
    return {
        "games": GAMES,
        "players": _players(mock, shots),
        "low": 100 * np.quantile(mock, 0.05),
        "high": 100 * np.quantile(mock, 0.95),
        "spread": 100 * np.sqrt(max(0.0, float(mock.var(ddof=1)) - luck)),
        "shots": shots[np.isfinite(shots)].mean(),
        "search": _search(shots),
        "nine_ball": _rows("pool-nine-ball", _AGENTS),
        "shaky": _rows("pool-nine-ball-shaky", _AGENTS),
        "curves": curves("pool"),
        "puzzles": _rows("pool-puzzles", (*_SIMPLE, "ppo", "pool-planner")),
        "predictions": blind,
        "shallow": shallow,
        "ends": ends(PROTOCOLS),
    }


def _players(mock: Floats, shots: Floats) -> str:
    trained, tested = constants("train"), constants("test")
    before, best = int(trained.mean(axis=1).argmax()), int(tested.mean(axis=1).argmax())
    rows = [
        ("MOCK, published", "48.0, one rack"),
        (f"MOCK, {GAMES} games per rack", share(_over_racks(mock), 1)),
        ("mean of the 27 constant actions", share(_over_racks(tested.mean(axis=0)), 1)),
        (f"constant chosen on other racks ({ACTIONS[before]})", _constant(tested[before])),
        (f"best constant in hindsight ({ACTIONS[best]})", _constant(tested[best])),
        ("Gemini 2.5 Pro, published, the best model", "68.0, one rack"),
        ("best of the 27 by simulation, shot by shot", share(_over_racks(shots <= 15), 1)),
    ]
    return table(("player", "won in 15 of 100 racks, %"), rows)


@cache
def mock_shares() -> Floats:
    """Return the share of its games that MOCK wins, per rack."""
    racks = _racks("test")

    def choose(game: PoolGame, number: int) -> Shot:
        rng = generator("mock", str(game.task), number, len(game.turns))
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
    games = [PoolGame(own_task(WORLD.task(name))) for name in names]
    going = list(enumerate(games))
    while going:
        advance([game for _, game in going], [choose(game, number) for number, game in going])
        going = [(number, game) for number, game in going if not game.over]
    return np.array([len(game.turns) if game.won else np.inf for game in games])


def _actions(game: PoolGame) -> list[Shot]:
    """Return the 27 shots, in the order of their names."""
    return list(deepphy_shots(direction(game.place(), game.place(game.lowest))))


def _over_racks(values: Floats | NDArray[np.bool_]) -> Estimate:
    return estimate(values.astype(np.float64), np.arange(len(values)).astype(np.str_))


def _constant(won: NDArray[np.bool_]) -> str:
    return share(_over_racks(won), 0)


def _search(shots: Floats) -> str:
    """Return how many racks the search wins within some numbers of shots."""
    head = [f"within {mark}" for mark in _MARKS]
    return table(head, [[str(int((shots <= mark).sum())) for mark in _MARKS]], left=())


def _play_agents() -> None:
    for name in ("pool-nine-ball", "pool-nine-ball-shaky", "pool-puzzles"):
        for agent in _AGENTS:
            options = " --fold all" if name == "pool-nine-ball-shaky" else ""
            folds = (0,) if name == "pool-puzzles" else ()
            played.play(name, agent, agent, {}, options, folds=folds)


def _predictions(*, play: bool) -> tuple[str, str]:
    """Return what blind players get of predictions, and whether that is above chance."""
    tasks = [own_task(WORLD.task(name)) for name in PREDICTION.tasks(0)]
    chance = mean(1 / len(task.question.options) for task in tasks if task.question)
    found = {
        player: run.metric.score(run.counts).figures[0].estimate
        for player in _BLIND
        for run in played.baseline_runs(PREDICTION.name, player, 1, play=play)
    }
    if "shallow" not in found:
        return table((), ()), "not played yet."
    rows = [("chance", f"{100 * chance:.1f}")]
    rows += [(f"`topple/{player}`", share(each, 1)) for player, each in found.items()]
    training = PREDICTION.split(0).train
    learnt = [learnt_of(training, name) for name in sorted({task.id.template for task in tasks})]
    said = verdict(found["shallow"], chance, len(tasks))
    return table(("player", "right"), rows), f"{said}. Strongest features: {by_what(learnt)}."


def _rows(name: str, agents: Sequence[str]) -> str:
    """Return a table of the finished runs of some agents."""
    found = [run for agent in agents if (run := played.finished(name, agent))]
    scores = [run.metric.score(run.counts).figures for run in found]
    if not scores:
        return table((), ())
    rows = [
        (_label(run), *(share(figure.estimate, 1) for figure in figures), _command(run))
        for run, figures in zip(found, scores, strict=True)
    ]
    head = ("agent", *(figure.title for figure in scores[0]), "command")
    return table(head, rows, left=(0, len(head) - 1))


def _label(run: Run) -> str:
    return f"`{run.settings.agent}`" + (" (simulates)" if run.settings.simulates else "")


def _command(run: Run) -> str:
    command = str(run.settings.made_by["command"])
    return "see above" if " --set " in command else f"`{command}`"
