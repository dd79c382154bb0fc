"""What the ladder asks about in PHYRE: bodies by colour, what they touch, where they go.

What lies still on what is left out: only three templates show that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from topple.draw.look import Recording
from topple.prompting.description import Description
from topple.tasks.task import Task
from topple.worlds.ladder.part import Ladder, Thing, keep_unique
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.models.description import colours_of
from topple.worlds.phyre.world import own_task

_KINDS = {"ball": "ball", "bar": "bar", "jar": "jar", "sticks": "pair of crossed sticks"}


def things(recording: Recording) -> Sequence[Thing]:
    """Return all bodies but the walls around the scene."""
    bodies = own_task(recording.task).scene.bodies
    shown = [i for i, body in enumerate(bodies) if body.kind != "wall"]
    names = [
        f"the {Colour(bodies[i].colour).name.lower()} {_KINDS.get(bodies[i].kind, 'body')}"
        for i in shown
    ]
    return [
        Thing(i, name, bodies[i].dynamic) for i, name in zip(shown, keep_unique(names), strict=True)
    ]


def without(task: Task, thing: Thing) -> Task | None:
    """Return a task without a body; None for a body of the goal."""
    own, gone = own_task(task), thing.body
    goal, bodies = own.goal, own.scene.bodies
    if gone in (goal.first, goal.second):
        return None
    first, second = (body - (body > gone) for body in (goal.first, goal.second))
    return replace(
        own,
        scene=replace(own.scene, bodies=bodies[:gone] + bodies[gone + 1 :]),
        goal=replace(goal, first=first, second=second),
    )


def words(told: Description, task: Task, acts: bool) -> Description:
    """Return the words for a question: a ball is spoken of only where one is placed."""
    return told if acts else replace(told, legend=colours_of(own_task(task)))


LADDER = Ladder(
    words=words,
    things=things,
    until="within 10 seconds",
    form="free",
    groups=("ball",),
    leaves_out=("name",),
    without=without,
)
