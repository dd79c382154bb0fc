"""Certificates: proof that a task can be solved, that waiting is not enough, and how hard it is."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from topple.errors import BadInput

_Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is known of one task.

    `solution` solves it; `stable` says whether it still does half a pixel off. `margin` is how many
    pixels the solution may be off in every direction and still work. `solved` of `valid` random
    valid actions solve the task.
    """

    index: int
    solution: tuple[float, ...]
    stable: bool
    margin: int
    solved: int
    valid: int

    @property
    def volume(self) -> float:
        """The share of random valid actions that solve the task."""
        return self.solved / self.valid

    @property
    def volume_interval(self) -> tuple[float, float]:
        """The 95 % Wilson score interval of the volume."""
        return wilson(self.solved, self.valid)


@dataclass(frozen=True, slots=True)
class Certificates:
    """The certificates of one template, and the variations that could not be certified."""

    template: str
    version: int
    tasks: Mapping[int, Certificate]
    refused: Mapping[int, str]

    def save(self, path: Path) -> None:
        """Write one line a task, so that a change reads as a change."""
        rows = [_row(certificate) for certificate in self.tasks.values()]
        refused = [json.dumps([index, why]) for index, why in self.refused.items()]
        head = json.dumps({"template": self.template, "version": self.version})[:-1]
        path.write_text(
            f'{head},\n"tasks": [\n'
            + ",\n".join(rows)
            + '\n],\n"refused": ['
            + ("\n" + ",\n".join(refused) + "\n" if refused else "")
            + "]}\n"
        )

    @classmethod
    def load(cls, path: Path) -> Certificates:
        """Read what `save` wrote."""
        try:
            data = json.loads(path.read_text())
            tasks = {
                row[0]: Certificate(row[0], tuple(row[1]), bool(row[2]), *row[3:])
                for row in data["tasks"]
            }
            return cls(data["template"], data["version"], tasks, dict(data["refused"]))
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise BadInput(f"cannot read certificates from {path.name}: {error}") from error


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking the certificates of one template.

    `wrong` gives a reason per task; `counts` are further numbers of the world, by name.
    """

    checked: int
    wrong: Mapping[str, str]
    counts: Mapping[str, int]


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Give the 95 % Wilson score interval of a share (Wilson 1927)."""
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, _Z95**2
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    spread = share * (1 - share) / trials + square / (4 * trials**2)
    half = _Z95 / (1 + square / trials) * math.sqrt(spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def _row(c: Certificate) -> str:
    numbers = [round(number, 5) for number in c.solution]
    return json.dumps(
        [c.index, numbers, int(c.stable), c.margin, c.solved, c.valid], separators=(",", ":")
    )
