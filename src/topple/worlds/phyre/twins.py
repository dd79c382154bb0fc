"""Twins of PHYRE tasks: mirrored, the goal's colours exchanged, less gravity, less friction."""

from __future__ import annotations

from dataclasses import replace

from topple.sim.scene import Body, Circle, Polygon, Shape
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.goals import Goal, Relation
from topple.worlds.phyre.world import own_task
from topple.worlds.twins import Twin, exchange

_SIDES = {Relation.LEFT_OF: Relation.RIGHT_OF, Relation.RIGHT_OF: Relation.LEFT_OF}
_LARGEST = 255  # pixels, of x = 1 in an action
_LESS = 0.8  # share of the usual gravity or friction


def _mirror(task: Task) -> Task:
    own = own_task(task)
    bodies = tuple(_body(body) for body in own.scene.bodies)
    goal = own.goal
    region = None if goal.region is None else _polygon(goal.region)
    goal = Goal(_SIDES.get(goal.relation, goal.relation), goal.first, goal.second, region)
    return replace(
        own,
        caption=exchange(own.caption, "left", "right"),
        scene=replace(own.scene, bodies=bodies),
        goal=goal,
        phyre_id="",
    )


def _body(body: Body) -> Body:
    shapes = tuple(_shape(shape) for shape in body.shapes)
    return replace(body, x=WIDTH - body.x, angle=-body.angle, shapes=shapes)


def _shape(shape: Shape) -> Shape:
    return shape if isinstance(shape, Circle) else _polygon(shape)


def _polygon(polygon: Polygon) -> Polygon:
    """Mirror an outline; reversed, it is counter-clockwise again."""
    return Polygon(tuple((-x, y) for x, y in reversed(polygon.vertices)))


def _mirrored(task: Task, action: Action) -> Action:
    moved = [WIDTH / _LARGEST - n if i % 3 == 0 else n for i, n in enumerate(action)]
    return tuple(moved)


def _reskin(task: Task) -> Task:
    """Exchange the colours of the two goal bodies; captions name no colours."""
    own = own_task(task)
    bodies, first, second = list(own.scene.bodies), own.goal.first, own.goal.second
    colours = bodies[second].colour, bodies[first].colour
    for place, colour in zip((first, second), colours, strict=True):
        bodies[place] = replace(bodies[place], colour=colour)
    return replace(own, scene=replace(own.scene, bodies=tuple(bodies)), phyre_id="")


def _smoother(task: Task) -> Task:
    own = own_task(task)
    bodies = tuple(
        replace(body, material=replace(body.material, friction=_LESS * body.material.friction))
        for body in own.scene.bodies
    )
    return replace(own, scene=replace(own.scene, bodies=bodies), phyre_id="")


def _same(task: Task, action: Action) -> Action:
    return action


def _lighter(task: Task) -> Task:
    own = own_task(task)
    x, y = own.scene.physics.gravity
    physics = replace(own.scene.physics, gravity=(_LESS * x, _LESS * y))
    return replace(own, scene=replace(own.scene, physics=physics), phyre_id="")


TWINS = {
    "mirror": Twin("left and right are exchanged", _mirror, _mirrored),
    "reskin": Twin("the two goal bodies exchange their colours", _reskin, _same),
    "gravity": Twin("gravity is a fifth less", _lighter, _same),
    "friction": Twin("friction is a fifth less", _smoother, _same),
}
