"""The birds ranker: what it sees, where birds fly, what its shots did, and how it moves on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from topple import task
from topple.agents.agent import make_agent
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.birds import BirdsGame, play_on, simulate
from topple.worlds.birds.agents._slingshot.perception import pigs
from topple.worlds.birds.agents.birds_ranker.agent import BirdsRanker
from topple.worlds.birds.agents.birds_ranker.rollouts import Budget, gather, roll_out
from topple.worlds.birds.agents.birds_ranker.scene import LEFT, SCALE, TOP, image_of
from topple.worlds.birds.agents.birds_ranker.shots import candidates, draw, near, rows_of, shot_of
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.planner import flight
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD, own_task

ONE_BIRD = own_task(task("birds/under_a_roof@1:001"))
BIG_PIG = own_task(task("birds/big_pig_behind_a_post@1:001"))
BOOST = own_task(task("birds/boost_through_the_bar@1:000"))
RNG = np.random.default_rng(5)


def opened(of: BirdsTask) -> BirdsGame:
    game = BirdsGame(of, settled=True)
    play_on([game], [None], threads=1)
    return game


def test_the_image_shows_things_where_they_are() -> None:
    image = image_of(Observation(opened(ONE_BIRD)))
    for pig in pigs(Observation(opened(ONE_BIRD))):
        x, y = pig.middle
        assert image[int((TOP - y) * SCALE), int((x - LEFT) * SCALE)] == 5
    assert set(np.unique(image)) >= {0, 1, 5, 7}  # air, platform, pig, ground
    assert (image[-1] == 7).all()


def test_rows_and_shots_are_the_same() -> None:
    rows = draw("BirdYellow", 50, RNG)
    again = rows_of([number for row in rows for number in shot_of(row.tolist()).row()])
    np.testing.assert_allclose(again, rows, atol=1e-6)
    around = near(rows, 200, RNG)
    assert around[:, 1].max() <= 1
    assert (around[:, 2][around[:, 2] < 0] == -1).all()
    assert (draw("BirdRed", 50, RNG)[:, 2] == -1).all()
    assert candidates("BirdRed", 20).tolist() == candidates("BirdRed", 20).tolist()


def test_paths_are_those_of_the_engine() -> None:
    torch = pytest.importorskip("torch")
    from topple.worlds.birds.agents.birds_ranker.network import Paths

    shot = Shot.at_angle(0.9, 0.9, 0.8)
    (play,) = simulate(BOOST.level, [[shot]], rules=BOOST.rules, stride=1)
    tracks = play.tracks()
    bird = tracks[tracks[:, 1] == len(BOOST.level.things) + 1]
    start = flight(shot, "BirdYellow")
    flown = bird[np.flatnonzero(np.abs(bird[:, 2] - start.at(0.4)[0]) < 1e-6)[0] :]  # after 0.4 s
    kinds, row = torch.tensor([1]), torch.tensor([[[0.9, 0.9, 0.8]]])
    places, state = Paths()(kinds, row, torch.zeros(1, 2))
    for moment in (5, 10, 15, 20):  # of 0.08 s; the tap is at the tenth
        np.testing.assert_allclose(
            10 * state[0, 0, moment, :2], flown[4 * (moment - 5), 2:4], atol=0.12
        )
    x, y = 10 * state[0, 0, 10, :2].numpy()
    np.testing.assert_allclose(places[0, 0, 10, 0], 2 * SCALE * (x - LEFT) / 336 - 1, atol=1e-5)
    np.testing.assert_allclose(places[0, 0, 10, 1], 2 * SCALE * (TOP - y) / 176 - 1, atol=1e-5)


def test_solutions_of_one_bird_solve_the_task() -> None:
    (position,) = roll_out(ONE_BIRD, Budget(40, 10))
    assert position.left == 1
    assert set(position.solved.tolist()) == {True, False}
    game = opened(ONE_BIRD)
    seen = Observation(game)
    seen.rest()
    shots = [replace(shot_of(row), delay=seen.waited) for row in position.shots.tolist()]
    plays = simulate(ONE_BIRD.level, [[each] for each in shots], rules=ONE_BIRD.rules)
    assert [play.outcome is Outcome.SOLVED for play in plays] == position.solved.tolist()


def test_a_shot_counts_where_later_shots_clear_the_level() -> None:
    positions = roll_out(BIG_PIG, Budget(120, 20))
    lefts = [position.left for position in positions]
    assert lefts[0] == 3
    assert set(lefts) == {1, 2, 3}
    last = [position for position in positions if position.left == 1]
    assert positions[0].solved.any()
    assert any(position.solved.any() for position in last)


def test_stored_rollouts_are_those_that_were_simulated(tmp_path: Path) -> None:
    first, again = (Practice(WORLD, [str(BIG_PIG)], folder=tmp_path) for _ in range(2))
    for one, two in zip(*(gather(each, Budget(10, 2))[0] for each in (first, again)), strict=True):
        for name in ("image", "bird", "left", "shots", "solved"):
            np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    assert first.simulations == again.simulations > 10
    (file,) = tmp_path.glob("*/*.npz")
    file.write_bytes(b"nothing")
    with pytest.raises(BadInput, match="holds no rollouts"):
        gather(again, Budget(10, 2))


def attempt(of: str, action: Sequence[float], outcome: Outcome) -> Attempt:
    return Attempt(0, of, 1, tuple(action), outcome)


def test_it_moves_away_from_failures_and_repeats_solutions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scoring = pytest.importorskip("topple.worlds.birds.agents.birds_ranker.network")
    monkeypatch.setattr(
        scoring, "scores", lambda network, image, bird, left, shots: -np.abs(shots[:, 0] - 0.5)
    )
    made = BirdsRanker(ranked=500)
    made._networks = [None]  # type: ignore[list-item]

    def choose(*past: Attempt) -> tuple[float, ...]:
        shot = made.act(ONE_BIRD, past)(Observation(opened(ONE_BIRD)))
        assert shot is not None
        return tuple(shot)

    first = choose()
    assert abs(rows_of(first)[0, 0] - 0.5) < 0.02
    failed = attempt(str(ONE_BIRD), first, Outcome.MISSED)
    assert 0.01 < abs(rows_of(choose(failed))[0, 0] - rows_of(first)[0, 0]) < 0.2
    assert choose(attempt(str(ONE_BIRD), first, Outcome.SOLVED)) == first


def test_it_learns_and_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    small = ("updates", "scenes", "width", "depth", "shots", "near", "ranked")
    settings = [*zip(small, ("2", "2", "4", "1", "20", "5", "30"), strict=True)]
    made = make_agent("birds-ranker", settings)
    made.settle(0, 0, "fit")
    made.fit(Practice(WORLD, [str(ONE_BIRD), str(BIG_PIG)], folder=tmp_path))
    assert isinstance(made, BirdsRanker)
    shot = made.act(BIG_PIG, ())(Observation(opened(BIG_PIG)))
    assert shot is not None
    angle, stretch, tap = rows_of(shot)[0]
    assert -0.6 < angle < 1.5
    assert 0.5 <= stretch <= 1.0001
    assert tap < 0
    with pytest.raises(BadInput, match="reach"):
        make_agent("birds-ranker", [("reach", "0")])
