"""The action form of birds: a shot by angle and power."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from topple.errors import BadInput
from topple.prompting.form import PERCENT, Form
from topple.prompting.reader import Slot
from topple.tasks.attempt import Action
from topple.worlds.birds.shot import Shot

_DEGREES = {"°": 1.0, "deg": 1.0, "degree": 1.0, "degrees": 1.0}
_RADIANS = {"rad": 180 / math.pi, "radian": 180 / math.pi, "radians": 180 / math.pi}


@dataclass(frozen=True)
class Sling(Form):
    """A shot by angle and power."""

    @property
    def name(self) -> str:
        return "angle-power"

    @property
    def slots(self) -> tuple[Slot, ...]:
        return (
            Slot("angle", r"angle|theta|θ", {**_DEGREES, **_RADIANS}),
            Slot("power", r"power|strength|force", PERCENT),
        )

    @property
    def pattern(self) -> str:
        return "shoot(angle=A, power=P)"

    @property
    def example(self) -> tuple[float, ...]:
        return 30, 0.9

    @property
    def verbs(self) -> str:
        return "shoot|shot|fire|launch"

    def explained(self) -> tuple[str, ...]:
        return (
            "A is the direction of flight in degrees, from 0 (level, to the right) to 90 "
            "(straight up).",
            "P is how far the sling is drawn, from 0 (not at all) to 1 (fully). The bird's speed "
            "is proportional to it.",
        )

    def refusal(self, values: Sequence[float]) -> str:
        angle, power = values
        if not 0 <= angle <= 90:
            return f"the angle is {angle:g}: give 0 to 90 degrees"
        if not 0 <= power <= 1:
            return f"the power is {power:g}: give 0 to 1"
        return ""

    def action(self, values: Sequence[float]) -> Action:
        return self.shot(values, None)

    def shot(self, values: Sequence[float], tap: float | None) -> Action:
        """Give the world's shot, with the time at which the bird uses its power."""
        return Shot.at_angle(math.radians(values[0]), values[1], tap).row()

    def words(self, values: Sequence[float]) -> str:
        return f"shoot(angle={values[0]:.10g}, power={values[1]:.10g})"


def form(name: str) -> Sling:
    """Give the form of birds by name."""
    if name != Sling().name:
        raise BadInput(f"`{name[:40]}` is no action form of birds", f"give {Sling().name}")
    return Sling()
