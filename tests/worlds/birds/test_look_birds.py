"""Attempts at bird tasks: how they are recorded and drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from topple.draw.film import Film, panel_label
from topple.tasks.outcome import Outcome
from topple.worlds import film
from topple.worlds.birds import screenshot
from topple.worlds.birds.action_space import action_of, shots_of
from topple.worlds.birds.look.paths import aims, flight_paths
from topple.worlds.birds.look.screenshot import figures, table, whole_window
from topple.worlds.birds.planner import shots_at
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD, task

SIZE = 100


def straight(found: BirdsTask) -> tuple[float, ...]:
    pig = next(thing for thing in found.level.things if thing.role == "pig")
    return action_of(shots_at(pig.x, pig.y)[:1])


@pytest.fixture(scope="module")
def solved() -> Film:
    found = task("birds/pig_on_the_ground:0")
    return film(found, straight(found))


def pigs(found: Film, frame: int) -> list[tuple[float, float]]:
    """Return where the pigs are."""
    numbers = [number for (kind, _), number in table()[0].items() if kind.startswith("pig")]
    return [(row[2], row[3]) for row in found.recording.frames[frame] if row[1] in numbers]


def dots(found: Film) -> int:
    """Count the dots of all paths; the last figure is a ring."""
    return int((found.recording.notes[:, 0] < len(found.recording.figures) - 1).sum())


def test_a_film_ends_as_runs_record_it(solved: Film) -> None:
    (played,) = WORLD.play([solved.task], [solved.action or ()])
    assert (played.outcome, played.steps) == (solved.outcome, solved.recording.steps)


def test_a_film_goes_on_until_the_pig_is_gone(solved: Film) -> None:
    assert solved.outcome is Outcome.SOLVED
    assert pigs(solved, 0)
    assert not pigs(solved, -1)
    assert solved.seconds[-1] * 50 > solved.recording.steps


def test_a_strip_says_when_the_outcome_was_known(solved: Film) -> None:
    last = len(solved.seconds) - 1
    assert panel_label(solved, 0) == "0.0 s"
    assert panel_label(solved, last) == f"solved at {solved.recording.steps / 50:.1f} s"
    assert solved.seconds[last] * 50 > solved.recording.steps


@pytest.mark.parametrize("stride", [1, 7, 1000])
def test_a_film_has_every_moment_once(stride: int, solved: Film) -> None:
    steps = np.rint(film(solved.task, solved.action, stride).seconds * 50).astype(int).tolist()
    assert steps == [*range(0, steps[-1], stride), round(solved.seconds[-1] * 50)]


@pytest.mark.parametrize("action", [True, False], ids=["attempt", "wait"])
def test_pictures_show_the_part_where_something_happens(action: bool, solved: Film) -> None:
    near = film(solved.task, solved.action if action else None)
    assert near.picture(0, SIZE).shape == (60, SIZE, 3)
    assert 0.3 < near.recording.window.width / whole_window().width < 1.0
    # Colours that are neither sky nor ground: the same things, larger.
    assert _things(near.picture(0, 300)) > _things(_whole(near).picture(0, 300)) > 0


def test_a_wait_shows_where_a_bird_would_fly() -> None:
    found = task("birds/pig_on_the_ground:0")
    waited = film(found, None)
    assert waited.outcome is Outcome.MISSED
    assert len(aims(found)) == 2
    assert dots(waited) > 20


def test_a_picture_of_everything_is_a_screenshot_of_its_size() -> None:
    found = task("birds/drop_the_table:0")
    whole = _whole(film(found, None, 1000))
    assert (whole.picture(0, 640) == screenshot(found.level)).all()
    for size in (32, 101, 320, 1024):
        drawn = whole.picture(0, size)
        expected = screenshot(found.level, size)
        same = (drawn[: len(expected)] == expected[: len(drawn)]).all(axis=-1)
        assert same.mean() > 0.98


def test_notes_ring_the_pigs_and_dot_the_paths(solved: Film) -> None:
    notes = solved.recording.notes
    ring = len(solved.recording.figures) - 1
    assert notes[notes[:, 0] == ring, 1:3].tolist() == [list(place) for place in pigs(solved, 0)]
    assert dots(solved) > 10
    assert (notes[:, 0] >= len(figures())).all()


def test_a_pig_that_rolls_away_stays_in_the_window() -> None:
    found = task("birds/big_pig_on_the_ground:0")
    rolled = film(found, straight(found) * 2)
    window = rolled.recording.window
    until = rolled.seconds * 50 <= rolled.recording.steps
    farthest = max(x for frame in np.flatnonzero(until).tolist() for x, _ in pigs(rolled, frame))
    assert min(farthest, 17.5) <= window.left + window.width + 1e-6


def test_an_egg_is_seen_from_where_it_is_laid() -> None:
    found = task("birds/egg_into_the_slot:0")
    shots = shots_of(found.actions.one([-0.7, -0.7, 1.0, 0.0]))
    (play,) = simulate(found.level, [shots], rules=found.rules, stride=1)
    bird, egg = flight_paths(found.level, play, play.steps)
    assert (bird.ink, egg.ink) == (0, 0)
    assert bird.clear > 0 == egg.clear


def _whole(seen: Film) -> Film:
    return Film(replace(seen.recording, window=whole_window()))


def _things(picture: np.ndarray) -> int:
    plain = ((206, 230, 246), (166, 136, 96), (120, 92, 60))
    return int(np.prod([(picture != ink).any(axis=2) for ink in plain], axis=0).sum())
