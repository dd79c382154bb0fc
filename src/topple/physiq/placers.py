"""Placements of players that insert balls."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from topple.physiq.items import Item
from topple.physiq.proposals import Balls, Grade, action, by_template
from topple.physiq.wording import ATTEMPTS
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.simulate import simulate, validate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import task

# Takes an item and the number of the attempt from 1.
Answer = Callable[[Item, int], str]

_PER_TEMPLATE = 2  # known winners of a template among which the best constants are looked for


def placement(balls: Balls) -> str:
    """Write a placement as it is asked for."""
    rows = [{"x": x, "y": y, "radius": radius} for x, y, radius in balls]
    return json.dumps(rows[0] if len(rows) == 1 else rows)


def uniform_placement(item: Item, rng: np.random.Generator) -> Balls:
    """Draw balls inside the scene; they may overlap what is there."""
    balls = []
    for _ in range(item.balls):
        radius = int(rng.integers(int(SMALLEST_RADIUS), int(LARGEST_RADIUS) + 1))
        x, y = rng.integers(radius, WIDTH - radius, size=2)
        balls.append((int(x), int(y), radius))
    return tuple(balls)


def valid_placement(item: Item, rng: np.random.Generator) -> str:
    """Draw balls until the scene takes them."""
    found = task(item.task)
    while True:
        balls = uniform_placement(item, rng)
        if validate(found, action(balls))[0] == 0:
            return placement(balls)


def best_placements(items: Sequence[Item]) -> Answer:
    """Try the same few placements everywhere: known winners that win most of these items."""
    chosen = {count: _greedy([item for item in items if item.balls == count]) for count in (1, 2)}

    def answer(item: Item, attempt: int) -> str:
        return placement(chosen[item.balls][attempt - 1])

    return answer


def _greedy(items: Sequence[Item]) -> list[Balls]:
    """Choose placements one by one, each for the items it adds."""
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


def carried_placements(items: Sequence[Item]) -> Answer:
    """Try what wins other tasks of the template, the most similar first."""

    def answer(item: Item, attempt: int) -> str:
        here = task(item.task)
        others = [shown for shown in by_template()[item.template] if shown[0].id != here.id]
        others.sort(key=lambda shown: _apart(here, shown[0]))
        return placement(others[(attempt - 1) % len(others)][1].balls[Grade.CORRECT])

    return answer


def _apart(a: PhyreTask, b: PhyreTask) -> float:
    """Give how far the bodies of two scenes are apart, one by one."""
    pairs = zip(a.scene.bodies, b.scene.bodies, strict=False)
    apart = sum(abs(p.x - q.x) + abs(p.y - q.y) + abs(p.diameter - q.diameter) for p, q in pairs)
    return cast(float, apart) + WIDTH * abs(len(a.scene.bodies) - len(b.scene.bodies))
