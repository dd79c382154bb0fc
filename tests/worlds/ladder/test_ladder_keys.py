"""Right answers follow from poses and shapes of the engines' own bodies.

`engine.py` shares nothing with the maker of the items, which looks at drawings. The two must agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from ladder_engine import MOTIONS, Motion, Track, gap

from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import parts, world
from topple.worlds.birds.visible import view
from topple.worlds.birds.world import own_task as birds_task
from topple.worlds.iphyre.world import own_task as iphyre_task
from topple.worlds.ladder.find import items_of, worlds_with_items
from topple.worlds.ladder.items import Item
from topple.worlds.ladder.outlines import middle
from topple.worlds.ladder.rows import FILE, PROBE, TEST, TRAIN, Kind
from topple.worlds.phyre.bodies import jar_parts
from topple.worlds.phyre.world import own_task as phyre_task
from topple.worlds.rope.world import own_task

# Shares of the picture's width. Drawings of bodies that touch are at most 0.004 apart and others
# at least 0.012; rims let drawings and bodies differ by less than the rest.
NEAR = 0.008
ON = 0.012  # levels of I-PHYRE leave a hundredth between what lies on each other at the start
MOVED = 0.04  # things that stay move by less than 0.01, others by more than 0.08
PLACE = 3.0  # per cent of the picture by which a marked place may be off
EACH = 1  # items of every kind and answer that are checked in an ordinary run
SETS = [(FILE, name) for name in worlds_with_items()]
SETS += [(PROBE, name) for name in worlds_with_items(PROBE)]
every_set = pytest.mark.parametrize(("file", "name"), SETS)


def window_of(item: Item) -> tuple[float, float, float, float]:
    own = world(item.id.world)
    left, bottom, width, height = parts.record(own, own.task(item.row.task), None, 60).window
    return left, bottom, width, height


def in_percent(item: Item, point: Sequence[float]) -> np.ndarray:
    left, bottom, width, height = window_of(item)
    x, y = point
    if item.id.world == "iphyre":
        y = 600 - y  # the engine's y points down
    return np.array([100 * (x - left) / width, 100 * (y - bottom) / height])


def done(task: Task, row_done: str) -> Action | None:
    """Return the stored solution of a task, written and read as a model's answer is."""
    if not row_done:
        return None
    own = world(task.id.world)
    voice = parts.voice(own)
    form = voice.form(parts.ladder(own).form or voice.usual_form).fit(task)
    moves = [form.read(form.words(m)).values for m in form.moves(own.solution(own.task(row_done)))]
    return form.attempt(task, [move for move in moves if move is not None])


def key_of(item: Item) -> int | None:
    """Return the right answer as the engine has it; None if it has none."""
    own = world(item.id.world)
    task = own.task(item.row.task)
    if item.kind is Kind.PLAN:
        ends = [own.play([task], [done(task, plan)], 1)[0].outcome for plan in item.row.plans]
        right = [place for place, end in enumerate(ends) if end is Outcome.SOLVED]
        return right[0] if len(right) == 1 else None
    motion = MOTIONS[item.id.world](task, done(task, item.row.done))
    near = NEAR * window_of(item)[2]
    match item.kind:
        case Kind.TOUCH:
            first, second = item.row.things
            return int(motion.first_within(first, second, near) < np.inf)
        case Kind.FIRST:
            thing, *others = item.row.things
            times = [motion.first_within(thing, other, near) for other in others]
            return int(np.argmin(times)) if min(times) < np.inf else 3
        case Kind.REST:
            return place_of_rest(item, motion)
        case Kind.NAME:
            return held_by(item, motion, ON * window_of(item)[2])
    return None


def place_of_rest(item: Item, motion: Motion) -> int | None:
    middle = motion.tracks[item.row.things[0]].middle
    width = window_of(item)[2]
    if float(np.hypot(*(middle[-1] - middle[0]))) < MOVED * width:
        return 3
    off = [np.hypot(*(in_percent(item, middle[-1]) - spot)) for spot in item.row.spots]
    return int(np.argmin(off)) if min(off) < PLACE else None


def held_by(item: Item, motion: Motion, near: float) -> int | None:
    """Return what the thing touches, and would not touch if it were lifted a little."""
    if item.id.world == "rope":
        return hung_from(item)
    thing, *others = (motion.tracks[each] for each in item.row.things)
    up = -1 if item.id.world == "iphyre" else 1
    lifted = Track(thing.shapes, thing.poses[:1] + np.array([0.0, 3 * up * near, 0.0]))
    below = [
        place
        for place, other in enumerate(others)
        if gap(thing, other, near)[0] <= near
        and gap(lifted, Track(other.shapes, other.poses[:1]), 9 * near)[0] >= 2 * near
    ]
    return below[0] if len(below) == 1 else None


def hung_from(item: Item) -> int | None:
    """Return the only pin that holds a rope to the candy."""
    candy, *others = item.row.things
    level = own_task(world("rope").task(item.row.task)).level
    first = len(level.candies) + 1 + len(level.stars) + len(level.cushions)
    ties = {(first + i, r.candy - 1) for i, pin in enumerate(level.pins) for r in pin.ropes}
    held = [place for place, other in enumerate(others) if (other, candy) in ties]
    return held[0] if len(held) == 1 else None


