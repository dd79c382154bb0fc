"""Twins of bird tasks: at dusk, moved sideways, or with hits that do more damage.

There is no mirror. The sling shoots to the right: the ranges of random shots, and so every listed
action, and the agents of Phy-Q all have x < 0.
"""

from __future__ import annotations

from dataclasses import replace

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.birds.level import DUSK
from topple.worlds.birds.task import BirdsTask
from topple.worlds.own import own
from topple.worlds.twins import Twin

_STEP = 0.5  # units of a shift; the picture is 35 wide
_HITS = 2  # times that a hit deals damage


def _reskin(task: Task) -> Task:
    found = own(task, BirdsTask, "a bird task")
    return replace(found, level=replace(found.level, light=DUSK))


def _shift(task: Task) -> Task:
    """Move the sling and all things to the right; ground and picture stay."""
    found = own(task, BirdsTask, "a bird task")
    level, (x, y) = found.level, found.level.sling
    moved = replace(
        level,
        sling=(x + _STEP, y),
        things=tuple(replace(thing, x=thing.x + _STEP) for thing in level.things),
        hills=tuple(tuple((u + _STEP, v) for u, v in hill) for hill in level.hills),
    )
    return replace(found, level=moved)


def _damage(task: Task) -> Task:
    found = own(task, BirdsTask, "a bird task")
    return replace(found, rules=replace(found.rules, events_per_hit=_HITS))


def _same(task: Task, action: Action) -> Action:
    return action


TWINS = {
    "reskin": Twin("it is dusk: sky and ground have other colours", _reskin, _same),
    "shift": Twin("the sling and all things stand half a unit further right", _shift, _same),
    "damage": Twin("a bird's hit deals its damage twice", _damage, _same),
}
