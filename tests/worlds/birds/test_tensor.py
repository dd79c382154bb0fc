"""The tensor has a box for everything, in its channel."""

from __future__ import annotations

import numpy as np
import pytest
from looking import EMPTY, KINDS, MIXED, lone

from topple.worlds.birds import symbolic, tensor
from topple.worlds.birds.tensor import CELL, CHANNELS

SLING, PIGS, PLATFORM = 0, 6, 11


def test_the_channels_stand_in_the_order_of_the_original() -> None:
    cells = tensor(MIXED)
    assert cells.shape == (12, 120, 160)
    assert cells.dtype == np.uint8
    assert set(np.unique(cells)) == {0, 1}
    filled = [bool(plane.any()) for plane in cells]
    # No yellow and no black bird in this level.
    assert [i for i, full in enumerate(filled) if not full] == [2, 5]


@pytest.mark.parametrize("kind", sorted({kind for kind, _ in KINDS}))
def test_a_box_holds_the_outline_and_one_cell_more_at_most(kind: str) -> None:
    seen = lone(kind, 1, 3.21, 1.37, 0.4)
    cells = tensor(seen)[1:]
    if kind == "egg":
        assert not cells.any()
        return
    ring = np.array(symbolic(seen)[0]["features"][2]["geometry"]["coordinates"][0])
    planes, rows, columns = cells.nonzero()
    assert {CHANNELS[plane + 1] for plane in planes} == {
        name for name in CHANNELS if kind.startswith(name)
    }
    first = np.array([columns.min(), rows.min()])
    last = np.array([columns.max(), rows.max()]) + 1
    assert len(rows) == np.prod(last - first)
    assert (first == ring.min(axis=0) // CELL).all()
    assert (last == -(-ring.max(axis=0) // CELL)).all()


def test_platforms_show_unless_the_original_is_wanted() -> None:
    ours, theirs = tensor(MIXED), tensor(MIXED, faithful=True)
    assert ours[PLATFORM].any()
    assert not theirs[PLATFORM].any()
    assert np.array_equal(ours[:PLATFORM], theirs[:PLATFORM])


def test_an_empty_level_has_a_sling_only() -> None:
    cells = tensor(EMPTY)
    assert cells[SLING].any()
    assert not cells[1:].any()
    assert tensor(MIXED)[PIGS].any()
