"""Gestures: how a person plays a world, as data that any front end can draw.

A world says in its part `player` which gestures are possible and which plan follows from one. A
front end knows kinds of gestures, not games. Places and lengths are in the units of the film's
window, moments are seconds of the film.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from topple.tasks.attempt import Action
from topple.tasks.game import Game
from topple.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a gesture gives; a person can also type it."""

    name: str
    least: float
    most: float
    step: float | None = None  # the number is rounded to multiples of this
    start: float | None = None  # the middle by default


@dataclass(frozen=True, kw_only=True)
class Gesture:
    """Something that a person can do, from one moment until another."""

    kind: ClassVar[str]
    name: str  # no other gesture of the turn has it
    label: str  # the effect, in a few words
    numbers: tuple[Number, ...] = ()
    since: float = 0.0
    until: float | None = None  # the end of the film by default

    def data(self) -> dict[str, Any]:
        """Return the gesture as plain data."""
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True, kw_only=True)
class Place(Gesture):
    """Put discs down: a press sets the centre, dragging the radius. Numbers: x, y, radius each."""

    kind = "place"
    inks: tuple[str, ...]  # the colour of each disc


@dataclass(frozen=True, kw_only=True)
class Pull(Gesture):
    """Drag a thing away from where it is, and let go. Numbers: how far to the right, and up."""

    kind = "pull"
    x: float
    y: float
    reach: float  # the longest drag


@dataclass(frozen=True, kw_only=True)
class Pick(Gesture):
    """Press a thing: bodies of the film, a disc at a fixed place, or anywhere on the picture."""

    kind = "pick"
    bodies: tuple[int, ...] = ()
    disc: tuple[float, float, float] | None = None  # x, y, radius
    anywhere: bool = False


@dataclass(frozen=True, kw_only=True)
class Slide(Gesture):
    """Drag a thing along a line. Number: the share of the way from the first end."""

    kind = "slide"
    bodies: tuple[int, ...]
    ends: tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, kw_only=True)
class Hold(Gesture):
    """Hold a key down. Number: the value while it is held; letting go gives 0."""

    kind = "hold"
    keys: tuple[tuple[str, float], ...]  # each key with its value


@dataclass(frozen=True, kw_only=True)
class Aim(Gesture):
    """Drag back from a ball. Numbers: degrees, speed, and where on the ball, side and height."""

    kind = "aim"
    x: float
    y: float
    radius: float  # radius of the ball
    reach: float  # the longest drag


@dataclass(frozen=True, slots=True)
class Done:
    """A gesture that was made: its name, its numbers and the moment."""

    name: str
    numbers: tuple[float, ...] = ()
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """What is possible after a plan: the film of it starts, and may stop to wait for a person.

    Without `start` the film goes on where it is. With `stop`, time stands still at that moment
    until the next gesture; where the world `waits`, the person may also let time run on.
    """

    gestures: tuple[Gesture, ...] = ()
    start: float | None = None
    stop: float | None = None
    waits: bool = False
    labelled: bool = False  # whether the notes of the film are shown

    def find(self, name: str) -> Gesture | None:
        """Return the gesture of that name, if it is possible."""
        return next((each for each in self.gestures if each.name == name), None)


class Player(ABC):
    """How a person plays one world: the part `player` ends in `PLAYER = ...`."""

    @abstractmethod
    def turn(self, task: Task, plan: Action) -> Turn:
        """Return what a person can do after the plan so far."""

    @abstractmethod
    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        """Return the plan after a gesture of the turn."""

    @abstractmethod
    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        """Return the gestures that make an action."""

    def how(self, task: Task) -> str:
        """Return in one sentence how to move; it tells nothing of how to reach the goal."""
        return ""

    def rules(self, task: Task) -> Sequence[str] | None:
        """Return the rules as people play; None if those that models read are the same."""
        return None


def play_turns(game: Game, plan: Action) -> Iterator[Action]:
    """Play a plan in a game of turns; yield each move before it is made."""
    for first in range(0, len(plan), game.width):
        if game.over:
            return
        move = plan[first : first + game.width]
        yield move
        game.play(move)
