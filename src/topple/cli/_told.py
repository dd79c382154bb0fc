"""Tasks and attempts of every world in words and in facts."""

from __future__ import annotations

from typing import Any, Protocol

from topple.cli._told_birds import BirdsTold
from topple.cli._told_phyre import PhyreTold
from topple.draw.film import Film
from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds import world as find_world
from topple.worlds.birds import certified as birds_certified
from topple.worlds.birds.film import BirdsFilm
from topple.worlds.birds.task import BirdsTask
from topple.worlds.phyre import PhyreTask
from topple.worlds.phyre import certified as phyre_certified
from topple.worlds.phyre.film import PhyreFilm

_WORLDS = ("phyre", "birds")


class Told(Protocol):
    """What a world has to say of a film."""

    def describe(self) -> None:
        """Print what the task asks for and what stands where."""
        ...

    def task_facts(self) -> dict[str, Any]:
        """Give the same for programs."""
        ...

    def attempt_facts(self) -> dict[str, Any]:
        """Give what came of the attempt."""
        ...

    def moves(self) -> list[str]:
        """Say what was done, a line for every move."""
        ...


def told(film: Film) -> Told:
    """Let a film's world speak."""
    match film:
        case PhyreFilm():
            return PhyreTold(film)
        case BirdsFilm():
            return BirdsTold(film)
    raise BadInput(f"`{film.task.id.world}` has no words for its tasks")


def find_task(text: str) -> Task:
    """Find a task by its id, or by an original's."""
    name, slash, _ = text.partition("/")
    if slash and name in _WORLDS:
        return find_world(name).task(text)
    complaints = []
    for world in _WORLDS:
        try:
            return find_world(world).task(text)
        except BadInput as error:  # no id of this world's
            complaints.append(error)
    raise complaints[0]


class _Solved(Protocol):
    @property
    def solution(self) -> Action: ...


def solution(task: Task) -> Action:
    """Give the stored solution of a task."""
    found = _certificate(task)
    if found is None:
        name = f"{task.id.world}/{task.id.template}"
        raise BadInput(f"`{task}` has no stored solution", f"`topple list {name}` shows which have")
    return found.solution


def _certificate(task: Task) -> _Solved | None:
    match task:
        case PhyreTask():
            return phyre_certified.certificate(task)
        case BirdsTask():
            return birds_certified.certificate(task)
    return None
