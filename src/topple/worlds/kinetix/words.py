"""Kinetix tasks and attempts in words and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from topple.errors import BadAction, BadInput
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.kinetix.actions import channel_name
from topple.worlds.kinetix.level import BLUE, GREEN, MOTORS, NEUTRAL, RED, WALLS, Joint, Level
from topple.worlds.kinetix.simulate import STEPS_PER_SECOND, Play, simulate
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.world import WORLD, own_task
from topple.worlds.parts import Table, Wanted

ROLES = {NEUTRAL: "grey", GREEN: "green", BLUE: "blue", RED: "red"}
_MOTOR = {-1.0: "clockwise", 0.0: "off", 1.0: "counter-clockwise"}
_THRUSTER = {0.0: "off", 1.0: "on"}


def lines(task: Task) -> list[str]:
    """Describe a task: its goal, its channels and how hard it is."""
    own = own_task(task)
    return [
        f"size {own.level.size.upper()}, floor {ROLES[own.level.floor_role]}",
        own.caption,
        *(f"{channel_name(c)}: {driven(own.level, c)}" for c in own.level.channels),
        *(hardness(task) or ["open: no solution is known, or none was searched for"]),
    ]


def ease(task: Task) -> float:
    """Return the share of random actions that solve a task."""
    found = WORLD.certificate(task)
    return float(found.facts["random"]) if found else 0.0


def hardness(task: Task) -> list[str]:
    """Say how a task was solved, and how often chance does."""
    found = WORLD.certificate(task)
    if found is None:
        return []
    kind = "16 held decisions" if found.facts["held"] else "freer decisions"
    return [f"solved with {kind}; {found.facts['random']:.1%} of random actions solve it"]


def table(task: Task) -> Table | None:
    """Return the bodies."""
    header = ("body", "shape", "role", "x", "y", "rotation", "moves")
    rows = [
        (
            str(number),
            "disc" if body.radius else "polygon",
            ROLES[body.role],
            *(f"{value:.3f}" for value in (*body.position, body.rotation)),
            "yes" if body.inverse_mass else "no",
        )
        for number, body in enumerate(own_task(task).level.bodies)
        if body is not None and number >= WALLS
    ]
    return header, rows


def facts(task: Task) -> dict[str, Any]:
    """Return a task as plain data."""
    own = own_task(task)
    found = WORLD.certificate(task)
    header, rows = table(task) or ((), [])
    return {
        "task": str(own),
        "size": own.level.size,
        "caption": own.caption,
        "floor": ROLES[own.level.floor_role],
        "channels": [channel_name(channel) for channel in own.level.channels],
        "bodies": [dict(zip(header, row, strict=True)) for row in rows],
        "certificate": dict(found.facts) if found else None,
    }


def moves(task: Task, action: Action) -> list[str]:
    """Describe every decision."""
    space = own_task(task).actions
    rows = np.array(action, float).reshape(-1, space.width).tolist()
    return [_move(space.channels, row) for row in rows]


def results(
    tasks: Sequence[Task], actions: Sequence[Action | None], wanted: Wanted
) -> list[dict[str, Any]]:
    """Play decisions until the game is over."""
    if wanted.stable:
        raise BadInput("`kinetix` does not measure stability", "leave out --stable")
    found: list[dict[str, Any]] = []
    for task, action in zip(tasks, actions, strict=True):
        own = own_task(task)
        try:
            rows = own.actions.full(() if action is None else own.actions.one(action))
        except BadAction as error:
            found.append({"task": str(own), "outcome": str(Outcome.INVALID), "note": str(error)})
            continue
        stride = wanted.stride or (1 if wanted.bodies else 0)
        (play,) = simulate(own.level, [rows], stride=stride, threads=wanted.threads)
        found.append(_result(own, play, wanted))
    return found


def _result(task: KinetixTask, play: Play, wanted: Wanted) -> dict[str, Any]:
    result: dict[str, Any] = {
        "task": str(task),
        "outcome": str(play.outcome),
        "note": play.note,
        "steps": play.steps,
        "reward": round(play.reward, 6),
        "distance": round(play.distance, 6),
        "digest": play.digest,
    }
    poses = play.frames[:, WALLS:, :3].astype(float).round(6)
    if wanted.bodies:
        result["bodies"] = poses[-1].tolist()
    if wanted.stride:
        result["frames"] = poses.tolist()
    return result


def _move(channels: Sequence[int], row: Sequence[float]) -> str:
    *drives, held = row
    said = [
        f"{channel_name(channel)} {_amount(channel, drive)}"
        for channel, drive in zip(channels, drives, strict=True)
    ]
    return f"{', '.join(said)} for {held:g} steps ({held / STEPS_PER_SECOND:.2f} s)"


def _amount(channel: int, drive: float) -> str:
    words = _MOTOR if channel < MOTORS else _THRUSTER
    return words.get(drive, f"{drive:+.2f}")


def turned(level: Level, channel: int) -> list[str]:
    """Return what a channel drives, naming bodies by their looks and where they start."""
    motors = [
        "a motor; at 1 it turns {} counter-clockwise against {}".format(
            *(_describe_view(level, body) for body in _turning(joint))
        )
        for _, joint in level.motors()
        if joint.channel == channel
    ]
    jets = [
        f"a thruster on {_describe_view(level, jet.body)}"
        for _, jet in level.jets()
        if MOTORS + jet.channel == channel
    ]
    return motors + jets


def _turning(joint: Joint) -> tuple[int, int]:
    """Return the body that a positive drive turns counter-clockwise, and the other one."""
    return (joint.b, joint.a) if joint.speed >= 0 else (joint.a, joint.b)


def _describe_view(level: Level, number: int) -> str:
    body = level.bodies[number]
    assert body is not None, "motors and thrusters hold bodies that exist"
    if number < WALLS:
        return "the frame of the world"
    shape = "disc" if body.radius else "polygon"
    x, y = body.position
    return f"the {ROLES[body.role]} {shape} that starts at ({x:.2f}, {y:.2f})"


def driven(level: Level, channel: int) -> str:
    """Return what a channel drives."""
    joints = [
        f"a motor between bodies {joint.a} and {joint.b}"
        for _, joint in level.motors()
        if joint.channel == channel
    ]
    jets = [
        f"a thruster on body {jet.body}"
        for _, jet in level.jets()
        if MOTORS + jet.channel == channel
    ]
    return ", ".join(joints + jets)
