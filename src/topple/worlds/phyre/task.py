"""PHYRE tasks: templates by name, tasks by id."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from topple import _native
from topple._native import phyre as core
from topple.errors import BadScene
from topple.sim import (
    Above,
    Circle,
    Inside,
    LeftOf,
    Near,
    Polygon,
    Scene,
    Touching,
    Watched,
    Watcher,
)
from topple.tasks.discover import modules
from topple.tasks.lookup import find_task, find_template
from topple.tasks.task import Task, TaskId
from topple.worlds.phyre.actions import TIERS, Tier
from topple.worlds.phyre.goals import Goal, Relation
from topple.worlds.phyre.template import Template

HOLD_STEPS = 180
MOST_STEPS = 1000

# Two balls count as touching below this gap, in pixels; all else goes by the engine's contacts.
_BALL_GAP = 0.1
_PHYRE_ID = re.compile(r"(\d{5}):(\d{3,9})")


@dataclass(frozen=True, eq=False)
class PhyreTask(Task):
    """A scene, a goal between two of its bodies, and how many balls one may place."""

    scene: Scene
    goal: Goal
    tier: Tier
    phyre_id: str  # empty for a template of our own

    @property
    def actions(self) -> Tier:
        """What may be done: place the balls of the tier."""
        return self.tier

    def content_hash(self) -> str:
        """Name the scene and the goal."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> str:
        return hashlib.sha256(f"{self.scene.to_json()} {self.goal}".encode()).hexdigest()[:16]

    def image(self) -> NDArray[np.uint8]:
        """Draw the scene before any action: 256 x 256 colour codes, row 0 at the bottom."""
        poses = np.array([(body.x, body.y, body.angle) for body in self.scene.bodies])
        return core.image(self.native_scene, poses)

    def __getstate__(self) -> dict[str, object]:
        """Copy and pickle without what the engine holds; it is made again when needed."""
        kept = self.__dict__.items()
        return {name: value for name, value in kept if not name.startswith("native")}

    @cached_property
    def native(self) -> core.Task:
        """The task as the engine holds it; raises `BadScene` if it cannot."""
        count = len(self.scene.bodies)
        if not (0 <= self.goal.first < count and 0 <= self.goal.second < count):
            raise BadScene(f"{self.id}: the goal names a body that is not there")
        try:
            return core.Task(self.native_scene, _watcher(self).native())
        except _native.SceneError as error:
            raise BadScene(f"{self.id}: {error}") from error

    @cached_property
    def native_scene(self) -> _native.Scene:
        """The scene as the engine holds it; raises `BadScene` if it cannot."""
        try:
            return _native.Scene.read(self.scene)
        except _native.SceneError as error:
            raise BadScene(f"{self.id}: {error}") from error


@cache
def all_templates() -> Mapping[str, Template]:
    """Give every template by name: PHYRE's in the order of their ids, then our own."""
    found = [
        getattr(module, module.__name__.rsplit(".", 1)[1])
        for module in modules("topple.worlds.phyre.templates")
    ]
    found.sort(key=lambda t: (not t.phyre_id, t.phyre_id, t.name))
    return {t.name: t for t in found}


def shipped_templates(tier: str | None = None) -> list[Template]:
    """Give PHYRE's templates, in the order of their ids."""
    return [t for t in all_templates().values() if t.shipped and tier in (None, t.tier)]


def template(name: str) -> Template:
    """Find a template by its name or by PHYRE's number."""
    return find_template("phyre", name, all_templates(), lambda t: (t.phyre_id,))


def task(text: str) -> PhyreTask:
    """Find a task by its id: `phyre/off_the_ledge:042`, or `00002:042` as PHYRE writes it."""
    return task_of(*find_task("phyre", text, template, _PHYRE_ID))


@lru_cache(maxsize=20_000)
def task_of(template: Template, index: int) -> PhyreTask:
    """Build one task of a template."""
    scene, goal = template.build(index)
    return PhyreTask(
        id=TaskId("phyre", template.name, template.version, index),
        caption=template.caption,
        scene=scene,
        goal=goal,
        tier=TIERS[template.tier],
        phyre_id=f"{template.phyre_id}:{index:03d}" if template.phyre_id else "",
    )


def shipped(tier: str | None = None) -> list[PhyreTask]:
    """Give PHYRE's own tasks, 100 of each template, in the order of their ids."""
    return [task_of(t, index) for t in shipped_templates(tier) for index in t.shipped]


def _watcher(task: PhyreTask) -> Watcher:
    relation = task.goal.relation
    return Watcher(
        _condition(task),
        hold=1 if relation is Relation.TOUCHING_BRIEFLY else HOLD_STEPS,
        negate=relation in (Relation.NOT_TOUCHING, Relation.NOT_INSIDE),
        after_seen=relation is Relation.NOT_TOUCHING,
    )


def _condition(task: PhyreTask) -> Watched:
    first, second = task.goal.first, task.goal.second
    match task.goal.relation:
        case Relation.ABOVE:
            return Above(first, second)
        case Relation.BELOW:
            return Above(second, first)
        case Relation.LEFT_OF:
            return LeftOf(first, second)
        case Relation.RIGHT_OF:
            return LeftOf(second, first)
        case Relation.INSIDE | Relation.NOT_INSIDE:
            return Inside(first, second, task.goal.region or Polygon(()))
    return Near(first, second, _BALL_GAP) if _two_balls(task) else Touching(first, second)


def _two_balls(task: PhyreTask) -> bool:
    bodies = task.scene.bodies
    shapes = [bodies[i].shapes for i in (task.goal.first, task.goal.second)]
    return all(len(each) == 1 and isinstance(each[0], Circle) for each in shapes)
