"""Proposals: for tasks of every template, a placement that wins and three near it that lose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.worlds.phyre.certify import centred
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import Template
from topple.worlds.phyre.world import shipped_templates

VERSION = 1
FOLDER = Path(__file__).parent / "proposals"

Ball = tuple[int, int, int]  # x, y, radius in whole scene units
Balls = tuple[Ball, ...]


class Grade(StrEnum):
    """How a proposal relates to the one that wins: the harder, the nearer."""

    CORRECT = "correct"
    HARD = "hard"
    MEDIUM = "medium"
    EASY = "easy"


LOSERS = (Grade.HARD, Grade.MEDIUM, Grade.EASY)


@dataclass(frozen=True, slots=True)
class Proposals:
    """The proposals of one task.

    `tries` is how many random valid placements it took to win, 0 where the winner was found in
    another way. `firm` is the share of placements one unit off that end the
    same way. `digest` names the final states of all four simulations.
    """

    index: int
    tries: int
    balls: Mapping[Grade, Balls]
    firm: Mapping[Grade, float]
    digest: str

    @property
    def all_firm(self) -> bool:
        """Whether no placement one unit off ends otherwise, for all four."""
        return min(self.firm.values()) == 1.0


Shown = tuple[PhyreTask, Proposals]


@dataclass(frozen=True, slots=True)
class Stored:
    """The proposals of one template."""

    template: str
    template_version: int
    tasks: Mapping[int, Proposals]

    def save(self, path: Path) -> None:
        """Write one line a task, so that a change reads as a change."""
        head = {"template": self.template, "template_version": self.template_version}
        start = json.dumps({**head, "version": VERSION})[:-1]
        rows = [_row(proposals) for proposals in self.tasks.values()]
        path.write_text(f'{start},\n"tasks": [\n' + ",\n".join(rows) + "\n]}\n")

    @classmethod
    def load(cls, path: Path) -> Stored:
        """Read what `save` wrote."""
        try:
            data = json.loads(path.read_text())
            if data["version"] != VERSION:
                raise BadInput(f"{path.name} has proposals of version {data['version']}")
            tasks = {row[0]: _proposals(row) for row in data["tasks"]}
            return cls(data["template"], data["template_version"], tasks)
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise BadInput(f"cannot read proposals from {path.name}: {error}") from error


@cache
def stored(template: Template) -> Stored:
    """Load the proposals of a template; one without any has none."""
    path = FOLDER / f"{template.name}.json"
    if not path.exists():
        return Stored(template.name, template.version, {})
    return Stored.load(path)


@cache
def by_template() -> dict[str, list[Shown]]:
    """Give every task that has proposals, by template, in the order of PHYRE's ids."""
    return {
        template.name: [(template.task(i), each) for i, each in stored(template).tasks.items()]
        for template in shipped_templates()
    }


def action(balls: Balls) -> NDArray[np.float64]:
    """Give the action that places these balls."""
    made: NDArray[np.float64] = centred(np.array([balls], np.float64))[0]
    return made


def _row(proposals: Proposals) -> str:
    numbers = [proposals.index, proposals.tries]
    balls = [proposals.balls[grade] for grade in Grade]
    firm = [round(proposals.firm[grade], 3) for grade in Grade]
    return json.dumps([*numbers, *balls, firm, proposals.digest], separators=(",", ":"))


def _proposals(row: list[Any]) -> Proposals:
    index, tries, *rest, firm, digest = row
    balls = {grade: _balls(each) for grade, each in zip(Grade, rest, strict=True)}
    shares = {grade: float(share) for grade, share in zip(Grade, firm, strict=True)}
    return Proposals(int(index), int(tries), balls, shares, str(digest))


def _balls(rows: list[list[int]]) -> Balls:
    return tuple((int(x), int(y), int(radius)) for x, y, radius in rows)
