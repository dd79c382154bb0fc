"""How a scene is written and read: one JSON object."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np

from topple.prompting.form import Form
from topple.prompting.reader import Reading, Slot, Values
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.ladder.rebuild.items import LONGEST, Rebuild, decode, encode
from topple.worlds.own import own

NAME = "json"


class Written(Form):
    """A scene as JSON; its values are the codes of the characters."""

    noun = "scene"
    name = NAME
    slots: tuple[Slot, ...] = ()
    pattern = "{...}"
    example = encode("{}")

    def explained(self) -> tuple[str, ...]:
        return ()

    def refusal(self, values: Sequence[float]) -> str:
        return ""

    def action(self, values: Sequence[float]) -> Action:
        return tuple(values)

    def words(self, values: Sequence[float]) -> str:
        return decode(tuple(values))

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [tuple(action)]

    def sample(self, rng: np.random.Generator) -> Values:
        return self.example

    def read(self, answer: str) -> Reading:
        """Read the object from the first to the last brace, without the spaces between."""
        first, last = answer.find("{"), answer.rfind("}")
        if first < 0 or last < first:
            return Reading(None, "there is no JSON object in the answer")
        try:
            text = json.dumps(json.loads(answer[first : last + 1]), separators=(",", ":"))
        except (ValueError, RecursionError):
            return Reading(None, "the answer is not JSON")
        if len(text) > LONGEST:
            return Reading(None, f"the scene has {len(text):,} characters")
        return Reading(encode(text))

    def truth(self, task: Task) -> str:
        return self.words(own(task, Rebuild, "an item of the rebuild probe").solution)
