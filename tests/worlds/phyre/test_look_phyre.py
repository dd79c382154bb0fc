"""Attempts at PHYRE tasks: how they are recorded and drawn."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.draw.film import Film
from topple.errors import BadInput
from topple.tasks.outcome import Outcome
from topple.worlds import film, phyre
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.view import PALETTE, poses, to_rgb
from topple.worlds.phyre.view import image as class_image

# Antialiased edges and the marks on balls may change this much; a body out of place, more.
MOST_DIFFERENT = 130
SIZE = 264  # a scene pixel is a picture pixel, and a border has 4 of them on each side
TASK = "00003:017"
SOLVING = [0.3, 0.8, 0.3]
OCCLUDED = [0.28, 0.1, 0.3]


@pytest.fixture(scope="module")
def solved() -> Film:
    return film(phyre.task(TASK), SOLVING)


@pytest.fixture(scope="module")
def refused() -> Film:
    return film(phyre.task(TASK), OCCLUDED)


def places(found: Film, frame: int) -> NDArray[np.float64]:
    """Return bodies x (x, y, angle), without decorations."""
    rows = found.recording.frames[frame]
    return np.asarray(rows[rows[:, 0] >= 0, 2:5])


def is_colour(picture: NDArray[np.uint8], colour: int) -> NDArray[np.bool_]:
    return np.asarray((picture == PALETTE[colour]).all(axis=-1))


def test_a_film_starts_with_the_scene_and_ends_with_the_end(solved: Film) -> None:
    task = phyre.task(TASK)
    batch = phyre.simulate(task, [SOLVING], stride=1)
    shown = [i for i, body in enumerate(task.scene.bodies) if body.kind != "wall"]
    ball = len(task.scene.bodies)
    assert solved.outcome is Outcome.SOLVED
    assert (places(solved, 0)[:-1] == poses(task.scene)[shown]).all()
    assert places(solved, 0)[-1].tolist() == [76.0, 204.0, 0.0]
    assert (places(solved, 1) == batch.frames(0)[1][[*shown, ball]]).all()
    assert (places(solved, -1) == batch.bodies(0)[[*shown, ball]]).all()
    assert len(solved) == 334
    assert solved.seconds[0] == 0
    assert solved.seconds[-1] == 665 / 60


@pytest.mark.parametrize("stride", [1, 5, 7, 133, 664, 665, 666, 1000])
def test_a_film_of_any_stride_has_every_moment_once(stride: int, solved: Film) -> None:
    played = film(phyre.task(TASK), SOLVING, stride)
    assert np.allclose(played.seconds * 60, [*range(0, 665, stride), 665])
    assert (places(played, -1) == places(solved, -1)).all()


def test_a_film_without_an_action_is_a_wait() -> None:
    waited = film(phyre.task(TASK), None, stride=10)
    assert waited.outcome is Outcome.MISSED
    assert not is_colour(waited.picture(-1, SIZE), Colour.RED).any()


def test_a_refused_action_shows_where_the_ball_would_be(refused: Film) -> None:
    assert refused.recording.reason == "occluded"
    assert "overlaps" in refused.recording.hint
    assert refused.words == "invalid: occluded"
    assert len(refused) == 1
    assert refused.recording.frames[0][-1, 2:4].tolist() == [71.0, 25.0]
    red = is_colour(refused.still(SIZE), Colour.RED)
    assert red[SIZE - 4 - 25 - 11 : SIZE - 4 - 25 + 11, 4 + 71 - 11 : 4 + 71 + 11].sum() > 20
    assert not red[:200].any()


@pytest.mark.parametrize(("x", "shown"), [(1.5, 1), (1e300, 0)])
def test_a_ball_far_out_is_not_drawn(x: float, shown: int, refused: Film) -> None:
    off = film(refused.task, [x, 0.5, 0.3]).recording
    assert len(off.frames[0]) == len(refused.recording.frames[0]) - 1 + shown


@pytest.mark.parametrize("template", phyre.all_templates().values(), ids=lambda t: t.name)
def test_a_picture_agrees_with_the_class_image(template: phyre.Template) -> None:
    task = template.task(1000)
    recording = film(task, None).recording
    bodies = recording.frames[0][recording.frames[0][:, 0] >= 0]  # without halos
    picture = Film(dataclasses.replace(recording, frames=[bodies])).picture(0, SIZE)[4:-4, 4:-4]
    wanted = to_rgb(class_image(task))
    inside = np.ones(wanted.shape[:2], bool)
    for axis in (0, 1):
        for shift in (-1, 1):
            inside &= (np.roll(wanted, shift, axis) == wanted).all(axis=-1)
    difference = np.abs(picture.astype(int) - wanted)[inside].max(axis=-1)
    assert difference.max() <= MOST_DIFFERENT
    assert np.mean(difference <= 12) > 0.95


def test_goal_bodies_glow_and_others_do_not(solved: Film) -> None:
    recording = solved.recording
    halos = recording.frames[0][recording.frames[0][:, 0] < 0]
    goal = phyre.task(TASK).goal
    bodies = phyre.task(TASK).scene.bodies
    assert halos[:, 2].tolist() == [bodies[i].x for i in sorted((goal.first, goal.second))]
    assert len(recording.frames[0]) == len(places(solved, 0)) + 2


def test_a_ball_that_turned_looks_different(solved: Film) -> None:
    turned = solved.recording.frames[0].copy()
    turned[-1, 4] += 0.5
    both = dataclasses.replace(solved.recording, frames=[solved.recording.frames[0], turned])
    first, second = Film(both).picture(0, SIZE), Film(both).picture(1, SIZE)
    changed = (first != second).any(axis=-1)[10:-10, 10:-10]  # the last picture is framed
    assert 50 < changed.sum() < 400
    assert is_colour(first, Colour.RED).sum() > 100


@pytest.mark.parametrize("size", [0, 31, 4097])
def test_a_size_out_of_range_is_refused(size: int, refused: Film) -> None:
    with pytest.raises(BadInput):
        refused.picture(0, size)
