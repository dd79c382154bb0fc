"""Compare Topple's tasks with those in the original package's wheel."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from tools.align.phyre.wheel import WheelTask, read_tasks
from tools.align.tally import Tally
from topple.errors import ToppleError
from topple.sim.scene import Body, Circle
from topple.worlds import phyre
from topple.worlds.phyre import PhyreTask

# Random layouts use sines and cosines, whose last bit depends on the platform: four tasks of
# 00012 and 00013 are known to differ from the shipped ones, by less than this many pixels.
PLATFORM_TOLERANCE = 1e-13
PLATFORM_TASKS = 4


def compare_tasks(wheel: Path) -> list[Tally]:
    """Compare the list of tasks with the wheel, and then every task."""
    theirs = read_tasks(wheel)
    listed = Tally("task ids of the wheel")
    ours = {task.phyre_id for task in phyre.shipped()}
    for name in sorted(ours | set(theirs)):
        listed.add(name in ours and name in theirs, name)
    tasks = Tally("tasks of the wheel", most_near=PLATFORM_TASKS)
    for name, task in theirs.items():
        _compare(name, task, tasks)
    return [listed, tasks]


def compare_shipped(numbers: Mapping[str, list[int]]) -> Tally:
    """Compare the task numbers of each template with the recorded ones."""
    tally = Tally("golden: task numbers")
    for name, indices in numbers.items():
        tally.add(list(phyre.template(name).shipped) == indices, name)
    return tally


def _compare(name: str, theirs: WheelTask, tally: Tally) -> None:
    try:
        ours = phyre.task(name)
    except ToppleError as error:
        return tally.add(False, f"{name}: {error}, which")
    parts = [part for part, same in _discrete(ours, theirs) if not same]
    if parts:
        return tally.add(False, f"{name}: {', '.join(parts)}")
    a = np.array([number for body in ours.scene.bodies for number in _numbers(body)])
    b = np.array([number for body in theirs.bodies for number in _numbers(body)])
    if a.tobytes() == b.tobytes():
        return tally.add(True)
    off = float(np.abs(a - b).max())
    if off < PLATFORM_TOLERANCE and (a.astype(np.float32) == b.astype(np.float32)).all():
        count = int((a != b).sum())
        return tally.add_near(f"{name}: {count} coordinates off by at most {off:.2g} px")
    return tally.add(False, f"{name}: {_first(ours, theirs)}: by {off:.3g}, which")


def _discrete(ours: PhyreTask, theirs: WheelTask) -> Iterator[tuple[str, bool]]:
    yield "tier", ours.tier.name.upper() == theirs.tier
    yield "goal", ours.goal == theirs.goal
    pairs = list(zip(ours.scene.bodies, theirs.bodies, strict=False))
    yield "number of bodies", len(ours.scene.bodies) == len(theirs.bodies)
    yield "kinds", all(a.kind == b.kind for a, b in pairs)
    yield "what moves", all(a.dynamic == b.dynamic for a, b in pairs)
    yield "colours", all(a.colour == b.colour for a, b in pairs)
    yield "kinds of shape", all(_outline(a) == _outline(b) for a, b in pairs)


def _outline(body: Body) -> list[int]:
    return [0 if isinstance(shape, Circle) else len(shape.vertices) for shape in body.shapes]


def _numbers(body: Body) -> Iterator[float]:
    yield from (body.x, body.y, body.angle, body.diameter)
    for shape in body.shapes:
        if isinstance(shape, Circle):
            yield shape.radius
        else:
            yield from (number for vertex in shape.vertices for number in vertex)


def _first(ours: PhyreTask, theirs: WheelTask) -> str:
    for i, (a, b) in enumerate(zip(ours.scene.bodies, theirs.bodies, strict=True)):
        for part in ("x", "y", "angle", "diameter"):
            x, y = getattr(a, part), getattr(b, part)
            if struct.pack("d", x) != struct.pack("d", y):
                return f"{part} of body {i} is {x!r}, in the wheel {y!r}"
        if a.shapes != b.shapes:
            return f"shapes of body {i} ({a.kind})"
    return "signs of zeros"
