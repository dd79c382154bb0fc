"""Predictions that come with an action, and what of them can be checked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from topple.tasks.attempt import Action
from topple.vlm.answers import plain
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.intervene import start
from topple.worlds.phyre.task import PhyreTask

LONGEST = 600  # letters of a prediction that are kept and told again
_TEXT = re.compile(r"prediction\W*?:\s*(.*?)\s*(?:\n\W*action\b|$)", re.IGNORECASE | re.DOTALL)
_GOAL = re.compile(r"\bgoal\s*[:=]\s*(yes|no)\b")
_COLOURS = "|".join(colour.name.lower() for colour in Colour if colour is not Colour.WHITE)
_FIRST_TOUCH = re.compile(rf"\bfirst touch\s*[:=]\s*(?:the )?({_COLOURS}|wall|nothing|none)\b")


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was foretold; None where nothing that can be checked was said."""

    text: str
    goal: bool | None
    first_touch: str | None


def read_prediction(answer: str) -> Prediction:
    """Take the prediction out of an answer; the last word on a fact counts."""
    match = _TEXT.search(answer[: 20 * LONGEST])
    text = plain(answer[: 20 * LONGEST])
    goals, touches = _GOAL.findall(text), _FIRST_TOUCH.findall(text)
    return Prediction(
        match[1][:LONGEST] if match else "",
        goals[-1] == "yes" if goals else None,
        touches[-1].replace("none", "nothing") if touches else None,
    )


def first_touch(task: PhyreTask, action: Action, most_steps: int = 600) -> frozenset[str]:
    """Say what the placed ball touches first: colours, of all that it touches in that step."""
    sim = start(task, list(action))
    ball = len(task.scene.bodies)
    for _ in range(most_steps):
        sim.step()
        others = [a + b - ball for a, b in sim.contacts() if ball in (a, b)]
        if others:
            return frozenset(_word(task, other) for other in others)
    return frozenset({"nothing"})


def _word(task: PhyreTask, body: int) -> str:
    found = task.scene.bodies[body]
    return "wall" if found.kind == "wall" else Colour(found.colour).name.lower()
