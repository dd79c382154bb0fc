"""The action forms of PHYRE: a cell of a grid and a radius level, or free coordinates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.prompting.answers import LONGEST
from topple.prompting.form import PERCENT, Form
from topple.prompting.reader import NO_ACTION, Reading, Slot, Values
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.simulate import validate
from topple.worlds.phyre.world import own_task

_MOST_CELLS = 64  # cells per side
_MOST_LEVELS = 64
# The smallest level of a ball, as a share of PHYRE's range of radii.
_FIRST_LEVEL = 0.0625
_VERBS = "place|place ball|put|action"
_CELL = re.compile(r"cell[:=\s]*(\d{1,9})")
_RADIUS = re.compile(r"radius[:=\s]*(\d{1,9})")


class _Ball(Form):
    """One ball, in any form."""

    @property
    def verbs(self) -> str:
        return _VERBS

    def valid(self, task: Task, values: Sequence[Values]) -> NDArray[np.bool_]:
        actions = np.array([self.action(each) for each in values])
        return np.asarray(validate(own_task(task), actions) == 0)


@dataclass(frozen=True)
class Grid(_Ball):
    """A ball in the middle of a cell, numbered from the top left, in one of several sizes.

    DeepPHY's paper has 5 x 5 cells and 5 levels, its release 8 x 8 and 8.
    """

    columns: int = 5
    rows: int = 5
    levels: int = 5

    def __post_init__(self) -> None:
        for what, count, most in (
            ("columns", self.columns, _MOST_CELLS),
            ("rows", self.rows, _MOST_CELLS),
            ("levels", self.levels, _MOST_LEVELS),
        ):
            if not 1 <= count <= most:
                raise BadInput(f"a grid with {count} {what}", f"give 1 to {most}")

    @property
    def name(self) -> str:
        return f"{self.columns}x{self.rows}x{self.levels}"

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @property
    def slots(self) -> tuple[Slot, ...]:
        return (
            Slot(
                "cell",
                r"(?:grid[ -]?)?cell(?:[ -]?(?:number|no\.?|nr\.?|index|id))?-?|c",
                {},
                self.cells,
            ),
            Slot("radius", r"radius(?:[ -]?(?:level|size|index|lvl))?-?|r", {}, self.levels),
        )

    @property
    def pattern(self) -> str:
        return "Cell: N, Radius: L"

    @property
    def example(self) -> Values:
        return min(self.columns + 1, self.cells), 1

    @property
    def published_example(self) -> Values:
        return min(8, self.cells), min(2, self.levels)

    def explained(self) -> tuple[str, ...]:
        return (
            f"N is the number of a grid cell, a whole number from 1 to {self.cells}. Cells are "
            f"numbered row by row from the top left ({self.columns} columns, {self.rows} rows); "
            "the ball's centre is put at the centre of the cell.",
            f"L is the radius level, a whole number from 1 (smallest) to {self.levels} (largest).",
        )

    def measures(self) -> tuple[str, ...]:
        if self.levels == 1:
            radius = SMALLEST_RADIUS + self.action((1, 1))[2] * (LARGEST_RADIUS - SMALLEST_RADIUS)
            return (f"The ball's radius is {100 * radius / WIDTH:.3g} % of the picture's width.",)
        return (self._radii(),)

    def _radii(self) -> str:
        """List the radii; the simulator rounds them to whole pixels."""
        sizes = [
            round(SMALLEST_RADIUS + self.action((1, level))[2] * (LARGEST_RADIUS - SMALLEST_RADIUS))
            for level in range(1, self.levels + 1)
        ]
        listed = [f"{100 * size / WIDTH:.3g}" for size in sizes]
        return (
            f"The radii of levels 1 to {self.levels} are {', '.join(listed[:-1])} and {listed[-1]} "
            "% of the picture's width."
        )

    def refusal(self, values: Sequence[float]) -> str:
        cell, level = values
        if not 1 <= cell <= self.cells:
            return f"there is no cell {cell:g}: cells are 1 to {self.cells}"
        if not 1 <= level <= self.levels:
            return f"there is no radius level {level:g}: levels are 1 to {self.levels}"
        return ""

    def action(self, values: Sequence[float]) -> Action:
        row, column = divmod(int(values[0]) - 1, self.columns)
        steps = max(1, self.levels - 1)
        radius = _FIRST_LEVEL + (int(values[1]) - 1) * (1 - _FIRST_LEVEL) / steps
        return (column + 0.5) / self.columns, 1 - (row + 0.5) / self.rows, radius

    def words(self, values: Sequence[float]) -> str:
        return f"Cell: {values[0]:g}, Radius: {values[1]:g}"

    def sample(self, rng: np.random.Generator) -> Values:
        cell = int(rng.integers(1, self.cells + 1))
        return cell, int(rng.integers(1, self.levels + 1))

    def everything(self) -> Sequence[Values]:
        return [(c, r) for c in range(1, self.cells + 1) for r in range(1, self.levels + 1)]


@dataclass(frozen=True)
class Place(_Ball):
    """A ball anywhere, of any size: PHYRE's own three numbers."""

    @property
    def name(self) -> str:
        return "free"

    @property
    def slots(self) -> tuple[Slot, ...]:
        kinds = r"(?:[ -]?(?:coordinate|coord|position|pos|value))?"
        return (
            Slot("x", rf"x{kinds}", PERCENT),
            Slot("y", rf"y{kinds}", PERCENT),
            Slot("radius", r"radius|rad|r|size", PERCENT),
        )

    @property
    def pattern(self) -> str:
        return "x: X, y: Y, radius: R"

    @property
    def example(self) -> Values:
        return 0.05, 0.95, 0.2

    @property
    def published_example(self) -> Values:
        return 0.3, 0.7, 0.4

    def explained(self) -> tuple[str, ...]:
        small, large = SMALLEST_RADIUS / WIDTH, LARGEST_RADIUS / WIDTH
        return (
            "X and Y place the ball's centre: numbers from 0 to 1, where (0, 0) is the bottom left "
            "corner of the picture and (1, 1) the top right corner.",
            f"R is the size, a number from 0 to 1: 0 is a radius of {100 * small:.2g} % and 1 a "
            f"radius of {100 * large:.3g} % of the picture's width, linear in between.",
        )

    def refusal(self, values: Sequence[float]) -> str:
        for slot, value in zip(self.slots, values, strict=True):
            if not 0 <= value <= 1:
                return f"{slot.name} is {value:g}: give a number from 0 to 1"
        return ""

    def action(self, values: Sequence[float]) -> Action:
        x, y, radius = values
        return x, y, radius

    def words(self, values: Sequence[float]) -> str:
        return "x: {:.6g}, y: {:.6g}, radius: {:.6g}".format(*values)

    def sample(self, rng: np.random.Generator) -> Values:
        return tuple(rng.random(3).tolist())

    def constants(self, task: Task) -> Sequence[Values]:
        return [tuple(round(number, 6) for number in each) for each in super().constants(task)]

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [tuple(action)]


def form(name: str) -> Grid | Place:
    """Find a form of PHYRE by name: `5x5x5`, `8x8x8`, any other grid, or `free`."""
    if name == "free":
        return Place()
    parts = name.split("x")
    if len(parts) != 3 or not all(
        part.isascii() and part.isdigit() and len(part) < 4 for part in parts
    ):
        raise BadInput(
            f"`{name[:40]}` is not an action form",
            "give columns x rows x levels, for example 5x5x5, or free",
        )
    columns, rows, levels = map(int, parts)
    return Grid(columns, rows, levels)


def read_classically(answer: str, *, after_label: bool) -> Reading:
    """Read a cell and a radius level as DeepPHY's release does: the first of each counts.

    With a prediction first, both must follow the word `action`.
    """
    text = answer[:LONGEST].lower()
    start = text.find("action") if after_label else 0
    cell = _CELL.search(text, start) if start >= 0 else None
    radius = _RADIUS.search(text, cell.end()) if cell else None
    if cell is None or radius is None:
        return Reading(None, NO_ACTION)
    return Reading((float(cell[1]), float(radius[1])))
