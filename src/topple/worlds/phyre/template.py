"""Templates: a grid of numbers and a function that sets the stage from one row of it."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from topple import _native
from topple.errors import BadInput, BadScene, UnknownName
from topple.sim.scene import Scene
from topple.tasks.draw import Draw
from topple.tasks.task import TaskId
from topple.tasks.template import Template as BaseTemplate
from topple.tasks.template import caption_of
from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Skip, Stage
from topple.worlds.phyre.task import PhyreTask

# PHYRE searched at most 1000 tasks of a template, so every number it uses lies below this one.
# Numbers from here on are further variations, drawn from the ranges between the grid's ends.
FIRST_VARIATION = 1000
_MOST_REDRAWS = 10_000
_COUNTING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter: the values of the original grid, and how to draw new ones."""

    values: tuple[Any, ...]
    draw: Callable[[Draw, str], Any]


def lin(low: float, high: float, count: int) -> Axis:
    """Return `count` evenly spaced values with both ends; variations draw anywhere between."""
    if count == 1:
        return Axis((low,), lambda draw, name: low)
    step = (high - low) / (count - 1)
    values = (*(i * step + low for i in range(count - 1)), high)
    return Axis(values, lambda draw, name: draw(name, low, high))


def mul(step: float, first: int, last: int) -> Axis:
    """Return whole multiples of a step; variations draw anywhere between the ends."""
    values = tuple(step * k for k in range(first, last + 1))
    return Axis(values, lambda draw, name: draw(name, values[0], values[-1]))


def ints(first: int, last: int) -> Axis:
    """Return whole numbers; variations draw whole numbers too."""
    return pick(*range(first, last + 1))


def pick(*values: Any) -> Axis:
    """Return the listed values; variations choose among them."""
    return Axis(values, lambda draw, name: draw.pick(name, values))


def seeds(count: int) -> Axis:
    """Return seeds of a random layout; variations use their own index as the seed."""
    return Axis(tuple(range(count)), lambda draw, name: draw.index)


@dataclass(frozen=True, eq=False)
class Template(BaseTemplate):
    """One of PHYRE's templates, or one of our own, without a PHYRE id and with variations only."""

    first_variation: ClassVar[int] = FIRST_VARIATION
    name: str
    phyre_id: str
    tier: str
    version: int
    caption: str
    grid: Mapping[str, Axis]
    shipped: tuple[int, ...]
    set_stage: Callable[..., Goal]
    _numbered: list[tuple[Scene, Goal]] = field(default_factory=list, repr=False)
    _order: list[Iterator[tuple[Any, ...]]] = field(default_factory=list, repr=False)

    @property
    def group(self) -> str:
        return self.tier

    @property
    def numbers(self) -> Mapping[str, str]:
        return {"phyre": self.phyre_id}

    def task(self, index: int) -> PhyreTask:
        return _task(self, index)

    def build(self, index: int) -> tuple[Scene, Goal]:
        """Set the stage for one task."""
        if index >= FIRST_VARIATION:
            return self._variation(index)
        if index < 0 or not self.shipped:
            raise self._no_task(index)
        if index in self.shipped and (rows := _rows_of().get(self.name)):
            return self._set_row(rows[self.shipped.index(index)])
        return self._enumerated(index)

    def _set_row(self, number: int) -> tuple[Scene, Goal]:
        """Set the stage with the values of one row of the grid."""
        values = {}
        for name, axis in reversed(list(self.grid.items())):
            number, place = divmod(number, len(axis.values))
            values[name] = axis.values[place]
        return self._set({name: values[name] for name in self.grid})

    def _enumerated(self, index: int) -> tuple[Scene, Goal]:
        # Two threads that number tasks at once would mix up the numbers.
        with _COUNTING:
            if not self._order:
                self._order.append(self._rows())
            while len(self._numbered) <= index:
                row = next(self._order[0], None)
                if row is None:
                    raise self._no_task(index)
                with suppress(Skip):
                    self._numbered.append(self._set(dict(zip(self.grid, row, strict=True))))
            return self._numbered[index]

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        # PHYRE visits the grid in the order of the md5 of each row's number.
        axes = [axis.values for axis in self.grid.values()]
        numbers = range(math.prod(len(values) for values in axes))
        rows = list(itertools.product(*axes))
        for number in sorted(numbers, key=lambda n: hashlib.md5(str(n).encode()).hexdigest()):
            yield rows[number]

    def _variation(self, index: int) -> tuple[Scene, Goal]:
        for trial in range(_MOST_REDRAWS):
            draw = Draw(f"phyre/{self.name}@{self.version}", index, trial)
            values = {name: axis.draw(draw, name) for name, axis in self.grid.items()}
            try:
                scene, goal = self._set(values)
                # Between the values of the grid a body may get too thin for the engine.
                _native.Scene.read(scene)
            except (Skip, _native.SceneError):
                continue
            return scene, goal
        raise BadScene(f"phyre/{self.name}:{index}: no valid scene in {_MOST_REDRAWS} draws")

    def _set(self, values: Mapping[str, Any]) -> tuple[Scene, Goal]:
        stage = Stage()
        goal = self.set_stage(stage, **values)
        return stage.scene(goal), goal

    def _no_task(self, index: int) -> UnknownName:
        hint = f"variations start at {FIRST_VARIATION}"
        if self.shipped:
            count = f"PHYRE has {len(self._numbered)} tasks of this template"
            listed = f"`topple list phyre/{self.name}` shows those in use"
            hint = f"{count}; {listed}; {hint}"
        return UnknownName("task", f"phyre/{self.name}:{index}", known=(), hint=hint)


@cache
def _rows_of() -> dict[str, list[int]]:
    """Load the rows of the grids from which the shipped tasks are made, by template.

    Without them, a task is found by setting the stage for all tasks before it, since rows that fit
    no stage are not numbered.
    """
    found: dict[str, list[int]] = json.loads((Path(__file__).parent / "rows.json").read_text())
    return found


@lru_cache(maxsize=20_000)
def _task(template: Template, index: int) -> PhyreTask:
    scene, goal = template.build(index)
    return PhyreTask(
        id=TaskId("phyre", template.name, template.version, index),
        caption=template.caption,
        scene=scene,
        goal=goal,
        tier=TIERS[template.tier],
        phyre_id=f"{template.phyre_id}:{index:03d}" if template.phyre_id else "",
    )


def template(
    *, tier: str, grid: Mapping[str, Axis], version: int = 1, phyre: str = "", shipped: str = ""
) -> Callable[[Callable[..., Goal]], Template]:
    """Make a template from a function that sets the stage and returns the goal.

    The module's docstring is the caption. For a template of PHYRE's, `phyre` is the original's id
    and `shipped` the task numbers of the original's benchmark as ranges (`0-9,12`).
    """

    def make(set_stage: Callable[..., Goal]) -> Template:
        if bool(phyre) != bool(shipped):
            raise BadInput(
                f"template `{set_stage.__name__}` has only one of `phyre` and `shipped`",
                "give both for a template of PHYRE's, neither for others",
            )
        return Template(
            name=set_stage.__name__,
            phyre_id=phyre,
            tier=tier,
            version=version,
            caption=caption_of(set_stage),
            grid=grid,
            shipped=tuple(_numbers(shipped)) if shipped else (),
            set_stage=set_stage,
        )

    return make


def _numbers(ranges: str) -> Iterator[int]:
    for part in ranges.replace("\n", "").replace(" ", "").split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
