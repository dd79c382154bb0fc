"""The action form of I-PHYRE: a list of removals."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from topple.errors import UnknownName
from topple.prompting.form import Form
from topple.prompting.reader import Reading, Slot, Values
from topple.prompting.structured import Schema, whole
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.iphyre.action_space import action_of, plan_of
from topple.worlds.iphyre.level import MOST_ELIMINABLE, SECONDS
from topple.worlds.iphyre.models.reading import read_classically, read_plan
from topple.worlds.iphyre.template import FAITHFUL_RATE
from topple.worlds.iphyre.timing import DECISIONS, Timed, by_clock
from topple.worlds.iphyre.world import own_task

_FIRST_TIME = 0.1  # DeepPHY moves earlier removals to this time
_LEAST_REMOVED = 0.9  # share of the blocks that DeepPHY's random baseline removes at least
_CONSTANTS = 100  # plans among which the best constant ones are chosen
_NOT_LATE = 0.05  # seconds before the time at which the original's clock would come late


@dataclass(frozen=True)
class Removals(Form):
    """A list of removals, each a time and a block.

    `blocks` is how many the task has. With `faithful` it is played as DeepPHY does: at 10 steps per
    second, one removal per step; odd times and blocks are bent until they fit.
    """

    name = "plan"
    slots = (Slot("block", "block|index"), Slot("time", "time"))
    pattern = '[{"time": T, "block": B}, ...]'
    example = (0.0, 14.5, 1.0, 14.8)
    published_example = (0.0, 1.5, 1.0, 3.2)

    blocks: int = MOST_ELIMINABLE
    faithful: bool = False

    def fit(self, task: Task) -> Removals:
        level = own_task(task).level
        return replace(self, blocks=len(level.eliminable), faithful=level.rate == FAITHFUL_RATE)

    def explained(self) -> tuple[str, ...]:
        return (
            f"T is the time in seconds at which a block is removed, more than 0, up to {SECONDS}.",
            "B is the number of a grey block in the picture.",
            "List each block that you remove once, in any order; blocks that you leave out stay.",
        )

    def read(self, answer: str) -> Reading:
        return read_classically(answer) if self.faithful else read_plan(answer)

    structured_pattern = '{"removals": [{"time": T, "block": B}, ...]}'

    def fields(self) -> dict[str, Schema]:
        entry = whole({"time": {"type": "number"}, "block": {"type": "integer"}})
        return {"removals": {"type": "array", "items": entry}}

    def structured(self, values: Sequence[float]) -> dict[str, Any]:
        return {"removals": json.loads(self.words(values))}

    def values_in(self, fields: Mapping[str, Any]) -> Values:
        entries = ((float(each["block"]), float(each["time"])) for each in fields["removals"])
        return tuple(number for entry in entries for number in entry)

    def refusal(self, values: Sequence[float]) -> str:
        if self.faithful:
            return ""
        seen: set[float] = set()
        for block, seconds in zip(values[::2], values[1::2], strict=True):
            if block not in range(self.blocks):
                return f"there is no block {block:g}: give 0 to {self.blocks - 1}"
            if not 0 < seconds <= SECONDS:
                return f"the time {seconds:g} is not more than 0 and at most {SECONDS} seconds"
            if block in seen:
                return f"block {block:g} is removed twice"
            seen.add(block)
        return ""

    def action(self, values: Sequence[float]) -> Action:
        if not self.faithful:
            return tuple(float(number) for number in values)
        plan = [self._bent(*entry) for entry in zip(values[::2], values[1::2], strict=True)]
        first: dict[int, float] = {}
        for step, block in by_clock(plan, FAITHFUL_RATE):
            if block < self.blocks and step <= SECONDS * FAITHFUL_RATE:
                first.setdefault(block, step / DECISIONS)
        return action_of(first.items())

    def _bent(self, block: float, seconds: float) -> Timed:
        """Return an entry as DeepPHY takes it: six slots, also from the end, and no early times."""
        slot = math.trunc(max(-MOST_ELIMINABLE, min(block, MOST_ELIMINABLE - 1)))
        return slot % MOST_ELIMINABLE, seconds if seconds > 0 else _FIRST_TIME

    def words(self, values: Sequence[float]) -> str:
        rows = [
            {"time": round(seconds, 6), "block": int(block)}
            for block, seconds in zip(values[::2], values[1::2], strict=True)
            if seconds >= 0
        ]
        return json.dumps(rows)

    def sample(self, rng: np.random.Generator) -> Values:
        """Draw a plan as DeepPHY's random baseline does: nearly all blocks, at any time."""
        least = math.ceil(_LEAST_REMOVED * self.blocks)
        count = int(rng.integers(least, self.blocks + 1))
        chosen = rng.permutation(self.blocks)[:count].tolist()
        return action_of((block, round(rng.uniform(0.1, SECONDS), 2)) for block in chosen)

    def mock(self, rng: np.random.Generator) -> str:
        """Always answer with a plan, as in DeepPHY."""
        return f"Action: {self.words(self.sample(rng))}"

    def searched(self) -> Sequence[Values]:
        """Return the empty plan: two games solve themselves and have no stored solution."""
        return [()]

    def constants(self, task: Task) -> Sequence[Values]:
        actions = task.actions.candidates(_CONSTANTS).tolist()
        return [move for each in actions for move in self.moves(each)]

    def moves(self, action: Sequence[float]) -> list[Values]:
        early = _NOT_LATE if self.faithful else 0.0
        plan = [(block, seconds) for block, seconds in plan_of(action) if seconds >= 0]
        found = action_of((block, max(0.01, round(seconds - early, 6))) for block, seconds in plan)
        return [] if self.refusal(found) else [found]


def form(name: str) -> Removals:
    """Find the action form by name."""
    if name != Removals.name:
        raise UnknownName("action form", name, known=[Removals.name])
    return Removals()
