"""The pool ranker: what it sees of a shot, what it learns from, and how failures move it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from topple.agents import Practice, make_agent
from topple.agents._training.options import Options, Progress
from topple.errors import BadInput
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import world
from topple.worlds.pool.agents.pool_ranker import agent as module
from topple.worlds.pool.agents.pool_ranker.agent import PoolRanker
from topple.worlds.pool.agents.pool_ranker.features import SIGNS, features
from topple.worlds.pool.agents.pool_ranker.sketch import passing, sketch, trace
from topple.worlds.pool.planner import aimed_shots
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.simulate import simulate
from topple.worlds.pool.table import BALLS, RADIUS, WIDTH
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import own_task, puzzle_outcomes

POOL = world("pool")
FOLD = protocol("pool-puzzles").split(0)
KICK = own_task(POOL.task("pool/kick@1:000"))


def shots_at(task: PoolTask, count: int) -> np.ndarray:
    places = [(x, y) for x, y in task.table.tolist()]
    return np.array(aimed_shots(places, np.random.default_rng(3), count))


def tiny(**changes: Any) -> PoolRanker:
    few: dict[str, Any] = {"updates": 4, "scenes": 2, "width": 4, "depth": 1, "tries": 600}
    return PoolRanker(**{**few, "near": 20, "ranked": 200, **changes})


def test_a_path_is_mirrored_at_rails_and_ends_at_a_ball() -> None:
    balls = np.full((BALLS, 2), np.nan)
    balls[4] = 0.5, 1.5
    heading = np.array([[-(0.5**0.5), 0.5**0.5], [0.0, 1.0]])
    start = np.array([[0.2, 1.0], [0.5, 1.0]])
    paths = trace(start, heading, balls, np.zeros(2, int), 3)
    assert paths.met.tolist() == [-1, 4]
    far = (0.2 - RADIUS) * 2**0.5
    assert paths.lengths[0, 0] == pytest.approx(far)
    np.testing.assert_allclose(paths.headings[0, 1], [0.5**0.5, 0.5**0.5])
    np.testing.assert_allclose(paths.end[1], [0.5, 1.5 - 2 * RADIUS])
    assert paths.lengths[1].tolist() == [pytest.approx(0.5 - 2 * RADIUS), 0.0, 0.0]
    along, beside = passing(paths, np.array([[0.4, 1.3]]))
    assert along[1, 0, 0] == pytest.approx(0.3)
    assert beside[1, 0, 0] == pytest.approx(0.1), "to the left"


def test_direct_paths_meet_the_balls_that_the_engine_meets() -> None:
    task = own_task(POOL.task("pool/snooker_escape@1:000"))
    shots = shots_at(task, 400)
    shots[:, 1:] = 4.0, 0.0, 0.0
    drawn = sketch(task.table, shots)
    facts = simulate(task.table[None], [Shot(*row) for row in shots.tolist()], threads=1)
    direct = (drawn.cue.lengths[:, 1] == 0) & (drawn.cue.met >= 0)
    assert direct.sum() > 200
    assert (drawn.cue.met == facts.hit[:, 0])[direct].mean() > 0.99


@pytest.mark.parametrize("name", ["bank", "kick", "position", "lag", "combination"])
def test_mirrored_shots_have_mirrored_features(name: str) -> None:
    task = own_task(POOL.task(f"pool/{name}@1:001"))
    shots = shots_at(task, 100)
    goal = tuple(
        replace(each, x=WIDTH - each.x) if hasattr(each, "x") else each  # type: ignore[type-var]
        for each in task.goal
    )
    balls = tuple((number, WIDTH - x, y) for number, x, y in task.balls)
    turned = shots * [-1, 1, -1, 1] + [180, 0, 0, 0]
    found = features(replace(task, balls=balls, goal=goal), turned)
    np.testing.assert_allclose(found, features(task, shots) * SIGNS, atol=1e-3)


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts simulations by task id."""
    counted: Counter[str] = Counter()

    def count(task: PoolTask, actions: Any, threads: int | None = None) -> Any:
        counted[str(task)] += len(actions)
        return puzzle_outcomes(task, actions, threads)

    monkeypatch.setattr(module, "puzzle_outcomes", count)
    monkeypatch.setattr(type(POOL), "play", None)
    monkeypatch.setattr(type(POOL), "outcomes", None)
    return counted


