"""Pictures of scenes."""

from __future__ import annotations

import hashlib
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from topple._native import Canvas, SceneError, png_data
from topple.draw import png
from topple.draw.lettering import label
from topple.errors import BadInput
from topple.sim.scene import Body, Circle
from topple.worlds import phyre
from topple.worlds.phyre import drawing
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.view import PALETTE, poses, to_rgb
from topple.worlds.phyre.view import image as class_image

# What antialiased edges and the marks on balls may change; a body out of place changes more.
MOST_DIFFERENT = 130


def is_colour(picture: NDArray[np.uint8], colour: int) -> NDArray[np.bool_]:
    return np.asarray((picture == PALETTE[colour]).all(axis=-1))


@pytest.mark.parametrize("template", phyre.all_templates().values(), ids=lambda t: t.name)
def test_a_picture_agrees_with_the_class_image(template: phyre.Template) -> None:
    task = template.task(1000)
    # With a border of 4 pixels on each side, a scene pixel is a picture pixel.
    picture = drawing.draw(task.scene.bodies, poses(task.scene), 264)[4:-4, 4:-4]
    wanted = to_rgb(class_image(task))
    inside = np.ones(wanted.shape[:2], bool)
    for axis in (0, 1):
        for shift in (-1, 1):
            inside &= (np.roll(wanted, shift, axis) == wanted).all(axis=-1)
    difference = np.abs(picture.astype(int) - wanted)[inside].max(axis=-1)
    assert difference.max() <= MOST_DIFFERENT
    assert np.mean(difference <= 12) > 0.95


def test_goal_bodies_glow_and_others_do_not() -> None:
    task = phyre.task("00003:017")
    plain = drawing.draw(task.scene.bodies, poses(task.scene), 264)
    glowing = drawing.draw(task.scene.bodies, poses(task.scene), 264, goal=(5,))
    changed = (plain != glowing).any(axis=-1)
    assert changed.sum() > 100
    columns = np.flatnonzero(changed.any(axis=0))
    assert columns.min() > 60
    assert columns.max() < 90


def test_a_turned_ball_looks_different() -> None:
    ball = Body("ball", 128.0, 128.0, 0.0, (Circle(20.0),), True, Colour.RED, 40.0)
    pictures = [
        drawing.draw([ball], np.array([(128.0, 128.0, angle)]), 264) for angle in (0.0, 0.5)
    ]
    assert (pictures[0] != pictures[1]).any(axis=-1).sum() > 100
    assert is_colour(pictures[0], Colour.RED).sum() > 500


def test_a_refused_ball_is_crossed_out() -> None:
    picture = drawing.draw([], np.empty((0, 3)), 264, refused=[(128.0, 128.0, 20.0)])
    assert is_colour(picture, Colour.RED).sum() > 50
    assert is_colour(picture[:100], Colour.RED).sum() == 0


@pytest.mark.parametrize("size", [0, 31, 4097])
def test_a_size_out_of_range_is_refused(size: int) -> None:
    with pytest.raises(BadInput):
        drawing.draw([], np.empty((0, 3)), size)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32 - 1), st.booleans())
def test_a_png_holds_the_picture(height: int, width: int, seed: int, quick: bool) -> None:
    picture = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    read = np.asarray(Image.open(io.BytesIO(png.encode(picture, quick=quick))))
    assert (read == picture).all()


@given(
    st.lists(st.tuples(st.sampled_from([0, 0, 1, 143, 144, 255]), st.integers(1, 1100))),
    st.integers(1, 400),
)
def test_a_quick_png_holds_runs_of_all_lengths(runs: list[tuple[int, int]], width: int) -> None:
    flat = np.array([value for value, length in runs for _ in range(length)], np.uint8)
    height = 1 + flat.size // (3 * width)
    picture = np.resize(np.append(flat, np.uint8(7)), (height, width, 3))
    read = np.asarray(Image.open(io.BytesIO(png.encode(picture, quick=True))))
    assert (read == picture).all()


def test_a_quick_png_is_the_same_on_every_machine() -> None:
    picture = np.zeros((64, 64, 3), np.uint8)
    picture[20:40, 10:50] = (243, 79, 70)
    digest = hashlib.sha256(png.encode(picture, quick=True)).hexdigest()
    assert digest[:16] == "34826e69a25b7589"


@pytest.mark.parametrize("shape", [(0, 5, 3), (5, 0, 3), (1, 16385, 3)])
def test_a_picture_of_no_size_or_too_large_is_refused(shape: tuple[int, int, int]) -> None:
    picture = np.zeros(shape, np.uint8)
    for make in (Canvas, png_data):
        with pytest.raises(SceneError, match="1 to 16384"):
            make(picture)


def test_a_canvas_goes_on_with_a_picture_and_leaves_it() -> None:
    picture = np.full((32, 48, 3), 7, np.uint8)
    canvas = Canvas(picture)
    canvas.disc(10.0, 10.0, 4.0, (255, 0, 0), 1.0)
    drawn = canvas.pixels()
    assert (picture == 7).all()
    assert drawn[10, 10].tolist() == [255, 0, 0]
    assert drawn[30, 40].tolist() == [7, 7, 7]


def test_letters_are_drawn_and_differ() -> None:
    white, black = (255, 255, 255), (0, 0, 0)
    glyphs = {letter: label(letter, 40, black, white) for letter in "0123456789.sovledmian"}
    assert all((glyph < 128).any() for glyph in glyphs.values())
    assert len({glyph.tobytes() for glyph in glyphs.values()}) == len(glyphs)
    assert (label(" ", 40, black, white) == 255).all()
