"""Attempts at tasks of birds as films."""

from __future__ import annotations

import numpy as np
import pytest

from topple.draw.film import moments
from topple.tasks.outcome import Outcome
from topple.worlds.birds import screenshot
from topple.worlds.birds.action_space import action_of
from topple.worlds.birds.film import BirdsFilm, film
from topple.worlds.birds.look.window import WHOLE, around
from topple.worlds.birds.planner import shots_at
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD, task

SIZE = 100


def straight(found: BirdsTask) -> tuple[float, ...]:
    pig = next(thing for thing in found.level.things if thing.role == "pig")
    return action_of(shots_at(pig.x, pig.y)[:1])


@pytest.fixture(scope="module")
def solved() -> BirdsFilm:
    found = task("birds/pig_on_the_ground:0")
    return film(found, straight(found))


def test_a_film_ends_in_the_state_that_runs_record(solved: BirdsFilm) -> None:
    (played,) = WORLD.play([solved.task], [solved.action or ()])
    assert (played.outcome, played.steps, played.digest) == (
        solved.outcome,
        solved.steps,
        solved.digest,
    )


def test_a_film_goes_on_until_the_pig_is_gone(solved: BirdsFilm) -> None:
    assert solved.outcome is Outcome.SOLVED
    assert any(sight.kind.startswith("pig") for sight in solved.frames[0][1].sights)
    assert not any(sight.kind.startswith("pig") for sight in solved.frames[-1][1].sights)
    assert solved.frames[-1][0] > solved.steps


@pytest.mark.parametrize("stride", [1, 7, 1000])
def test_a_film_has_every_moment_once(stride: int, solved: BirdsFilm) -> None:
    steps = [step for step, _ in film(solved.task, solved.action, stride).frames]
    assert steps == [*range(0, steps[-1], stride), solved.frames[-1][0]]


def test_the_last_picture_is_framed_by_the_outcome(solved: BirdsFilm) -> None:
    assert (solved.picture(0, SIZE)[0, 0] != solved.picture(-1, SIZE)[0, 0]).any()
    assert solved.picture(-1, SIZE).shape == (60, SIZE, 3)


def test_moments_run_from_first_to_last(solved: BirdsFilm) -> None:
    chosen = moments(solved)
    assert (chosen[0], chosen[-1]) == (0, len(solved) - 1)
    assert 6 <= len(chosen) <= 8


def test_a_wait_shows_the_whole_picture() -> None:
    found = task("birds/pig_on_the_ground:0")
    waited = film(found, None)
    assert waited.outcome is Outcome.MISSED
    assert (waited.picture(0, 640) == screenshot(found.level)).all()
    assert len(waited.paths) == 2


def test_a_window_holds_all_that_is_in_sight(solved: BirdsFilm) -> None:
    window = around(solved.frames[0][1], solved.paths)
    assert 0.3 < window.width < 1.0
    near = window.look(solved.frames[0][1], 300)
    far = WHOLE.look(solved.frames[0][1], 300)
    # Colours that are neither sky nor ground: the same things, larger.
    assert _things(near) > _things(far) > 0


def test_a_pig_that_rolls_away_stays_in_the_window() -> None:
    found = task("birds/big_pig_on_the_ground:0")
    rolled = film(found, straight(found) * 2)
    right = (rolled.window.left + rolled.window.width) * 35 - 17.5
    farthest = max(
        sight.x
        for step, seen in rolled.frames
        if step <= rolled.steps
        for sight in seen.sights
        if sight.kind.startswith("pig")
    )
    assert min(farthest, 17.5) <= right + 1e-6


def test_an_egg_is_seen_from_where_it_is_laid() -> None:
    found = task("birds/egg_into_the_slot:0")
    bird, egg = film(found, (-0.7, -0.7, 1.0, 0.0)).paths
    assert (bird.ink, egg.ink) == (0, 0)
    assert bird.clear > 0 == egg.clear


def _things(picture: np.ndarray) -> int:
    plain = ((206, 230, 246), (166, 136, 96), (120, 92, 60))
    return int(np.prod([(picture != ink).any(axis=2) for ink in plain], axis=0).sum())
