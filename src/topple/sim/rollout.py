"""Batch simulation of scenes with scheduled commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from topple import _native
from topple.errors import BadInput, BadScene
from topple.sim.checks import MOST_STEPS, checked_threads, clear_errors
from topple.sim.scene import Body, Scene
from topple.sim.sim import Event, named_events
from topple.sim.watchers import Watcher


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a body and its joints."""

    body: int


@dataclass(frozen=True, slots=True)
class Push:
    """Push a body at its centre of mass, in N s."""

    body: int
    impulse: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Place:
    """Move a body to another pose; it keeps its velocity."""

    body: int
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Cut:
    """Remove a joint."""

    joint: int


Command: TypeAlias = Remove | Push | Place | Cut


@dataclass(frozen=True, slots=True)
class At:
    """A command that is carried out after `step` steps."""

    step: int
    command: Command


@dataclass(frozen=True, slots=True)
class Rollout:
    """A scene, bodies to add to it, scheduled commands, and watchers.

    The first watcher that is met ends the rollout. Commands of the same step run in their order.
    """

    scene: Scene
    watchers: tuple[Watcher, ...] = ()
    commands: tuple[At, ...] = ()
    added: tuple[Body, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Ending:
    """The result of a rollout.

    `poses` is bodies x (x, y, angle), NaN for removed bodies; `frames` is frames x poses.
    `error` names the failure of the engine or of a command; there are then no poses.
    """

    met: int | None  # the watcher that ended it
    steps: int
    poses: NDArray[np.float64]
    frames: NDArray[np.float64]
    events: tuple[Event, ...]
    digest: str
    error: str


def simulate(
    rollouts: Iterable[Rollout],
    *,
    most_steps: int,
    stride: int = 0,
    outcome_only: bool = False,
    least_impulse: float | None = None,
    threads: int | None = None,
) -> list[Ending]:
    """Run rollouts on a thread pool and return their endings in the same order.

    `stride` records a frame after the first step and then every `stride` steps. `outcome_only`
    stops a rollout once no watcher can be met any more. `least_impulse` records contacts that begin
    and end, and hits of at least this impulse.
    """
    if not (1 <= most_steps <= MOST_STEPS and 0 <= stride <= MOST_STEPS):
        raise BadInput(
            f"{most_steps} steps with a stride of {stride}",
            f"give 1 to {MOST_STEPS} steps and a stride from 0 on",
        )
    if least_impulse is not None and not least_impulse >= 0:
        raise BadInput(f"a least impulse of {least_impulse} N s: give 0 or more")
    several = tuple(rollouts)
    with clear_errors():
        scenes = {id(each.scene): each.scene for each in several}
        read = {key: _native.Scene.read(scene) for key, scene in scenes.items()}
    handles = []
    for number, each in enumerate(several):
        try:
            with clear_errors():
                plan = read[id(each.scene)], each.added, _watchers(each), _commands(each)
                handles.append(
                    _native.Rollout(*plan, most_steps, stride, outcome_only, least_impulse)
                )
        except BadScene as error:
            raise BadScene(f"rollout {number}: {error}") from error
    return [_ending(result) for result in _native.roll_out(handles, checked_threads(threads))]


def _watchers(rollout: Rollout) -> list[_native.Watcher]:
    return [watcher.native() for watcher in rollout.watchers]


def _commands(rollout: Rollout) -> list[tuple[int, int, int, float, float, float]]:
    """Return the commands as rows for the engine, ordered by step."""
    ordered = sorted(rollout.commands, key=lambda at: at.step)
    return [(at.step, *_row(at.command)) for at in ordered]


def _row(command: Command) -> tuple[int, int, float, float, float]:
    match command:
        case Remove(body):
            return 0, body, 0.0, 0.0, 0.0
        case Push(body, (x, y)):
            return 1, body, x, y, 0.0
        case Place(body, x, y, angle):
            return 2, body, x, y, angle
        case Cut(joint):
            return 3, joint, 0.0, 0.0, 0.0
    raise BadInput(f"not a command: {type(command).__name__}")


def _ending(result: _native.Result) -> Ending:
    return Ending(
        met=None if result.met < 0 else result.met,
        steps=result.steps,
        poses=result.poses(),
        frames=result.frames(),
        events=tuple(named_events(result.events())),
        digest=f"{result.digest:016x}",
        error=result.error,
    )
