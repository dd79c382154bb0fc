"""Predictions in PHYRE that can be checked, besides the goal: what the ball touches first."""

from __future__ import annotations

import re

from topple.prompting.predictions import Checked, said_of
from topple.tasks.attempt import Action
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.intervene import start
from topple.worlds.phyre.task import PhyreTask

_COLOURS = "|".join(colour.name.lower() for colour in Colour if colour is not Colour.WHITE)
_THINGS = rf"(?:{_COLOURS}|wall|nothing)"
_TOUCHED = re.compile(rf"(?:the )?({_THINGS})\b(?!,? *(?:/|or\b|{_THINGS}))")
_SAME = {"grey": "gray", "none": "nothing", "floor": "wall", "ceiling": "wall"}


def check_touch(answer: str, task: PhyreTask, action: Action) -> Checked | None:
    """Compare what a prediction says about the first touch with what happens."""
    said = said_touch(answer)
    if said is None:
        return None
    touched = sorted(first_touch(task, action))
    return Checked("first_touch", said, touched, said in touched)


def said_touch(answer: str) -> str | None:
    """Return what the ball is predicted to touch first; None if the answer does not say."""
    text = said_of("first touch", answer) or ""
    for word, known in _SAME.items():
        text = text.replace(word, known)
    match = _TOUCHED.match(text)
    return match[1] if match else None


def first_touch(task: PhyreTask, action: Action, most_steps: int = 600) -> frozenset[str]:
    """Return the colours of all that the placed ball touches in its first step of contact."""
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
