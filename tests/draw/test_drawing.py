"""Canvases, letters and PNG files."""

from __future__ import annotations

import io
import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from topple._native import Canvas, SceneError
from topple.draw import png
from topple.draw.lettering import label
from topple.tasks.outcome import Outcome


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32 - 1), st.booleans())
def test_a_png_holds_the_picture(height: int, width: int, seed: int, quick: bool) -> None:
    picture = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    read = np.asarray(Image.open(io.BytesIO(png.encode(picture, quick=quick))))
    assert (read == picture).all()


def test_a_pixel_hash_is_the_same_on_every_machine() -> None:
    picture = np.zeros((64, 64, 3), np.uint8)
    picture[20:40, 10:50] = (243, 79, 70)
    assert png.pixel_hash(picture) == "b02a8493e2611594"


def test_a_pixel_hash_depends_on_size_pixels_and_palette() -> None:
    numbers = np.zeros((4, 6), np.uint8)
    palette = np.array([(0, 0, 0), (255, 0, 0)], np.uint8)
    others = [(numbers.reshape(6, 4), palette), (numbers + 1, palette), (numbers, palette + 1)]
    hashes = {png.pixel_hash(*each) for each in [(numbers, palette), *others]}
    assert len(hashes) == 4
    assert png.pixel_hash(numbers[::-1], palette) == png.pixel_hash(numbers, palette)


@pytest.mark.parametrize("shape", [(0, 5, 3), (5, 0, 3), (1, 16385, 3)])
def test_a_picture_of_no_size_or_too_large_is_refused(shape: tuple[int, int, int]) -> None:
    picture = np.zeros(shape, np.uint8)
    with pytest.raises(SceneError, match="1 to 16384"):
        Canvas(picture)


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
    written = string.ascii_lowercase + string.digits + ".,:;!?'-+=_/%*#<>()[]@"
    glyphs = {letter: label(letter, 40, black, white) for letter in written}
    assert all((glyph < 128).any() for glyph in glyphs.values())
    assert len({glyph.tobytes() for glyph in glyphs.values()}) == len(glyphs)
    assert (label(" ", 40, black, white) == 255).all()


@pytest.mark.parametrize("text", [*Outcome, "Solved", "~"])
def test_a_label_has_no_gaps(text: str) -> None:
    drawn = (label(text, 40, (0, 0, 0), (255, 255, 255)) < 128).any(axis=(0, 2))
    inked = np.flatnonzero(drawn)
    assert np.diff(inked).max() < 12  # a letter has 24 pixels
