"""Pictures for models: what is on them, and that they are what they say."""

from __future__ import annotations

import io

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from topple.draw import overlays
from topple.prompting.question import Picture
from topple.worlds import phyre
from topple.worlds.phyre.models.forms import Grid, Place
from topple.worlds.phyre.models.views import PhyreViews, in_sight
from topple.worlds.phyre.view import to_rgb

TASK = phyre.task("00002:023")
ACTION = (0.55, 0.9, 0.4)
INK = [214, 0, 190]
CENTRED = 4  # pixels by which letters of uneven width may be off


def pixels(picture: Picture) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(picture.png)).convert("RGB"))


def test_the_scene_is_the_worlds_own_picture() -> None:
    wanted = to_rgb(TASK.image())
    assert np.array_equal(pixels(PhyreViews(classic=True).scene(TASK)), wanted)
    assert np.array_equal(pixels(PhyreViews().scene(TASK))[::2, ::2], wanted)


@pytest.mark.parametrize("grid", [Grid(), Grid(8, 8, 8), Grid(3, 7, 2)])
def test_a_grid_has_its_lines_and_all_numbers(grid: Grid) -> None:
    views = PhyreViews()
    changed = (pixels(views.marked(TASK, grid)) != pixels(views.scene(TASK))).any(axis=2)
    height, width = changed.shape
    for column in range(1, grid.columns):
        assert changed[:, round(column * width / grid.columns)].mean() > 0.9
    for cell in range(grid.cells):
        row, column = divmod(cell, grid.columns)
        top, left = round(row * height / grid.rows), round(column * width / grid.columns)
        inside = changed[top + 3 : top + height // grid.rows - 3]
        assert inside[:, left + 3 : left + width // grid.columns - 3].any(), f"cell {cell + 1}"


def test_moments_cover_the_whole_motion() -> None:
    views = PhyreViews()
    moments = views.moments(TASK, ACTION, 5)
    assert len(moments) == 5
    whole = phyre.simulate(TASK, [ACTION], stride=10, images=True)
    last = to_rgb(whole.images(0)[-1])
    assert np.array_equal(pixels(moments[-1]), last)
    assert len({moment.digest for moment in moments}) == 5
    assert views.moments(TASK, ACTION, 1) == moments[-1:]


def test_classic_moments_are_the_first_seconds() -> None:
    moments = PhyreViews(classic=True).moments(TASK, ACTION, 5)
    every = phyre.simulate(TASK, [ACTION], stride=60, images=True).images(0)
    assert [np.array_equal(pixels(m), to_rgb(i)) for m, i in zip(moments, every, strict=False)] == [
        True
    ] * 5


def test_a_refused_attempt_has_no_moments() -> None:
    assert PhyreViews().moments(TASK, (0.0, 0.0, 1.0), 5) == ()


def test_a_strip_is_its_moments_side_by_side() -> None:
    views = PhyreViews()
    moments = [pixels(moment) for moment in views.moments(TASK, ACTION, 4)]
    (strip,) = views.strip(TASK, ACTION, 4)
    shown = pixels(strip)
    gap = (shown.shape[1] - 4 * 256) // 3
    for i, moment in enumerate(moments):
        left = i * (256 + gap)
        assert np.array_equal(shown[:, left : left + 256], moment)
    between = shown[:, 256 : 256 + gap].reshape(-1, 3)
    assert np.unique(between, axis=0).tolist() == [INK]
    assert views.strip(TASK, (0.0, 0.0, 1.0), 4) == ()


@pytest.mark.parametrize(
    ("name", "hidden"),
    [("00002:023", 0), ("00012:003", 0), ("00013:000", 8), ("00019:000", 1), ("00020:005", 3)],
)
def test_every_body_in_sight_has_a_tag_of_its_own(name: str, hidden: int) -> None:
    """Add tag after tag: each stands on its body and leaves those before as they were."""
    task = phyre.task(name)
    bodies = in_sight(task)
    masks = [overlays.enlarge(mask, 2) for _, mask in bodies]
    bare = overlays.enlarge(task.image()[::-1], 2)
    before, tagged = bare.copy(), np.zeros(bare.shape, bool)
    for number in range(1, len(masks) + 1):
        after = bare.copy()
        overlays.tags(after, masks[:number], 9, 0)
        new = after != before
        assert (new & masks[number - 1]).any(), f"{number} is not on its body"
        assert not (new & tagged).any(), f"{number} hides another"
        before, tagged = after, tagged | new
    for body, mask in bodies:
        assert (task.image()[::-1][mask] == body.colour).all()
    everything = sum(body.kind != "wall" for body in task.scene.bodies)
    assert everything - len(bodies) == hidden


def test_views_have_names_and_versions() -> None:
    views = PhyreViews()
    names = {
        picture.name: picture.digest
        for picture in (
            views.scene(TASK),
            views.marked(TASK, Place()),
            views.labelled(TASK)[0],
            *views.strip(TASK, ACTION, 2),
        )
    }
    assert list(names) == ["scene@2", "scale@4", "labelled@2", "strip@2"]
    assert len(set(names.values())) == 4


def test_numbers_of_cells_stand_at_the_centres_of_cells() -> None:
    drawn = pixels(PhyreViews().marked(TASK, Grid()))
    side = len(drawn) / 5
    for cell in range(25):
        row, column = divmod(cell, 5)
        top, left = round(row * side) + 2, round(column * side) + 2
        inside = drawn[top : round((row + 1) * side) - 1, left : round((column + 1) * side) - 1]
        ys, xs = np.nonzero((inside == INK).all(axis=2))
        middles = [(each.min() + each.max()) / 2 for each in (ys, xs)]
        assert np.abs(np.array(middles) - side / 2).max() <= CENTRED


def test_moments_have_times() -> None:
    times = PhyreViews().times(TASK, ACTION, 5)
    assert len(times) == len(PhyreViews().moments(TASK, ACTION, 5))
    assert times[0] == 0
    assert times == sorted(times)
    assert PhyreViews(classic=True).times(TASK, ACTION, 3) == [0, 1, 2]
