"""Proposals: per task, a placement that wins and three nearby placements that lose."""

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
from topple.worlds.phyre.search import centred
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import Template
from topple.worlds.phyre.world import shipped_templates

VERSION = 3
FOLDER = Path(__file__).parent / "proposals"

Ball = tuple[int, int, int]  # x, y, radius in whole scene units
Balls = tuple[Ball, ...]


class Grade(StrEnum):
    """Whether a proposal wins, and if not, how near it is to the winner: hard is nearest."""

    CORRECT = "correct"
    HARD = "hard"
    MEDIUM = "medium"
    EASY = "easy"


LOSERS = (Grade.HARD, Grade.MEDIUM, Grade.EASY)


@dataclass(frozen=True, slots=True)
class Proposals:
    """The proposals of one task.

    `tries` counts the random valid placements up to the first that won; it is 0 if the winner was
    found in another way. `firm` is the share of placements one unit off that end the same way.
    `gaps` are those between the goal bodies at the end, in scene units. `digest` is a hash of the
    final states of all four simulations.
    """

    index: int
    tries: int
    balls: Mapping[Grade, Balls]
    firm: Mapping[Grade, float]
    gaps: Mapping[Grade, float]
    digest: str

    def is_larger(self, grade: Grade) -> bool:
        """Return whether the balls of a loser are larger than the winner's."""
        return total_size(self.balls[grade]) > total_size(self.balls[Grade.CORRECT])

    @property
    def all_firm(self) -> bool:
        """Whether all placements one unit off end the same way, for all four proposals."""
        return min(self.firm.values()) == 1.0


ProposedTask = tuple[PhyreTask, Proposals]


@dataclass(frozen=True, slots=True)
class TemplateProposals:
    """The proposals of one template, by task index."""

    template: str
    template_version: int
    tasks: Mapping[int, Proposals]

    def save(self, path: Path) -> None:
        """Write one line per task, so that a diff shows which tasks changed."""
        head = {"template": self.template, "template_version": self.template_version}
        start = json.dumps({**head, "version": VERSION})[:-1]
        rows = [_row(proposals) for proposals in self.tasks.values()]
        path.write_text(f'{start},\n"tasks": [\n' + ",\n".join(rows) + "\n]}\n")

    @classmethod
    def load(cls, path: Path) -> TemplateProposals:
        """Read a file that `save` wrote."""
        try:
            data = json.loads(path.read_text())
            if data["version"] != VERSION:
                raise BadInput(
                    f"{path.name} has proposals of version {data['version']}, not {VERSION}"
                )
            tasks = {row[0]: _proposals(row) for row in data["tasks"]}
            return cls(data["template"], data["template_version"], tasks)
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise BadInput(f"cannot read proposals from {path.name}: {error}") from error


@cache
def proposals_of(template: Template) -> TemplateProposals:
    """Load the proposals of a template; a template without a file has none."""
    path = FOLDER / f"{template.name}.json"
    if not path.exists():
        return TemplateProposals(template.name, template.version, {})
    return TemplateProposals.load(path)


@cache
def by_template() -> dict[str, list[ProposedTask]]:
    """Return the tasks that have proposals, by template, in the order of PHYRE's ids."""
    return {template.name: _propose_tasks(template) for template in shipped_templates()}


def _propose_tasks(template: Template) -> list[ProposedTask]:
    stored = proposals_of(template).tasks
    return [(template.task(index), proposals) for index, proposals in stored.items()]


def total_size(balls: Balls) -> int:
    """Return how much red a placement shows: the squares of its radii, added up."""
    return sum(radius * radius for _, _, radius in balls)


def action(balls: Balls) -> NDArray[np.float64]:
    """Return the action that places these balls."""
    made: NDArray[np.float64] = centred(np.array([balls], np.float64))[0]
    return made


def _row(proposals: Proposals) -> str:
    numbers = [proposals.index, proposals.tries]
    balls = [proposals.balls[grade] for grade in Grade]
    firm = [round(proposals.firm[grade], 3) for grade in Grade]
    gaps = [proposals.gaps[grade] for grade in Grade]
    return json.dumps([*numbers, *balls, firm, gaps, proposals.digest], separators=(",", ":"))


def _proposals(row: list[Any]) -> Proposals:
    index, tries, *rest, firm, gaps, digest = row
    balls = {grade: _balls(each) for grade, each in zip(Grade, rest, strict=True)}
    return Proposals(int(index), int(tries), balls, _graded(firm), _graded(gaps), str(digest))


def _graded(numbers: list[float]) -> dict[Grade, float]:
    return {grade: float(number) for grade, number in zip(Grade, numbers, strict=True)}


def _balls(rows: list[list[int]]) -> Balls:
    return tuple((int(x), int(y), int(radius)) for x, y, radius in rows)
