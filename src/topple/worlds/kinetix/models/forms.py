"""Action forms of kinetix: one number per live channel, or DeepPHY's vector.

The name of a form holds its numbers, because levels differ in what they drive:
`channels-M0-T0`, `vector-2-1` (two motor elements and one of a thruster).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar

import numpy as np

from topple.errors import BadInput
from topple.prompting.reader import Reading, Slot, Values
from topple.prompting.structured import Schema
from topple.prompting.turn_form import TurnForm
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.kinetix.actions import CHANNELS, DECISIONS, HOLD, channel_name
from topple.worlds.kinetix.game import KinetixGame
from topple.worlds.kinetix.level import MOTORS, THRUSTERS, Level
from topple.worlds.kinetix.world import own_task

CHANNEL_FORM, VECTOR_FORM = "channels", "vector"
_DRIVE = {0: 0, 1: 1, 2: -1}
_VALUE = {drive: value for value, drive in _DRIVE.items()}


@dataclass(frozen=True)
class Driven(TurnForm[KinetixGame]):
    """A decision: what drives each channel for the next 16 steps."""

    kind: ClassVar[str]
    channels: tuple[int, ...]  # the channel that each number drives; CHANNELS or more drive nothing
    live: tuple[int, ...] = ()  # channels of the level that the form is fitted to

    @property
    def kinds(self) -> tuple[int, ...]:
        """How many values each number takes."""
        return tuple(3 if channel < MOTORS else 2 for channel in self.channels)

    def refusal(self, values: Sequence[float]) -> str:
        for name, value, kinds in zip(self.names, values, self.kinds, strict=True):
            if value not in range(kinds):
                allowed = " or ".join(map(str, range(kinds)))
                return f"{name} is {value:g}: give {allowed}"
        return ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the numbers."""
        return tuple(map(channel_name, self.channels))

    @property
    def structured_pattern(self) -> str:
        listed = ", ".join(f'"{name}": {name[0]}' for name in self.names)
        return f"{{{listed}}}"

    def fields(self) -> dict[str, Schema]:
        return {name: {"type": "integer"} for name in self.names}

    def action(self, values: Sequence[float]) -> Action:
        return (*(_DRIVE[int(value)] for value in values), HOLD)

    def sample(self, rng: np.random.Generator) -> Values:
        return tuple(float(rng.integers(kinds)) for kinds in self.kinds)

    def everything(self) -> Sequence[Values]:
        return [tuple(map(float, each)) for each in product(*map(range, self.kinds))]

    def moves(self, action: Sequence[float]) -> list[Values]:
        """Write the rows of an action that are held in multiples of 16 steps."""
        rows = np.array(action, float).reshape(-1, len(self.live) + 1).tolist()
        found: list[Values] = []
        for number, (*drives, held) in enumerate(rows):
            driven = dict(zip(self.live, drives, strict=True))
            written = [driven.pop(channel, 0.0) for channel in self.channels]
            whole = not held % HOLD or number == len(rows) - 1
            if not whole or any(driven.values()) or not _VALUE.keys() >= {*written}:
                return []
            found += [tuple(float(_VALUE[drive]) for drive in written)] * -int(-held // HOLD)
        return found

    def begin(self, task: Task) -> KinetixGame:
        return KinetixGame(own_task(task))

    def play(self, game: KinetixGame, values: Values) -> None:
        row = self.row(game.task.level, values)
        game.play(row)
        game.moves[-len(row) :] = row  # attempts of models are written in whole numbers

    def attempt(self, task: Task, moves: Sequence[Values]) -> Action:
        """Return the decisions without playing them."""
        level = own_task(task).level
        return tuple(number for values in moves for number in self.row(level, values))

    def row(self, level: Level, values: Values) -> Action:
        """Return a decision for the live channels of a level; other channels do nothing."""
        driven = dict(zip(self.channels, values, strict=True))
        return (*(_DRIVE[int(driven.get(channel, 0))] for channel in level.channels), HOLD)

    def fit(self, task: Task) -> Driven:
        return form_of(self.kind, own_task(task).level)

    def turns(self, task: Task) -> int:
        return DECISIONS


@dataclass(frozen=True)
class Channels(Driven):
    """One number per live channel."""

    kind = CHANNEL_FORM

    @property
    def name(self) -> str:
        return "-".join([CHANNEL_FORM, *self.names])

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(Slot(name, _labels(name), whole=True) for name in self.names)

    @property
    def pattern(self) -> str:
        return f"drive({', '.join(f'{name}={name[0]}' for name in self.names)})"

    @property
    def example(self) -> Values:
        return tuple(0.0 for _ in self.channels)

    @property
    def published_example(self) -> Values:
        return tuple(1.0 for _ in self.channels)

    @property
    def verbs(self) -> str:
        return "drive"

    def explained(self) -> tuple[str, ...]:
        motors = "M is a motor: 0 off, 1 counter-clockwise, 2 clockwise."
        thrusters = "T is a thruster: 0 off, 1 on."
        used = {channel < MOTORS for channel in self.channels}
        return tuple(text for kind, text in ((True, motors), (False, thrusters)) if kind in used)

    def words(self, values: Sequence[float]) -> str:
        pairs = zip(self.names, values, strict=True)
        return f"drive({', '.join(f'{name}={value:g}' for name, value in pairs)})"


def _labels(name: str) -> str:
    """Return how a channel is written: `M0`, `M_0`; its 0 looks like the letter O in pictures."""
    letter, number = name[0].lower(), name[1:]
    written = rf"{letter} ?{number}"
    return rf"{written}|{letter}o(?=\s*[=:])" if number == "0" else written


@dataclass(frozen=True)
class Vector(Driven):
    """DeepPHY's vector: an element per joint entry with a motor flag, then per thruster.

    Element i drives channel i, whatever joint the picture's label i marks. An answer that cannot be
    read drives nothing.
    """

    kind = VECTOR_FORM
    motors: int = 0
    thrusters: int = 0

    @property
    def name(self) -> str:
        return f"{VECTOR_FORM}-{self.motors}-{self.thrusters}"

    @property
    def names(self) -> tuple[str, ...]:
        motors = (f"M{number + 1}" for number in range(self.motors))
        return (*motors, *(f"T{number + 1}" for number in range(self.thrusters)))

    @property
    def kinds(self) -> tuple[int, ...]:
        return (3,) * self.motors + (2,) * self.thrusters

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(Slot(name, name.lower()) for name in self.names)

    @property
    def pattern(self) -> str:
        return f"[{', '.join(self.names)}]"

    @property
    def example(self) -> Values:
        return tuple(0.0 for _ in self.names)

    @property
    def published_example(self) -> Values:
        return tuple(1.0 for _ in self.names)

    def explained(self) -> tuple[str, ...]:
        return (
            f"The vector has {len(self.names)} whole numbers.",
            "M is a motor: 0 off, 1 forwards, 2 backwards. T is a thruster: 0 off, 1 on.",
        )

    def words(self, values: Sequence[float]) -> str:
        return f"[{', '.join(f'{value:g}' for value in values)}]"

    def mock(self, rng: np.random.Generator) -> str:
        """Draw every element uniformly, as DeepPHY's random player does."""
        return self.words(self.sample(rng))

    def read(self, answer: str) -> Reading:
        """Read the last brackets as a list of whole numbers; anything else drives nothing."""
        nothing = tuple(0.0 for _ in self.names)
        match = re.search(r"\[([^\[\]]*)\][^\]]*$", answer)
        try:
            found = json.loads(f"[{match[1]}]") if match else []
            values = tuple(float(int(value)) for value in found)
        except (ValueError, TypeError):
            return Reading(nothing, "")
        fits = len(values) == len(nothing) and not self.refusal(values)
        return Reading(values if fits else nothing, "")


def form_of(name: str, level: Level) -> Driven:
    """Return a form with the numbers of a level; full names have their numbers already."""
    if name == CHANNEL_FORM:
        return Channels(level.channels, level.channels)
    if name == VECTOR_FORM:
        motors = sum(joint.motor for joint in level.joints)
        thrusters = sum(jet is not None for jet in level.thrusters)
        return replace(_vector(motors, thrusters), live=level.channels)
    return form(name)


def form(name: str) -> Driven:
    """Find an action form by name; the plain names stand for one motor."""
    kind, *numbers = name.split("-")
    try:
        if kind == CHANNEL_FORM:
            known = {channel_name(channel): channel for channel in range(CHANNELS)}
            return Channels(tuple(known[number] for number in numbers) or (0,))
        if kind == VECTOR_FORM:
            motors, thrusters = map(int, numbers or (1, 0))
            return _vector(motors, thrusters)
    except (KeyError, ValueError):
        pass
    raise BadInput(
        f"`{name[:40]}` is not an action form of kinetix", f"give {CHANNEL_FORM} or {VECTOR_FORM}"
    )


def _vector(motors: int, thrusters: int) -> Vector:
    """Elements beyond the channels that exist drive nothing."""
    driven = [number if number < MOTORS else CHANNELS + number for number in range(motors)]
    driven += [
        MOTORS + number if number < THRUSTERS else 2 * CHANNELS + number
        for number in range(thrusters)
    ]
    return Vector(tuple(driven), motors=motors, thrusters=thrusters)
