"""PHYRE tasks: a scene, a goal between two of its bodies, and a tier of actions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

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
from topple.tasks.task import Task
from topple.worlds.phyre.actions import Tier
from topple.worlds.phyre.goals import Goal, Relation

HOLD_STEPS = 180
MOST_STEPS = 1000

# Two balls touch below this gap, in pixels; for all other bodies the engine's contacts count.
_BALL_GAP = 0.1


@dataclass(frozen=True, eq=False)
class PhyreTask(Task):
    """A scene, a goal between two of its bodies, and the number of balls to place."""

    scene: Scene
    goal: Goal
    tier: Tier
    phyre_id: str  # empty for a template of our own

    @property
    def actions(self) -> Tier:
        """The action space: the balls of the tier."""
        return self.tier

    def content_hash(self) -> str:
        """Return a hash of the scene and the goal."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> str:
        return hashlib.sha256(f"{self.scene.to_json()} {self.goal}".encode()).hexdigest()[:16]

    def image(self) -> NDArray[np.uint8]:
        """Draw the scene before any action: 256 x 256 colour codes, row 0 at the bottom."""
        poses = np.array([(body.x, body.y, body.angle) for body in self.scene.bodies])
        return core.image(self.native_scene, poses)

    def __getstate__(self) -> dict[str, object]:
        """Copy and pickle without the engine's objects; they are made again when needed."""
        kept = self.__dict__.items()
        return {name: value for name, value in kept if not name.startswith("native")}

    @cached_property
    def native(self) -> core.Task:
        """The task as an engine object; raise `BadScene` if the engine refuses it."""
        count = len(self.scene.bodies)
        if not (0 <= self.goal.first < count and 0 <= self.goal.second < count):
            raise BadScene(f"{self.id}: the goal names a body that is not in the scene")
        try:
            return core.Task(self.native_scene, _watcher(self).native())
        except _native.SceneError as error:
            raise BadScene(f"{self.id}: {error}") from error

    @cached_property
    def native_scene(self) -> _native.Scene:
        """The scene as an engine object; raise `BadScene` if the engine refuses it."""
        try:
            return _native.Scene.read(self.scene)
        except _native.SceneError as error:
            raise BadScene(f"{self.id}: {error}") from error


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
