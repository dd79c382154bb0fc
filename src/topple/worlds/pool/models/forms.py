"""Action forms of pool: a shot by its angle, by a ball and a cut, or one of DeepPHY's 27."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from topple.errors import BadInput, UnknownName
from topple.prompting.reader import NO_ACTION, Reading, Slot, Values
from topple.prompting.structured import Schema
from topple.prompting.turn_form import TurnForm
from topple.sim import maths
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.planner import SPEEDS, SPOTS
from topple.worlds.pool.shot import FARTHEST, FASTEST, NUMBERS, SLOWEST, Shot, shots_of
from topple.worlds.pool.table import BALLS, RADIUS, apart, direction
from topple.worlds.pool.task import PoolTask

_RADIANS = dict.fromkeys(("rad", "radian", "radians"), 180 / math.pi)
_DEGREES = {"°": 1.0, "deg": 1.0, "degree": 1.0, "degrees": 1.0, **_RADIANS}
# `20 right` may be meant from the cue ball or on the table: a number with such a word is none.
_TURNS = dict.fromkeys(
    (
        *("left", "to the left", "right", "to the right", "clockwise", "counter-clockwise"),
        *("counterclockwise", "anticlockwise", "cw", "ccw", "up", "down"),
    ),
    math.nan,
)
_ANGLES = {
    **_DEGREES,
    **_TURNS,
    **{f"{unit} {turn}": math.nan for unit in _DEGREES for turn in _TURNS},
}
_SPEED = {"m/s": 1.0, "cm/s": 0.01, "km/h": 1 / 3.6, "ft/s": 0.3048, "mph": 0.44704}
_RADII = {"r": 1.0, "radii": 1.0, "ball radii": 1.0}
_SPEED_SLOT = Slot("speed", r"speed|velocity|v0", _SPEED)
_SIDE_SLOT = Slot("side", r"side|english", {**_RADII, "left": 1.0, "right": -1.0})
_HEIGHT_SLOT = Slot(
    "height",
    r"height|vertical",
    {**_RADII, "up": 1.0, "above": 1.0, "down": -1.0, "below": -1.0},
)
_SPOT_WORDS = (
    f"V is the speed of the stick, from {SLOWEST:g} to {FASTEST:g} m/s.",
    "S and H are where the tip hits the cue ball, in ball radii from its centre: S to the left, H "
    f"up; negative numbers are right and down. They may be {FARTHEST:g} from the centre at most.",
)


class ShotForm(TurnForm[PoolGame]):
    """A way to write one shot; attempts are made shot by shot."""

    def shot(self, game: PoolGame, values: Sequence[float]) -> Shot:
        """Return the shot that the values mean on the table of a game."""
        return Shot(*values)

    def begin(self, task: Task) -> PoolGame:
        return PoolGame(_own(task))

    def play(self, game: PoolGame, values: Values) -> None:
        shot = self.shot(game, values)
        game.play(shot)
        game.moves[-NUMBERS:] = map(float, shot)  # attempts of models hold shots as they were said

    def action(self, values: Sequence[float]) -> Action:
        return tuple(map(float, values))

    def refusal(self, values: Sequence[float]) -> str:
        return Shot(*values).refusal()

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [tuple(shot) for shot in shots_of(action)]

    def turns(self, task: Task) -> int:
        return _own(task).actions.count


class AngleForm(ShotForm):
    """A shot by its direction in degrees."""

    name = "angle"
    slots = (
        Slot("angle", r"angle|direction|phi|φ", _ANGLES),
        _SPEED_SLOT,
        _SIDE_SLOT,
        _HEIGHT_SLOT,
    )
    pattern = "shot(angle=A, speed=V, side=S, height=H)"
    example = (270.0, 0.5, 0.0, 0.0)
    published_example = (90.5, 4.0, 0.0, 0.2)
    verbs = "shot|shoot|strike"

    def explained(self) -> tuple[str, ...]:
        return (
            "A is the direction of the stick in degrees, counter-clockwise: 0 to the right, 90 up "
            "in the picture, 180 to the left, 270 down.",
            *_SPOT_WORDS,
        )

    def words(self, values: Sequence[float]) -> str:
        a, v, s, h = values
        return f"shot(angle={a:.10g}, speed={v:.10g}, side={s:.10g}, height={h:.10g})"

    def sample(self, rng: np.random.Generator) -> Values:
        return (round(float(rng.uniform(0, 360)), 1), *_sample_spot(rng))


class BallForm(ShotForm):
    """A shot by the ball to hit and the cut in degrees."""

    name = "ball-cut"
    slots = (
        Slot("ball", r"ball|target", whole=True),
        Slot("cut", r"cut", _ANGLES),
        _SPEED_SLOT,
        _SIDE_SLOT,
        _HEIGHT_SLOT,
    )
    pattern = "shot(ball=N, cut=C, speed=V, side=S, height=H)"
    example = (1, 85.0, 0.5, 0.0, 0.0)
    published_example = (1, -20.0, 4.0, 0.0, 0.2)
    verbs = "shot|shoot|strike"

    def explained(self) -> tuple[str, ...]:
        return (
            "N is the number of the ball to hit.",
            "C is the cut: by how many degrees the ball leaves the line from the cue ball to it, "
            "counter-clockwise if positive, from -85 to 85; 0 hits its centre.",
            *_SPOT_WORDS,
        )

    def shot(self, game: PoolGame, values: Sequence[float]) -> Shot:
        """Aim at the ghost ball; a ball that is not on the table is a refused shot."""
        ball, cut, speed, side, height = values
        if math.isnan(game.table[int(ball), 0]):
            return Shot(math.nan, speed, side, height)
        cue, target = game.place(), game.place(int(ball))
        leaving = math.radians(direction(cue, target) + cut)
        ghost = (
            target[0] - 2 * RADIUS * maths.cos(leaving),
            target[1] - 2 * RADIUS * maths.sin(leaving),
        )
        close = apart(cue, ghost) < 1e-9
        return Shot(direction(cue, target if close else ghost), speed, side, height)

    def refusal(self, values: Sequence[float]) -> str:
        ball, cut, *rest = values
        if ball != int(ball) or not 1 <= ball < BALLS:
            return f"ball {ball:g}: give a number from 1 to {BALLS - 1}"
        if not abs(cut) <= 85:
            return f"the cut is {cut:g}: give -85 to 85 degrees"
        return Shot(0.0, *rest).refusal()

    def action(self, values: Sequence[float]) -> Action:
        raise BadInput("a cut means nothing without a table", "use `attempt`")

    def words(self, values: Sequence[float]) -> str:
        n, c, v, s, h = values
        spot = f"speed={v:.10g}, side={s:.10g}, height={h:.10g}"
        return f"shot(ball={n:.0f}, cut={c:.10g}, {spot})"

    def sample(self, rng: np.random.Generator) -> Values:
        cut = round(float(rng.uniform(-60, 60)), 1)
        return (1 + int(rng.integers(BALLS - 1)), cut, *_sample_spot(rng))

    def moves(self, action: Sequence[float]) -> list[Values]:
        return []


class DeepphyForm(ShotForm):
    """DeepPHY's 27 shots at the centre of the lowest ball: a speed and a spot, by name.

    MOCK draws none of the shots that were played in the game; a game has fewer than 27.
    """

    name = "speed-spot"
    slots = ()
    pattern = "Speed: V, Strikespot: S."
    example = (2, 4)
    _named = re.compile(
        rf"speed\W{{0,4}}\s*({'|'.join(SPEEDS)})\W{{1,4}}strike ?spot\W{{0,4}}\s*"
        r"((?:top|middle|bottom)(?: (?:left|right))?)",
        re.IGNORECASE,
    )

    def __init__(self, left: Sequence[Values] = ()) -> None:
        self._left = left

    def choices(self, game: PoolGame) -> Sequence[Values]:
        played = self.moves(game.moves)
        return [each for each in self.everything() if each not in played]

    def among(self, choices: Sequence[Values]) -> DeepphyForm:
        return DeepphyForm(choices)

    def explained(self) -> tuple[str, ...]:
        speeds = ", ".join(f"{name} ({speed:g} m/s)" for name, speed in SPEEDS.items())
        return (
            "The stick always points at the centre of the lowest ball.",
            f"V is the speed: {speeds}.",
            f"S is where the tip hits the cue ball: {', '.join(_SPIN_NAMES)}.",
        )

    structured_pattern = '{"speed": V, "strikespot": S}'

    def fields(self) -> dict[str, Schema]:
        names = {"speed": list(SPEEDS), "strikespot": list(_SPIN_NAMES)}
        return {name: {"type": "string", "enum": known} for name, known in names.items()}

    def structured(self, values: Sequence[float]) -> dict[str, Any]:
        speed, spot = list(SPEEDS)[int(values[0])], _SPIN_NAMES[int(values[1])]
        return {"speed": speed, "strikespot": spot}

    def values_in(self, fields: Mapping[str, Any]) -> Values:
        return list(SPEEDS).index(fields["speed"]), _SPIN_NAMES.index(fields["strikespot"])

    def read(self, answer: str) -> Reading:
        """Read the first speed and spot that are named together, anywhere in the answer."""
        match = self._named.search(answer)
        if match is None:
            return Reading(None, NO_ACTION)
        speed, spot = match[1].lower(), " ".join(match[2].lower().split())
        return Reading((list(SPEEDS).index(speed), list(SPOTS).index(spot)))

    def shot(self, game: PoolGame, values: Sequence[float]) -> Shot:
        speed = list(SPEEDS.values())[int(values[0])]
        side, height = list(SPOTS.values())[int(values[1])]
        return Shot(direction(game.place(), game.place(game.lowest)), speed, side, height)

    def action(self, values: Sequence[float]) -> Action:
        raise BadInput("the direction depends on the table", "use `attempt`")

    def refusal(self, values: Sequence[float]) -> str:
        return ""

    def words(self, values: Sequence[float]) -> str:
        speed, spot = list(SPEEDS)[int(values[0])], _SPIN_NAMES[int(values[1])]
        return f"Speed: {speed.capitalize()}, Strikespot: {spot}."

    def sample(self, rng: np.random.Generator) -> Values:
        return self.everything()[int(rng.integers(len(self.everything())))]

    def mock(self, rng: np.random.Generator) -> str:
        left = self._left or self.everything()
        return self.words(left[int(rng.integers(len(left)))])

    def everything(self) -> Sequence[Values]:
        return [(speed, spot) for speed in range(len(SPEEDS)) for spot in range(len(SPOTS))]

    def moves(self, action: Sequence[float]) -> list[Values]:
        """Write shots by name; nothing if one of them has another speed or spot."""
        speeds, spots = list(SPEEDS.values()), list(SPOTS.values())
        found: list[Values] = []
        for shot in shots_of(action):
            spot = (shot.side, shot.height)
            if shot.speed not in speeds or spot not in spots:
                return []
            found.append((speeds.index(shot.speed), spots.index(spot)))
        return found


_SPIN_NAMES = tuple(f"{name.title()} Spin" for name in SPOTS)
FORMS: dict[str, type[ShotForm]] = {
    "angle": AngleForm,
    "ball-cut": BallForm,
    "speed-spot": DeepphyForm,
}


@cache
def form(name: str) -> ShotForm:
    """Find an action form by name."""
    if name not in FORMS:
        raise UnknownName("action form", name, known=FORMS)
    return FORMS[name]()


def _sample_spot(rng: np.random.Generator) -> tuple[float, float, float]:
    turn, far = rng.uniform(0, 2 * math.pi), FARTHEST * math.sqrt(rng.uniform())
    side, height = 0.99 * far * maths.cos(turn), 0.99 * far * maths.sin(turn)
    return round(float(rng.uniform(SLOWEST, FASTEST)), 2), round(side, 2), round(height, 2)


def _own(task: Task) -> PoolTask:
    assert isinstance(task, PoolTask), f"{task} is not a pool task"
    return task
