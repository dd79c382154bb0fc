"""Marbles as vision-language models play it: they name a speed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marbles.world import FASTEST, WORLD, own
from topple.errors import UnknownName
from topple.prompting.description import Description
from topple.prompting.form import Form
from topple.prompting.reader import Slot
from topple.prompting.setup import Setup
from topple.prompting.voice import Voice
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.voices import show_start


class Speed(Form):
    """One speed."""

    name = "speed"
    slots = (Slot("speed", "speed|velocity", {"m/s": 1.0}),)
    pattern = "Speed: V"
    example = (2.5,)

    def explained(self) -> tuple[str, ...]:
        return (f"V is the speed of the marble in metres per second, from 0 to {FASTEST:g}.",)

    def refusal(self, values: Sequence[float]) -> str:
        return "" if 0 <= values[0] <= FASTEST else f"give a speed from 0 to {FASTEST:g}"

    def action(self, values: Sequence[float]) -> Action:
        return (float(values[0]),)

    def words(self, values: Sequence[float]) -> str:
        return f"Speed: {values[0]:.6g}"

    def sample(self, rng: np.random.Generator) -> tuple[float, ...]:
        return (round(float(rng.uniform(0, FASTEST)), 2),)

    def moves(self, action: Sequence[float]) -> list[tuple[float, ...]]:
        return [tuple(action)]


def form(name: str) -> Speed:
    """Find the action form by name."""
    if name != Speed.name:
        raise UnknownName("action form", name, [Speed.name])
    return Speed()


def describe(task: Task, setup: Setup | None) -> Description:
    """Put a task into words."""
    found = own(task)
    return Description(
        setting="The picture shows a marble on a floor from the side.",
        goal=f"the marble must stop on the red mark, {found.mark:.2f} m to the right.",
        act="You push the marble once.",
        parameters=(f"Friction slows the marble by {found.friction:.2f} m/s per second.",),
    )


VOICE = Voice(world=WORLD, form=form, usual_form=Speed.name, describe=describe, show=show_start)
