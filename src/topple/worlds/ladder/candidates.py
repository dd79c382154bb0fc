"""Candidates: all that could be asked about a scene, each with its answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from topple.sim import maths
from topple.worlds.ladder import facts
from topple.worlds.ladder.facts import OPTIONS, STAYS
from topple.worlds.ladder.rows import Kind, Row
from topple.worlds.ladder.story import Point, Story

_TRIES, _MORE_TRIES = 6, 30  # draws of three options per thing
_LEGIBLE = 0.05  # widths of the picture between two letters


def _is_legible(story: Story, things: Sequence[int]) -> bool:
    """Return whether letters on things are in the picture and apart."""
    if not all(story.is_visible(thing) for thing in things):
        return False
    pairs = combinations([story.place(thing) for thing in things], 2)
    return all(maths.dist(a, b) > _LEGIBLE * story.width for a, b in pairs)


def find_points(story: Story, task: str) -> Iterator[tuple[int, Row]]:
    for thing in facts.named(story):
        yield 0, Row(Kind.POINT, task, things=(thing,), spots=facts.corners(story, thing))


def find_names(story: Story, task: str, rng: np.random.Generator) -> Iterator[tuple[int, Row]]:
    if not story.ladder.holds:
        return
    for thing, holder in facts.supports(story):
        others = [i for i in range(len(story.things)) if i not in (thing, holder)]
        others = [i for i in others if _is_legible(story, (thing, holder, i))]
        for _ in range(4):
            wrong = rng.permutation(others).tolist()[: OPTIONS - 1]
            answer = int(rng.integers(OPTIONS))
            things = (thing, *wrong[:answer], holder, *wrong[answer:])
            if len(wrong) == OPTIONS - 1 and _is_legible(story, things):
                yield answer, Row(Kind.NAME, task, answer, things=things)


def find_touches(
    story: Story, task: str, done: str, chosen: Sequence[int]
) -> Iterator[tuple[int, Row]]:
    for pair, touches in facts.touches(story, chosen):
        if _is_legible(story, pair):
            yield int(touches), Row(Kind.TOUCH, task, int(touches), done, pair)


def find_firsts(
    story: Story, task: str, done: str, chosen: Sequence[int], rng: np.random.Generator
) -> Iterator[tuple[int, Row]]:
    for thing in chosen:
        if not story.things[thing].free or not story.is_visible(thing):
            continue
        others = [i for i in chosen if i != thing and facts.are_apart(story, thing, i)]
        for _ in range(_MORE_TRIES if story.ladder.paired else _TRIES):
            options = tuple(rng.permutation(others).tolist()[: OPTIONS - 1])
            if len(options) < OPTIONS - 1 or not _is_legible(story, (thing, *options)):
                continue
            answer = facts.first_touched(story, thing, options)
            if answer is not None:
                yield answer, Row(Kind.FIRST, task, answer, done, (thing, *options))


def find_rests(
    story: Story, task: str, done: str, ends: Sequence[Point], rng: np.random.Generator
) -> Iterator[tuple[int, Row]]:
    for thing, each in enumerate(story.things):
        if not each.free or not story.is_visible(thing):
            continue
        stays, end = facts.stays(story, thing), facts.rest_place(story, thing)
        if stays is None or (not stays and end is None):
            continue
        spots = _spots(
            facts.in_percent(story, story.place(thing)), None if stays else end, ends, rng
        )
        if len(spots) < OPTIONS - 1:
            continue
        answer = STAYS if stays or end is None else int(rng.integers(OPTIONS - 1))
        if answer != STAYS:
            spots = [*spots[1 : 1 + answer], spots[0], *spots[1 + answer :]]
        yield answer, Row(Kind.REST, task, answer, done, (thing,), tuple(spots))


def _spots(
    start: Point, end: Point | None, ends: Sequence[Point], rng: np.random.Generator
) -> list[Point]:
    """Return three places that can be told apart, the right one first if it is among them."""
    found = [] if end is None else [end]
    if end is not None and facts.near(start, end):
        return []
    for place in rng.permutation(len(ends)).tolist():
        if len(found) < OPTIONS - 1 and not any(
            facts.near(ends[place], other) for other in (start, *found)
        ):
            found.append(ends[place])
    return found
