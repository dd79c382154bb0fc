"""Placements of players that insert balls."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.physiq.items import Item
from topple.worlds.phyre.physiq.proposal import Balls, Grade, action, by_template
from topple.worlds.phyre.physiq.wording import ATTEMPTS
from topple.worlds.phyre.simulate import simulate, validate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import task

# Takes an item and the number of the attempt, from 1.
Answer = Callable[[Item, int], str]

_PER_TEMPLATE = 2  # winners per template among which the best constants are chosen


def write_placement(balls: Balls) -> str:
    """Write a placement in the form that is asked for."""
    rows = [{"x": x, "y": y, "radius": radius} for x, y, radius in balls]
    return json.dumps(rows[0] if len(rows) == 1 else rows)


def uniform_placement(item: Item, rng: np.random.Generator) -> Balls:
    """Draw balls inside the scene; they may overlap its bodies."""
    balls = []
    for _ in range(item.balls):
        radius = int(rng.integers(int(SMALLEST_RADIUS), int(LARGEST_RADIUS) + 1))
        x, y = rng.integers(radius, WIDTH - radius, size=2)
        balls.append((int(x), int(y), radius))
    return tuple(balls)


def valid_placement(item: Item, rng: np.random.Generator) -> Balls:
    """Draw balls until they overlap nothing."""
    found = task(item.task)
    while True:
        balls = uniform_placement(item, rng)
        if validate(found, action(balls))[0] == 0:
            return balls


def best_placements(items: Sequence[Item]) -> dict[int, list[Balls]]:
    """Choose, per number of balls, the known winners that together win most of these items."""
    return {count: _greedy([item for item in items if item.balls == count]) for count in (1, 2)}


def _greedy(items: Sequence[Item]) -> list[Balls]:
    """Choose placements one by one, each for the items that it adds."""
    if not items:
        return []
    known = [
        proposals.balls[Grade.CORRECT]
        for tasks in by_template().values()
        for found, proposals in tasks[:_PER_TEMPLATE]
        if found.tier.balls == items[0].balls
    ]
    actions = [action(balls) for balls in known]
    won = np.array([simulate(task(i.task), actions, outcome_only=True).solved for i in items])
    chosen: list[Balls] = []
    for _ in range(ATTEMPTS):
        best = int(np.argmax(won.sum(axis=0)))
        chosen.append(known[best])
        won = won & ~won[:, [best]]
    return chosen


def carried_placement(item: Item, attempt: int) -> Balls:
    """Return the winner of another task of the template, the most similar task first."""
    here = task(item.task)
    others = [shown for shown in by_template()[item.template] if shown[0].id != here.id]
    others.sort(key=lambda shown: _distance(here, shown[0]))
    return others[(attempt - 1) % len(others)][1].balls[Grade.CORRECT]


def _distance(a: PhyreTask, b: PhyreTask) -> float:
    """Compute how far the bodies of two scenes are apart, body by body."""
    pairs = zip(a.scene.bodies, b.scene.bodies, strict=False)
    apart = sum(abs(p.x - q.x) + abs(p.y - q.y) + abs(p.diameter - q.diameter) for p, q in pairs)
    return cast(float, apart) + WIDTH * abs(len(a.scene.bodies) - len(b.scene.bodies))
