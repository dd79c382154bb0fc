"""Outlines come apart into convex pieces that make up the whole."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topple.errors import BadScene
from topple.sim import Body, Polygon, Scene, Sim, convex_pieces

Outline = list[tuple[float, float]]

# A dropped leftover is thinner than a millimetre, and none is longer than the outline.
SLIVER = 1e-3

SQUARE: Outline = [(0, 0), (1, 0), (1, 1), (0, 1)]
ARROW: Outline = [(0, 0), (2, -1), (1, 0), (2, 1)]
CUP: Outline = [(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)]
SPIRAL: Outline = [(0, 0), (7, 0), (7, 7), (1, 7), (1, 3), (4, 3), (4, 4), (2, 4)]
SPIRAL += [(2, 6), (6, 6), (6, 1), (0, 1)]


def comb(teeth: int) -> Outline:
    """Give a comb whose teeth and gaps end on two lines."""
    outline: Outline = [(0, -1), (2 * teeth - 1, -1)]
    for tooth in reversed(range(teeth)):
        outline += [(2 * tooth + 1, 0), (2 * tooth + 1, 2), (2 * tooth, 2), (2 * tooth, 0)]
    return outline


def circle(corners: int, radius: float) -> Outline:
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


@st.composite
def stars(draw: st.DrawFn) -> Outline:
    """Draw an outline that is seen whole from its middle, with as many dents as it likes."""
    corners = draw(st.integers(3, 40))
    radii = draw(st.lists(st.floats(0.5, 5.0), min_size=corners, max_size=corners))
    ring = circle(corners, 1.0)
    return [(x * radius, y * radius) for (x, y), radius in zip(ring, radii, strict=True)]


@st.composite
def blocks(draw: st.DrawFn) -> Outline:
    """Draw a skyline and its mirror image below: right angles, and many corners in line."""
    heights = draw(st.lists(st.integers(1, 4), min_size=1, max_size=10))
    depths = draw(st.lists(st.integers(1, 4), min_size=len(heights), max_size=len(heights)))
    top = [(float(x + side), float(h)) for x, h in enumerate(heights) for side in (0, 1)]
    base = [(float(x + side), -float(h)) for x, h in enumerate(depths) for side in (0, 1)]
    ring = [*base, *reversed(top)]
    return [p for i, p in enumerate(ring) if p != ring[i - 1]]


def area(vertices: object) -> float:
    points = np.array(vertices, float)
    x, y = points.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def is_convex(vertices: object) -> bool:
    points = np.array(vertices, float)
    to_next = np.roll(points, -1, axis=0) - points
    after = np.roll(to_next, -1, axis=0)
    turns = to_next[:, 0] * after[:, 1] - to_next[:, 1] * after[:, 0]
    around = np.arctan2(turns, (to_next * after).sum(axis=1)).sum()
    return bool((turns > 0).all()) and math.isclose(around, 2 * math.pi)


def inside(outline: Outline, x: float, y: float) -> bool:
    """Count the edges to the right."""
    crossings = 0
    for (x0, y0), (x1, y1) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossings += 1
    return crossings % 2 == 1


def check_pieces(outline: Outline, pieces: tuple[Polygon, ...]) -> None:
    """Hold the pieces to what is promised, as far as millimetres go."""
    length = sum(math.dist(a, b) for a, b in zip(outline, outline[1:] + outline[:1], strict=True))
    areas = [area(piece.vertices) for piece in pieces]
    assert all(is_convex(piece.vertices) for piece in pieces)
    assert all(3 <= len(piece.vertices) <= 8 for piece in pieces)
    assert sum(areas) == pytest.approx(abs(area(outline)), abs=SLIVER * length)
    # As no piece reaches outside and the areas add up, none overlap and nothing is missing.
    for piece in pieces:
        middle = np.mean(piece.vertices, axis=0)
        for corner in piece.vertices:
            assert inside(outline, *(middle + 0.999 * (np.array(corner) - middle)))


@pytest.mark.parametrize(
    ("outline", "pieces"),
    [(SQUARE, 1), (ARROW, 2), (CUP, 3), (comb(6), 7), (circle(8, 1.0), 1), (circle(64, 2.0), 11)],
    ids=["square", "arrow", "cup", "comb", "octagon", "circle"],
)
def test_familiar_outlines_need_few_pieces(outline: Outline, pieces: int) -> None:
    found = convex_pieces(outline)
    check_pieces(outline, found)
    assert len(found) == pieces


def test_a_spiral_comes_apart() -> None:
    check_pieces(SPIRAL, convex_pieces(SPIRAL))


def test_a_convex_outline_stays_as_it_is() -> None:
    (piece,) = convex_pieces(circle(7, 1.0))
    assert set(piece.vertices) == set(circle(7, 1.0))


def test_the_first_corner_may_come_again_at_the_end() -> None:
    assert convex_pieces([*CUP, CUP[0]]) == convex_pieces(CUP)


def test_corners_on_a_straight_edge_are_dropped() -> None:
    (piece,) = convex_pieces([(0, 0), (0.5, 0), (1, 0), (1, 1), (0.3, 1), (0, 1)])
    assert set(piece.vertices) == set(SQUARE)


@settings(max_examples=60, deadline=None)
@given(st.one_of(stars(), blocks()), st.booleans())
def test_the_pieces_are_convex_and_make_up_the_whole(outline: Outline, backwards: bool) -> None:
    check_pieces(outline, convex_pieces(outline[::-1] if backwards else outline))


@settings(max_examples=30, deadline=None)
@given(st.one_of(stars(), blocks()))
def test_the_same_outline_gives_the_same_pieces(outline: Outline) -> None:
    assert convex_pieces(outline) == convex_pieces([*outline])


@settings(max_examples=30, deadline=None)
@given(blocks(), st.integers(0, 100))
def test_blocks_come_apart_exactly_wherever_they_start(outline: Outline, turn: int) -> None:
    at = turn % len(outline)
    pieces = convex_pieces(outline[at:] + outline[:at])
    total = sum(area(piece.vertices) for piece in pieces)
    assert total == pytest.approx(abs(area(outline)), rel=1e-12)


@settings(max_examples=30, deadline=None)
@given(stars(), st.sampled_from([1.0, 6.0, 100.0]))
def test_the_engine_holds_the_pieces_at_the_scale_they_were_cut_for(
    outline: Outline, scale: float
) -> None:
    scaled = [(x * scale, y * scale) for x, y in outline]
    pieces = convex_pieces(scaled, scale=scale)
    body = Body("rock", 0.0, 0.0, 0.0, pieces, True, 5)
    sim = Sim(Scene((body,), 10 * scale, 10 * scale, scale))
    sim.step(10)
    assert sim.poses()[0, 1] < 0


@pytest.mark.parametrize(
    ("outline", "problem"),
    [
        ([], "pairs of numbers"),
        ([(0, 0), (1, 0)], "at least 3 corners"),
        ([(0, 0), (1, 0), (0, 0)], "at least 3 corners"),
        ([(0, 0), (1, 0), (1, 0), (0, 1)], "coincide"),
        ([(0, 0), (1, 1), (1, 0), (0, 1)], "crosses"),
        ([(0, 0), (2, 0), (2, 2), (1, 0), (0, 2)], "touches itself"),
        ([(0, 0), (1, 0), (2, 0)], "folds back"),
        ([(0, 0), (1, 0), (2, 0), (1.5, 0), (1.5, 1)], "touches itself"),
        ([(0, 0), (1, 0), (1, math.nan)], "finite"),
        ([(0, 0), (1, 0), (1, math.inf)], "finite"),
        ([(0, 0), (1, 0), (1, 1e300)], "finite"),
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0)], "pairs of numbers"),
        ([(0, 0), (1,), (1, 1)], "pairs of numbers"),
        ([("a", "b"), (1, 0), (1, 1)], "pairs of numbers"),
        ([(0, 0), (1, 0), (1, 1e-4)], "thinner than a millimetre"),
        ([(0, 0), (1e5, 0), (0, 1e5)], "cannot hold"),
    ],
)
def test_outlines_that_make_no_sense_are_refused(outline: Outline, problem: str) -> None:
    with pytest.raises(BadScene, match=problem):
        convex_pieces(outline)


@pytest.mark.parametrize("scale", [0.0, -1.0, math.nan, math.inf])
def test_a_scale_is_positive(scale: float) -> None:
    with pytest.raises(BadScene, match="scale"):
        convex_pieces(SQUARE, scale=scale)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.floats(), st.floats()), max_size=12))
def test_any_numbers_give_pieces_or_a_clear_error(outline: Outline) -> None:
    try:
        pieces = convex_pieces(outline)
    except BadScene:
        return
    Sim(Scene((replace(Body("rock", 0, 0, 0, (), False, 0), shapes=pieces),), 1.0, 1.0, 1.0))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=10))
def test_corners_on_a_small_grid_give_pieces_or_a_clear_error(outline: Outline) -> None:
    try:
        pieces = convex_pieces(outline)
    except BadScene:
        return
    check_pieces(outline[:-1] if outline[0] == outline[-1] else outline, pieces)
