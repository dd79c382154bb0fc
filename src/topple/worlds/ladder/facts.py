"""Facts of a scene that the simulator gives: what an item of each kind may ask, and what is right.

`find` lists candidates with their right answers; `holds` recomputes the answer of a stored item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations

import numpy as np

from topple.sim import maths
from topple.worlds.ladder.rows import Kind, Row
from topple.worlds.ladder.story import APART, MOVED, STILL, Point, Story

OPTIONS = 4
STAYS = OPTIONS - 1  # the option that nothing happens, where there is one
_EARLIER = 0.2  # seconds by which the first contact comes before all others
_SMALLEST, _LARGEST = 0.02, 0.5  # size of what is pointed at, as a share of the picture's width
_ANYWHERE = 8  # percent of the picture within which a spot counts as the place


def in_percent(story: Story, point: Point) -> Point:
    """Return a place in percent of the picture's width and height."""
    window = story.window
    x, y = point
    return (
        round(100 * (x - window.left) / window.width, 1),
        round(100 * (y - window.bottom) / window.height, 1),
    )


def named(story: Story) -> Iterator[int]:
    """Yield things with a name that can be pointed at."""
    for thing, each in enumerate(story.things):
        if each.name and story.is_visible(thing):
            left, bottom, right, top = story.box(thing)
            size = max(right - left, top - bottom) / story.width
            if _SMALLEST <= size <= _LARGEST:
                yield thing


def corners(story: Story, thing: int) -> tuple[Point, Point]:
    """Return the lower left and the upper right corner of a thing in percent."""
    left, bottom, right, top = story.box(thing)
    return in_percent(story, (left, bottom)), in_percent(story, (right, top))


def supports(story: Story) -> Iterator[tuple[int, int]]:
    """Yield a thing, and what it rests on."""
    for thing, holder in story.pairs_held():
        if story.is_visible(thing) and story.is_visible(holder):
            yield thing, holder


def are_apart(story: Story, a: int, b: int) -> bool:
    """Return whether two things are in the picture, and clearly apart at the start."""
    seen = story.is_visible(a) and story.is_visible(b)
    return seen and story.gap(a, b) > 2 * APART


def touches(story: Story, among: Sequence[int]) -> Iterator[tuple[tuple[int, int], bool]]:
    """Yield pairs of things that are apart at the start, and whether they touch."""
    for a, b in combinations(among, 2):
        free = story.things[a].free or story.things[b].free
        if free and are_apart(story, a, b) and (truth := will_touch(story, a, b)) is not None:
            yield (a, b), truth


def will_touch(story: Story, a: int, b: int) -> bool | None:
    """Return whether two things touch; None if that is unclear."""
    perhaps, surely = story.touch(a, b)
    return True if surely < np.inf else False if perhaps == np.inf else None


def first_touched(story: Story, thing: int, others: tuple[int, ...]) -> int | None:
    """Return the place of what a thing touches first, STAYS for none, None if that is unclear."""
    times = [story.touch(thing, other) for other in others]
    if all(perhaps == np.inf for perhaps, _ in times):
        return STAYS
    first = min(range(len(times)), key=lambda each: times[each][1])
    later = [perhaps for place, (perhaps, _) in enumerate(times) if place != first]
    clear = times[first][1] + _EARLIER < min(later)
    return first if clear and times[first][1] < np.inf else None


def rest_place(story: Story, thing: int) -> Point | None:
    """Return where a thing comes to rest in percent; None if it does not, or leaves the picture."""
    if not (story.rests(thing) and story.is_visible(thing, len(story.frames) - 1)):
        return None
    return in_percent(story, story.place(thing, len(story.frames) - 1))


def stays(story: Story, thing: int) -> bool | None:
    """Return whether a thing stays; None if that is unclear."""
    frames = range(0, len(story.frames), 4)
    moved = max(story.moved(thing, frame) for frame in (*frames, -1))
    if moved < STILL:
        return True
    return False if story.moved(thing) > MOVED else None


def near(a: Point, b: Point) -> bool:
    """Return whether two places in percent are too near to tell apart."""
    return maths.dist(a, b) < _ANYWHERE


def is_right(story: Story, row: Row) -> bool:
    """Recompute whether the answer of an item other than a plan is right."""
    return _CHECKS[row.kind](story, row)


def _is_point(story: Story, row: Row) -> bool:
    return row.things[0] in set(named(story)) and row.spots == corners(story, row.things[0])


def _is_support(story: Story, row: Row) -> bool:
    thing, *options = row.things
    holders = [holder for each, holder in supports(story) if each == thing]
    return holders == [options[row.answer]] and len(set(row.things)) == 1 + OPTIONS


def _is_touch(story: Story, row: Row) -> bool:
    free = any(story.things[thing].free for thing in row.things)
    return free and will_touch(story, *row.things) is bool(row.answer)


def _is_first(story: Story, row: Row) -> bool:
    thing, *others = row.things
    free = story.things[thing].free
    return free and first_touched(story, thing, tuple(others)) == row.answer


def _is_rest(story: Story, row: Row) -> bool:
    (thing,) = row.things
    if any(near(a, b) for a, b in permutations(row.spots, 2)):
        return False
    start = in_percent(story, story.place(thing))
    if any(near(start, spot) for spot in row.spots):
        return False
    if row.answer == STAYS:
        return stays(story, thing) is True
    return stays(story, thing) is False and rest_place(story, thing) == row.spots[row.answer]


_CHECKS: dict[Kind, Callable[[Story, Row], bool]] = {
    Kind.POINT: _is_point,
    Kind.NAME: _is_support,
    Kind.TOUCH: _is_touch,
    Kind.FIRST: _is_first,
    Kind.REST: _is_rest,
}