def test_training_simulates_training_tasks_only_and_counts_them(
    simulated: Counter[str], tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    names = [*FOLD.learnt_from("test")[:2]]
    practice = Practice(POOL, names, folder=tmp_path, threads=1)
    who = tiny()
    who.fit(practice)
    action = who.act(POOL.task(FOLD.test[0]), [])
    assert action is not None
    assert len(action) == 4, "it acts on a test task"
    assert set(simulated) == set(names)
    assert not set(simulated) & set(FOLD.test)
    assert practice.simulations == simulated.total() > 1000
    again = Practice(POOL, names, folder=tmp_path, threads=1)
    tiny().fit(again)
    assert simulated.total() == practice.simulations, "stored rollouts are not simulated again"
    assert again.simulations == practice.simulations, "they count as cost all the same"


def test_it_learns_to_pot() -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    names = [f"pool/straight_pot@1:{index:03d}" for index in range(24)]
    who = tiny(updates=150, scenes=8, width=16, tries=1000, ranked=600, learning_rate=0.01)
    who.fit(Practice(POOL, names, threads=1))
    before, after = [], []
    for index in range(30, 36):
        task = own_task(POOL.task(f"pool/straight_pot@1:{index:03d}"))
        actions, scores = who._ranking(task)
        solved = puzzle_outcomes(task, actions, threads=1) == 1
        before.append(solved.mean())
        after.append(solved[np.argsort(-scores)[:20]].mean())
    assert np.mean(after) > 4 * np.mean(before)


def test_stopped_and_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    practice = Practice(POOL, ["pool/cluster@1:000"], folder=tmp_path / "cache", threads=1)

    def train(folder: Path | None = None, **changes: Any) -> tuple[dict[str, np.ndarray], int]:
        who = tiny()
        who.settle(0, 0, "fit")
        done = who.train(practice, Options(folder=folder, device="cpu", **changes))
        return {
            name: each.numpy() for name, each in who._networks[0].state_dict().items()
        }, done.resumed

    def stop(at: Progress) -> None:
        raise RuntimeError("killed")

    straight, _ = train()
    with pytest.raises(RuntimeError, match="killed"):
        train(tmp_path / "model", checkpoint_every=2, watch=stop)
    resumed, at = train(tmp_path / "model")
    assert at in (2, 4)
    for name, value in straight.items():
        np.testing.assert_array_equal(value, resumed[name], name)


def test_models_of_the_same_tasks_are_averaged(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    practice = Practice(POOL, ["pool/cluster@1:000"], folder=tmp_path / "cache", threads=1)
    single = []
    for seed in (0, 1):
        who = tiny()
        who.settle(seed, 0, "fit")
        trained = who.train(practice, Options(folder=tmp_path / "both" / str(seed)))
        single.append(who._ranking(own_task(KICK)).scores)
    both = tiny(model=str(tmp_path / "both"))
    both.fit(practice)
    np.testing.assert_array_equal(both._ranking(own_task(KICK)).scores, np.mean(single, axis=0))
    assert np.abs(single[0] - single[1]).max() > 0
    assert both.training["updates"] == 2 * trained.updates
    assert len(set(both.training["settings"]["seed"])) == 2


def test_it_moves_away_from_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = pytest.importorskip("topple.agents._ranking.rows")
    monkeypatch.setattr(
        rows, "scores", lambda network, rows: -np.arange(len(rows), dtype=np.float32) / 1000
    )
    stubborn, flexible = tiny(penalty=0.0), tiny(penalty=5.0, reach=30.0)
    for who in (stubborn, flexible):
        who._networks = [None]
    past: list[Attempt] = []
    first = stubborn.act(KICK, past)
    assert flexible.act(KICK, past) == first
    past.append(Attempt(0, str(KICK), 1, first, Outcome.MISSED))
    assert stubborn.act(KICK, past) != first, "no shot is tried twice"
    apart = np.abs(np.array(flexible.act(KICK, past)) - first) / (30 * module._REACHES)
    assert apart.max() > 1.0


def test_it_gives_up_when_every_candidate_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = pytest.importorskip("topple.agents._ranking.rows")
    monkeypatch.setattr(rows, "scores", lambda network, rows: np.zeros(len(rows), np.float32))
    who = tiny(ranked=2)
    who._networks = [None]
    past: list[Attempt] = []
    for number in (1, 2):
        action = who.act(KICK, past)
        assert action is not None
        past.append(Attempt(0, str(KICK), number, action, Outcome.MISSED))
    assert past[0].action != past[1].action
    assert who.act(KICK, past) is None


def test_it_plays_puzzles_only() -> None:
    with pytest.raises(BadInput, match="plays puzzles"):
        tiny().own(POOL.task("pool/nine_ball@1:000"))
    with pytest.raises(BadInput, match="reach"):
        make_agent("pool-ranker", [("reach", "0")])
