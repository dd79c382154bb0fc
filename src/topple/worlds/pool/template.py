"""Pool templates: functions that set a stage from draws and return a goal or a question."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from topple.errors import BadInput, UnknownName
from topple.tasks.draw import Draw
from topple.tasks.task import TaskId
from topple.tasks.template import Template as BaseTemplate
from topple.tasks.template import caption_of
from topple.worlds.pool.goals import Goal
from topple.worlds.pool.question import Question
from topple.worlds.pool.rack import Rack
from topple.worlds.pool.rules import Rules
from topple.worlds.pool.simulate import NEWEST
from topple.worlds.pool.stage import Redraw, Stage
from topple.worlds.pool.task import Balls, PoolTask

PUZZLES = ("pots", "rails", "control")
CHAPTERS = (*PUZZLES, "games", "predictions")
_MOST_DRAWS = 5000

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Template(BaseTemplate):
    """A family of pool tasks."""

    name: str
    chapter: str
    version: int
    caption: str

    @property
    def group(self) -> str:
        return self.chapter

    def task(self, index: int) -> PoolTask:
        if index < 0:
            raise UnknownName("task", f"pool/{self.name}:{index}", known=())
        return _task(self, index)

    @abstractmethod
    def build(self, id: TaskId) -> PoolTask:
        """Make one task."""


@dataclass(frozen=True, eq=False)
class Puzzle(Template):
    """Tasks of one shot."""

    set_stage: Callable[[Stage, Draw], Goal]

    def build(self, id: TaskId) -> PoolTask:
        balls, goal = _draw(id, self.set_stage)
        return PoolTask(id, self.caption, balls, goal)


@dataclass(frozen=True, eq=False)
class Prediction(Template):
    """Questions about a shot."""

    set_stage: Callable[[Stage, Draw], Question]

    def build(self, id: TaskId) -> PoolTask:
        balls, question = _draw(id, self.set_stage)
        return PoolTask(id, self.caption, balls, question=question)


@dataclass(frozen=True, eq=False)
class Games(Template):
    """Games of nine-ball from a rack; `racks` of them are stored, others are drawn."""

    rack: Rack
    rules: Rules
    model: str
    racks: int

    def build(self, id: TaskId) -> PoolTask:
        balls = self.rack.balls(id.index % self.racks if self.rules.shaky else id.index)
        return PoolTask(id, self.caption, balls, (), self.rules, self.model)


def _draw(id: TaskId, set_stage: Callable[[Stage, Draw], T]) -> tuple[Balls, T]:
    """Draw numbers until they give a sensible table; return its balls and what is wanted of it."""
    for trial in range(_MOST_DRAWS):
        stage = Stage()
        try:
            wanted = set_stage(stage, Draw(f"pool/{id.template}@{id.version}", id.index, trial))
        except Redraw:
            continue
        return tuple((number, x, y) for number, (x, y) in sorted(stage.balls.items())), wanted
    raise BadInput(f"`{id}` cannot be drawn", f"{_MOST_DRAWS} draws make no sensible table")


@lru_cache(maxsize=20_000)
def _task(template: Template, index: int) -> PoolTask:
    return template.build(TaskId("pool", template.name, template.version, index))


def puzzle(*, version: int = 1) -> Callable[[Callable[[Stage, Draw], Goal]], Puzzle]:
    """Make a template from a function that sets the stage and returns the goal.

    The module's docstring is the caption, its folder the chapter; a file without a package has the
    chapter `own`.
    """

    def make(set_stage: Callable[[Stage, Draw], Goal]) -> Puzzle:
        return Puzzle(
            name=set_stage.__name__,
            chapter=["own", *set_stage.__module__.split(".")][-2],
            version=version,
            caption=caption_of(set_stage),
            set_stage=set_stage,
        )

    return make


def prediction(*, version: int = 1) -> Callable[[Callable[[Stage, Draw], Question]], Prediction]:
    """Make a template from a function that sets the stage and returns a question."""

    def make(set_stage: Callable[[Stage, Draw], Question]) -> Prediction:
        caption = caption_of(set_stage)
        return Prediction(set_stage.__name__, "predictions", version, caption, set_stage)

    return make


def games(
    name: str, caption: str, rack: Rack, rules: Rules, model: str = NEWEST, racks: int = 100
) -> Games:
    """Make a template of games."""
    return Games(name, "games", 1, caption, rack, rules, model, racks)
