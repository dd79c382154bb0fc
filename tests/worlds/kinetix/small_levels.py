"""Small levels for tests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from topple.tasks.task import TaskId
from topple.worlds.kinetix.actions import CHANNELS, Rows
from topple.worlds.kinetix.generate.shapes import box, disc, put
from topple.worlds.kinetix.level import Body, Joint, Level, Point, Thruster
from topple.worlds.kinetix.task import KinetixTask

NO_JOINT = Joint(active=False, motor=False)


def level(
    *bodies: Body,
    joints: tuple[Joint, ...] = (),
    thrusters: tuple[Thruster, ...] = (),
    floor_role: int = 0,
) -> Level:
    """Make a level of size M with these bodies: boxes from number 4, discs from number 6."""
    boxes = [body for body in bodies if not body.radius]
    discs = [body for body in bodies if body.radius]
    return Level(
        "m",
        (*boxes, *[None] * (2 - len(boxes))),
        (*discs, *[None] * (3 - len(discs))),
        (*joints, *[NO_JOINT] * (2 - len(joints))),
        (*thrusters, *[None] * (2 - len(thrusters))),
        floor_role,
    )


def task_of(level: Level) -> KinetixTask:
    return KinetixTask(TaskId("kinetix", "small", 1, 0), "Green must touch blue.", level)


def box_at(x: float, y: float, width: float = 0.2, height: float = 0.2, role: int = 0) -> Body:
    return replace(put(box(width, height), (x, y), 0.0), role=role)


def disc_at(x: float, y: float, radius: float = 0.2, role: int = 0, **facts: float | Point) -> Body:
    return replace(put(disc(radius), (x, y), 0.0), role=role, **facts)  # type: ignore[arg-type]


def drive(steps: int, **channels: float) -> Rows:
    """Make one row: `drive(30, M0=1)`."""
    row = np.zeros((1, CHANNELS + 1), np.float32)
    for name, value in channels.items():
        row[0, int(name[1]) + (4 if name[0] == "T" else 0)] = value
    row[0, -1] = steps
    return row
