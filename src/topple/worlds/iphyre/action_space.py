"""The actions of I-PHYRE tasks: a plan of pairs, each a block and when it is removed.

Blocks are numbered from 0 among those that can be removed. A negative time means never, so that all
plans of a task can have one length.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from topple.errors import UnknownName
from topple.tasks.actions import PAPER, ActionSpace, read_plan
from topple.tasks.attempt import Action
from topple.tasks.draw import normals
from topple.worlds.iphyre.level import MOST_ELIMINABLE, SECONDS
from topple.worlds.iphyre.timing import DECISIONS, Timed

NEVER = -1.0
KEPT = 0.2  # share of blocks that a random plan leaves in place
LATEST = 70  # the last tenth of a second at which a random plan removes a block


@dataclass(frozen=True)
class Plans(ActionSpace):
    """Plans that remove each block at most once."""

    policies = True
    candidates_seed = 18
    blocks: int

    @property
    def name(self) -> str:
        return f"plan-{self.blocks}"

    @property
    def dimensions(self) -> int:
        return 2 * self.blocks

    def sample(self, rng: np.random.Generator) -> Action:
        """Draw a plan as the original's generator does: distinct tenths, some blocks left."""
        tenths = 1 + rng.permutation(LATEST)[: self.blocks]
        kept = rng.random(self.blocks) < KEPT
        return action_of(
            (number, NEVER if stays else tenth / DECISIONS)
            for number, (tenth, stays) in enumerate(zip(tenths.tolist(), kept, strict=True))
        )

    def sample_from(self, ranges: str, rng: np.random.Generator) -> Action:
        """Draw a plan as a random agent of the original does; `paper` acts on the fly."""
        if ranges not in RANGES:
            raise UnknownName("ranges", ranges, known=RANGES)
        return RANGES[ranges](self, rng)

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Move the times of a plan slightly."""
        return action_of(
            (number, seconds if seconds < 0 else _within(seconds + spread * normals(rng, 1)[0]))
            for number, seconds in plan_of(action)
        )

    def vector(self, action: Action) -> Action | None:
        """Return the time of every block; one that stays is removed when the time is up."""
        times = {block: seconds for block, seconds in plan_of(action) if seconds >= 0}
        return tuple(float(times.get(block, SECONDS)) for block in range(self.blocks))

    def one(self, action: object) -> Action:
        """Return numbers as a plan; raise `BadAction` if they are not one."""
        return read_plan(action, 2, self.blocks, "pairs here", _HINT)


_HINT = "give a block and a time in seconds for each block to remove; a negative time means never"


def plan_of(action: Sequence[float]) -> list[Timed]:
    """Return the pairs of an action; a block that is no whole number becomes -1."""
    found = zip(action[::2], action[1::2], strict=True)
    return [(int(block) if block == block // 1 else -1, seconds) for block, seconds in found]


def action_of(plan: Iterable[Timed]) -> Action:
    """Return pairs as an action."""
    return tuple(float(number) for entry in plan for number in entry)


def refusal(action: Sequence[float], blocks: int) -> str:
    """Return why a plan is invalid for a level with so many eliminable blocks; "" if it is not."""
    if len(action) % 2 or not all(map(math.isfinite, action)):
        return "not_a_plan"
    plan = plan_of(action)
    removed = [number for number, seconds in plan if seconds >= 0]
    if any(not 0 <= number < blocks for number, _ in plan):
        return "unknown_block"
    if len(set(removed)) < len(removed):
        return "block_twice"
    return "too_late" if any(seconds > SECONDS for _, seconds in plan) else ""


def _generate(space: Plans, rng: np.random.Generator) -> Action:
    return space.sample(rng)


def _on_the_fly(space: Plans, rng: np.random.Generator) -> Action:
    """Choose one of seven entries every tenth of a second: nothing, or one of six blocks."""
    chosen = rng.integers(MOST_ELIMINABLE + 1, size=SECONDS * DECISIONS).tolist()
    return action_of(
        (number, chosen.index(number + 1) / DECISIONS if number + 1 in chosen else NEVER)
        for number in range(space.blocks)
    )


def _uniform(space: Plans, rng: np.random.Generator) -> Action:
    """Remove every block at a uniform time."""
    return action_of((n, _within(rng.uniform(0, SECONDS))) for n in range(space.blocks))


RANGES: dict[str, Callable[[Plans, np.random.Generator], Action]] = {
    PAPER: _on_the_fly,
    "generator": _generate,
    "uniform": _uniform,
}


def _within(seconds: float) -> float:
    return float(np.clip(round(seconds, 3), 0.0, SECONDS))
