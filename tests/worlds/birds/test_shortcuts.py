"""No served task can be solved past the rule of its template, by code of this file's own."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from topple.tasks.certificates import Certificate
from topple.tasks.outcome import Outcome
from topple.worlds.birds import Shot, simulate
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.certify import BirdsCertifier
from topple.worlds.birds.shortcuts import BIRD_KILLS, REVERSED, SINGLE, STRAIGHT
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import Template
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.to_native import outline_of
from topple.worlds.birds.world import WORLD, all_templates, template

PHYQ = [each for each in all_templates().values() if each.phyq]
INDIRECT = [each for each in PHYQ if int(each.phyq.split(".")[0]) >= 3]
SEVERAL = [each for each in PHYQ if len(each.layout.birds) > 1]
ORDERED = [each for each in SEVERAL if len(set(each.layout.plan)) > 1]
SPARED = [each for each in PHYQ if each.layout.spared]
PLAYED = 2  # served tasks per template, unless a test is slow
PULL = 0.48 * 9.81
SPEED, STEP = 10.0, 0.02
SLING = (-12.15, -1.70)
BIRD_RADIUS = 0.17
TOUCH = 0.36  # from the middle of a small pig to what touches it

# Solutions that were stored before shortcuts were refused: template, task, action.
TAKEN = {
    REVERSED: ("bucket_first", 5, (-0.87074, -0.38652, -1, 0, -0.80249, -0.59667, -1, 0)),
    SINGLE: (
        "big_pig_between_lips",
        1,
        (-0.70227, -0.7091, -1, 0, -0.74978, -0.66169, -1, 0, -0.70611, -0.7081, -1, 0),
    ),
    BIRD_KILLS: ("ball_off_the_ledge", 9, (-0.74677, -0.54322, -1, 0)),
}
FACTS = {"margin": 0.0, "straight": False, "tried": 1}


def _named(found: list[Template]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("found", found, ids=lambda each: each.phyq)


@_named(ORDERED)
def test_the_order_of_the_shots_matters(found: Template) -> None:
    assert _solved_backwards(found, PLAYED) == []


@_named(SEVERAL)
def test_no_shot_is_enough_alone(found: Template) -> None:
    assert _solved_by_one(found, PLAYED) == []


@_named(INDIRECT)
def test_no_straight_shot_solves_it(found: Template) -> None:
    assert _solved_straight(found, PLAYED) == []


@_named(SPARED)
def test_what_the_plan_names_kills_the_pigs(found: Template) -> None:
    assert _killed_by_birds(found, PLAYED) == []


@pytest.mark.slow
@_named(PHYQ)
def test_no_served_task_has_a_shortcut(found: Template) -> None:
    wrong = _solved_backwards(found, None) if found in ORDERED else []
    wrong += _solved_by_one(found, None) if found in SEVERAL else []
    wrong += _solved_straight(found, None) if found in INDIRECT else []
    wrong += _killed_by_birds(found, None) if found in SPARED else []
    assert wrong == []


@pytest.mark.parametrize("why", TAKEN)
def test_a_stored_solution_that_takes_a_shortcut_is_named(why: str) -> None:
    name, index, action = TAKEN[why]
    found = template(name)
    own = BirdsCertifier(found, threads=1)
    task = found.task(index)
    assert _solves(task, [tuple(shots_of(action))]) == [True]
    assert own.flaw(task, Certificate(index, action), deep=False) == why


def test_a_solution_that_takes_a_shortcut_is_replaced() -> None:
    name, index, action = TAKEN[REVERSED]
    found = template(name)
    own = BirdsCertifier(found, threads=1)
    own.stored = {index: Certificate(index, action, FACTS)}
    own.examine(found.task(index))
    assert _solves(found.task(index), [tuple(shots_of(own.found[index].solution)[::-1])]) == [False]


def test_a_task_is_refused_if_all_solutions_found_take_a_shortcut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("topple.worlds.birds.certify.past_solution", lambda *_: BIRD_KILLS)
    monkeypatch.setattr("topple.worlds.birds.certify._SEARCHES", 16)
    found = template("ball_along_the_shelf")
    index = next(iter(WORLD.certificates(found).tasks))
    own = BirdsCertifier(found, threads=1)
    own.examine(found.task(index))
    assert own.refused[index] == BIRD_KILLS
    assert index not in own.found


def test_tasks_refused_for_a_straight_shot_are_solved_by_one() -> None:
    checked = 0
    for found in INDIRECT:
        refused = WORLD.certificates(found).refused
        index = next((index for index, why in refused.items() if why == STRAIGHT), None)
        if index is None:
            continue
        checked += 1
        assert _straight(found.task(index))
        assert BirdsCertifier(found, threads=1).unfit(found.task(index)) == STRAIGHT
    assert checked > 10


def _served(found: Template, most: int | None) -> list[tuple[BirdsTask, tuple[Shot, ...]]]:
    stored = list(WORLD.certificates(found).tasks.values())[:most]
    return [(found.task(one.index), tuple(shots_of(one.solution))) for one in stored]


def _solves(task: BirdsTask, shots: list[tuple[Shot, ...]]) -> list[bool]:
    plays = simulate(task.level, shots, rules=task.rules, threads=1)
    return [play.outcome is Outcome.SOLVED for play in plays]


def _solved_backwards(found: Template, most: int | None) -> list[str]:
    return [str(task) for task, shots in _served(found, most) if any(_solves(task, [shots[::-1]]))]


def _solved_by_one(found: Template, most: int | None) -> list[str]:
    return [
        str(task)
        for task, shots in _served(found, most)
        if any(_solves(task, [(shot,) for shot in shots]))
    ]


def _solved_straight(found: Template, most: int | None) -> list[str]:
    return [str(task) for task, _ in _served(found, most) if _straight(task)]


def _straight(task: BirdsTask) -> bool:
    """Return whether shooting every bird at the middle of one pig solves the task."""
    offset = BIRDS[task.level.birds[0]].offset
    pigs = [thing for thing in task.level.things if thing.role == "pig"]
    angles = [angle for pig in pigs for angle in _angles(pig.x, pig.y, offset)]
    shots = [Shot(-math.cos(angle), -math.sin(angle)) for angle in angles]
    return any(_solves(task, [(shot,) * len(task.level.birds) for shot in shots]))


def _angles(x: float, y: float, offset: tuple[float, float]) -> list[float]:
    """Return the angles of full stretches that hit a point: where the miss changes its sign."""

    def miss(angle: float) -> float:
        right = x - (SLING[0] + offset[0] - math.cos(angle))
        time = right / (SPEED * math.cos(angle))
        rise = SPEED * math.sin(angle) * time - PULL * time * (time + STEP) / 2
        return SLING[1] + offset[1] - math.sin(angle) + rise - y

    found = []
    for low, high in pairwise(math.radians(degrees / 4) for degrees in range(-240, 360)):
        if miss(low) * miss(high) > 0:
            continue
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if miss(low) * miss(middle) > 0 else (low, middle)
        found.append(low)
    return found


def _killed_by_birds(found: Template, most: int | None) -> list[str]:
    """Return the tasks in which a bird and no block is at a pig when it dies."""
    return [str(task) for task, shots in _served(found, most) if _bird_alone(task, shots)]


def _bird_alone(task: BirdsTask, shots: tuple[Shot, ...]) -> bool:
    (play,) = simulate(task.level, [shots], rules=task.rules, stride=1, threads=1)
    rows, things = play.tracks(), task.level.things
    for number, pig in enumerate(things, 1):
        if pig.role != "pig":
            continue
        last = rows[rows[:, 1] == number][-1]
        there = rows[rows[:, 0] == last[0]]
        near = [
            int(body)
            for _, body, x, y, angle in there[there[:, 1] != number].tolist()
            if body >= 1 and _gap(task, int(body), (x, y, angle), last[2:4]) < TOUCH
        ]
        blocks = [body for body in near if body <= len(things) and things[body - 1].role == "block"]
        if not blocks and any(body > len(things) for body in near):
            return True
    return False


def _gap(task: BirdsTask, body: int, pose: tuple[float, float, float], at: np.ndarray) -> float:
    """Return how far a point is from the outline of a body; birds are small balls."""
    x, y, angle = pose
    if body > len(task.level.things):
        return math.hypot(at[0] - x, at[1] - y) - BIRD_RADIUS
    turned = [
        (
            x + u * math.cos(angle) - v * math.sin(angle),
            y + u * math.sin(angle) + v * math.cos(angle),
        )
        for u, v in outline_of(task.level.things[body - 1])
    ]
    return min(_to_segment(at, a, b) for a, b in pairwise([*turned, turned[0]]))


def _to_segment(at: np.ndarray, a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)
    share = min(1.0, max(0.0, share))
    return math.hypot(a[0] + share * dx - at[0], a[1] + share * dy - at[1])
