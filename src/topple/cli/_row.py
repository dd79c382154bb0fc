"""What came of an attempt, as a row for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topple.worlds.phyre import Batch

_STABLE = {2: False, 3: True}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a row holds besides the outcome."""

    bodies: bool = False
    frames: bool = False


def rows(batch: Batch, names: list[str], wanted: Wanted) -> list[dict[str, Any]]:
    """Give one row per attempt, in their order; numbers keep every digit."""
    status, steps = batch.status.tolist(), batch.steps.tolist()
    balls, digests = batch.balls.tolist(), batch.digests.tolist()
    found = []
    for i, name in enumerate(names):
        outcome = str(batch.outcome(i))
        row: dict[str, Any] = {"task": name, "outcome": outcome}
        if outcome == "invalid":
            row["reason"] = str(batch.reason(i))
        if outcome == "failed":
            row["error"] = batch.native.error(i)
        if status[i] in _STABLE:
            row["stable"] = _STABLE[status[i]]
        # A ball that was refused before rounding has no place: NaN, unequal to itself.
        row["balls"] = balls[i] if all(b == b for ball in balls[i] for b in ball) else None
        row["steps"] = steps[i]
        row["digest"] = f"{digests[i]:016x}" if steps[i] else None
        if wanted.bodies:
            row["bodies"] = batch.bodies(i).tolist()
        if wanted.frames:
            row["frames"] = batch.frames(i).tolist()
        found.append(row)
    return found
