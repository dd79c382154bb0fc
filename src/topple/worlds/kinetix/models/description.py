"""Kinetix tasks in words, for prompts."""

from __future__ import annotations

from topple.prompting.description import GOAL, Description, Fact
from topple.worlds.kinetix.actions import DECISIONS, HOLD, channel_name
from topple.worlds.kinetix.level import RED, Level
from topple.worlds.kinetix.simulate import STEPS_PER_SECOND
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.words import turned

_SECONDS = HOLD / STEPS_PER_SECOND


def _channels(level: Level) -> tuple[str, ...]:
    drives = [
        f"{channel_name(c)} drives {'; and '.join(turned(level, c))}." for c in level.channels
    ]
    return (*drives, "places are metres from the lower left corner, x to the right and y up")


def describe(task: KinetixTask, classic: bool = False) -> Description:
    """Describe a level; `classic` leaves out what each channel drives, as DeepPHY does."""
    level = task.level
    has_red = any(body is not None and body.role == RED for body in level.bodies)
    lost = " and never anything red" if has_red else ""
    channels = () if classic else _channels(level)
    return Description(
        setting="The picture shows a square world of 5 x 5 metres from the side; up is up.",
        goal=f"the green body must touch the blue one{lost}.",
        act=f"Each turn you decide what drives motors and thrusters for {_SECONDS:.2f} s.",
        legend=(
            "green with a dot, blue with a ring, red with a cross, and grey bodies; dark ones "
            "cannot move",
            "round joints turn; coloured ones have a motor; square joints are stiff",
            "small coloured trapezoids are thrusters, which push away from their wide end",
            *channels,
        ),
        rules=(
            f"The game ends after {DECISIONS} turns, or as soon as green touches blue"
            + (" (won) or red (lost)." if has_red else " (won)."),
        ),
        parameters=(
            "Gravity is 9.81 m/s²; two bodies that rub have a coefficient of friction of 0.57.",
            "A motor turns towards 6 rad/s times its speed.",
        ),
        facts=(Fact(GOAL.name, GOAL.values, "whether green touches blue in this turn", "no"),),
        prediction="The car rolls to the left and stays upright.",
    )