def without(item: Item) -> int:
    """Return whether the solution still works without the thing: the scene is changed here."""
    own = world(item.id.world)
    task, (gone,) = own.task(item.row.task), item.row.things
    action = done(task, item.row.done)
    outcomes = [
        each.outcome for each in own.play([task, WITHOUT[own.name](task, gone)], [action] * 2, 1)
    ]
    assert outcomes[0] is Outcome.SOLVED
    return int(outcomes[1] is Outcome.SOLVED)


def without_body(task: Task, gone: int) -> Task:
    own = phyre_task(task)
    standing = [i for i, body in enumerate(own.scene.bodies) if body.kind != "wall"][gone]
    bodies = [body for i, body in enumerate(own.scene.bodies) if i != standing]
    first, second = (bodies.index(own.scene.bodies[i]) for i in (own.goal.first, own.goal.second))
    scene = replace(own.scene, bodies=tuple(bodies))
    return replace(own, scene=scene, goal=replace(own.goal, first=first, second=second))


def without_block(task: Task, gone: int) -> Task:
    own = iphyre_task(task)
    assert own.level.blocks[gone].kind == "fixed"
    blocks = tuple(block for i, block in enumerate(own.level.blocks) if i != gone)
    return replace(own, level=replace(own.level, blocks=blocks))


def without_thing(task: Task, gone: int) -> Task:
    own = birds_task(task)
    number = view(own.level).things[gone].id - 1
    things = tuple(thing for i, thing in enumerate(own.level.things) if i != number)
    return replace(own, level=replace(own.level, things=things))


WITHOUT = {"phyre": without_body, "iphyre": without_block, "birds": without_thing}


def is_right(item: Item) -> bool:
    if item.kind is Kind.WITHOUT:
        return without(item) == item.row.answer
    if item.kind is not Kind.POINT:
        return key_of(item) == item.row.answer
    own = world(item.id.world)
    track = MOTIONS[item.id.world](own.task(item.row.task), None).tracks[item.row.things[0]]
    left, low, right, high = track.box(0)
    found = np.array([in_percent(item, (left, low)), in_percent(item, (right, high))])
    spots, found = np.array(item.row.spots), np.sort(found, axis=0)
    inside = (spots[0] < found.mean(axis=0)) & (found.mean(axis=0) < spots[1])
    return bool(inside.all() and np.abs(found - spots).max() < PLACE)


@every_set
def test_engines_confirm_some_answers_of_every_kind(file: str, name: str) -> None:
    taken: Counter[tuple[Kind, int]] = Counter()
    for item in reversed([*items_of(name, TEST, file).values()]):
        taken[item.kind, item.row.answer] += 1
        if taken[item.kind, item.row.answer] <= EACH:
            assert is_right(item), item


@pytest.mark.slow
@every_set
@pytest.mark.parametrize("part", [TEST, TRAIN])
def test_engines_confirm_all_answers(file: str, name: str, part: str) -> None:
    assert [str(item) for item in items_of(name, part, file).values() if not is_right(item)] == []


def test_nothing_is_asked_about_what_halves_of_a_candy_touch() -> None:
    """They join, and what touches one of them then is unclear."""
    for part in (TEST, TRAIN):
        for item in items_of("rope", part).values():
            if item.kind in (Kind.TOUCH, Kind.FIRST):
                level = own_task(world("rope").task(item.row.task)).level
                assert len(level.candies) == 1, item


@every_set
def test_every_kind_that_is_asked_stands_on_five_templates(file: str, name: str) -> None:
    templates: dict[Kind, set[str]] = {}
    for item in items_of(name, TEST, file).values():
        templates.setdefault(item.kind, set()).add(item.id.template)
    assert {kind: len(own) for kind, own in templates.items() if len(own) < 5} == {}


def test_the_middle_of_a_jar_turns_with_it_and_weighs_all_its_parts() -> None:
    base, left, right = (np.array(part) for part in jar_parts(40.0))
    for angle in (0.0, 0.3, 1.2, 2.9):
        cos, sin = np.cos(angle), np.sin(angle)
        turned = tuple(part @ np.array([[cos, sin], [-sin, cos]]) for part in (base, left, right))
        areas = [area_of(part) for part in (base, left, right)]
        heights = [centre_of(part)[1] for part in (base, left, right)]
        up = float(np.dot(areas, heights) / sum(areas))
        assert middle(turned) == pytest.approx((-sin * up, cos * up), abs=1e-9)


def area_of(corners: np.ndarray) -> float:
    """Return the area of a convex polygon as that of its triangles."""
    rest = corners[1:] - corners[0]
    return float(sum(abs(b[0] * c[1] - b[1] * c[0]) / 2 for b, c in pairwise(rest)))


def centre_of(corners: np.ndarray) -> np.ndarray:
    first, rest = corners[0], corners[1:]
    triangles = [np.array([first, b, c]) for b, c in pairwise(rest)]
    areas = [area_of(triangle) for triangle in triangles]
    return np.average([triangle.mean(axis=0) for triangle in triangles], axis=0, weights=areas)
