"""Count comparisons: equal, near enough, or different."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from topple.worlds.phyre.view import KINDS

# The original computes jar positions with a mix of float32 and float64 sums.
JAR_TOLERANCE = 5e-8
_JAR = 4 + KINDS.index("jar")
_SHOWN = 5


@dataclass
class Tally:
    """The counts of one kind of comparison: one line of the summary."""

    what: str
    most_near: int | None = None
    equal: int = 0
    near: int = 0
    different: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        return self.different == 0 and (self.most_near is None or self.near <= self.most_near)

    def add(self, same: bool, note: str = "") -> None:
        """Count an exact comparison; the note names what differs."""
        if same:
            self.equal += 1
        else:
            self.different += 1
            self.notes.append(f"{self.what}: {note} differs")

    def add_near(self, note: str) -> None:
        """Count a difference that is small enough to accept."""
        self.near += 1
        self.notes.append(f"{self.what}: {note}")

    def add_features(
        self, ours: NDArray[np.float32], theirs: NDArray[np.float32], note: str
    ) -> None:
        """Compare features (frames x objects): equal, except for the positions of jars."""
        if ours.shape != theirs.shape:
            return self.add(False, f"{note}: shape {theirs.shape}, here {ours.shape},")
        jar_positions = np.zeros(ours.shape, bool)
        jar_positions[..., :2] = ours[..., _JAR, None] == 1
        off = np.abs(ours - theirs)
        exact = (ours == theirs) | (jar_positions & (off <= JAR_TOLERANCE))
        if exact.all() and off.any():
            self.near += 1
            return None
        return self.add(bool(exact.all()), f"{note}: by {off.max():.3g}, which")


def summary(tallies: Sequence[Tally]) -> str:
    """Format the counts as a table, with the first notes below it."""
    width = max(len(tally.what) for tally in tallies)
    lines = [f"{'':<{width}}  {'equal':>8}  {'near':>6}  {'different':>9}"]
    lines += [
        f"{t.what:<{width}}  {t.equal:>8}  {t.near:>6}  {t.different:>9}"
        + ("" if t.fine else "  <- NOT ALIGNED")
        for t in tallies
    ]
    for tally in tallies:
        lines += tally.notes[:_SHOWN]
        if len(tally.notes) > _SHOWN:
            lines.append(f"{tally.what}: {len(tally.notes) - _SHOWN} more")
    return "\n".join(lines)
