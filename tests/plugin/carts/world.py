"""Carts: push a cart, turn by turn, until it is on the mark at the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carts.game import PUSHES, TURNS, CartsGame, CartsTask
from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.tasks.draw import Draw
from topple.tasks.task import Task, TaskId
from topple.tasks.template import Template
from topple.worlds.plans import PlanWorld


@dataclass(frozen=True, eq=False)
class Track(Template):
    """Tasks on one kind of track."""

    name: str
    caption: str
    drag: tuple[float, float]
    version: int = 1

    @property
    def group(self) -> str:
        return "tracks"

    def task(self, index: int) -> CartsTask:
        draw = Draw(f"carts/{self.name}@{self.version}", index)
        found = TaskId("carts", self.name, self.version, index)
        return CartsTask(found, self.caption, draw("mark", 1.0, 4.0), draw("drag", *self.drag))


TRACKS = (
    Track("on_rails", "Push the cart along the rails until it is on the mark.", (0.02, 0.1)),
    Track("on_sand", "Push the cart through the sand until it is on the mark.", (0.3, 0.5)),
)


class Carts(PlanWorld):
    """Push a cart, turn by turn, until it is on the mark at the end of a turn."""

    name = "carts"
    version = 1
    caption = "Push a cart, turn by turn, until it is on the mark at the end of a turn."
    action = "the push of each turn: -1 to the left, 0 none, 1 to the right"
    columns = {"tried": int}
    example = "carts/on_rails:0"

    def templates(self) -> Mapping[str, Template]:
        return {track.name: track for track in TRACKS}

    def refuse(self, task: Task, action: Action) -> str:
        if len(action) > TURNS:
            return "too_many_pushes"
        return "" if all(push in PUSHES for push in action) else "unknown_push"

    def start_games(self, tasks: Sequence[Task], threads: int | None) -> list[CartsGame]:
        return [CartsGame(own(task)) for task in tasks]


WORLD = Carts()


def own(task: Task) -> CartsTask:
    """Return a task as one of carts; raise `BadInput` if it is none."""
    if not isinstance(task, CartsTask):
        raise BadInput(f"`{task}` is not a carts task")
    return task
