"""Shared code of Phy-Q's protocols."""

from __future__ import annotations

from collections.abc import Callable

from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import Stratum
from topple.tasks.task import TaskId
from topple.worlds.birds.template import FIRST_VARIATION, Template
from topple.worlds.birds.world import WORLD, all_templates, template

TASKS = 100  # tasks per template
TRAIN = 80  # training tasks per template, from the first; the others are test tasks
VERSION = 2  # the score counts first attempts; that of version 1 counted all
ATTEMPTS = 5  # attempts of heuristic agents; learners declare their own number


Names = Callable[[Template, slice], tuple[str, ...]]  # ids of some tasks of a template


def setup(name: str, caption: str, about: str, split: Callable[[Names], Split]) -> Protocol:
    """Return a protocol without folds that plays all attempts and counts pass rates."""
    return Protocol(
        name,
        caption,
        "birds",
        (0,),
        lambda fold: split(names),
        version=VERSION,
        attempts=ATTEMPTS,
        plays_on=True,
        metric="phyq",
        about=f"{about} The score counts first attempts; agents say how many they make.",
        stratum=by_scenario,
        drawn=lambda fold: _unfiltered(split(names), split(drawn_names)),
    )


def _unfiltered(served: Split, drawn: Split) -> Split:
    """Return a split that plays drawn tasks; agents learn from served ones that are not played."""
    played = set(drawn.test)
    return Split(tuple(name for name in served.train if name not in played), (), drawn.test)


def by_scenario(name: str) -> Stratum:
    """Return the stratum of a task: its scenario and its template."""
    found = template(TaskId.parse(name).template)
    return Stratum(found.name, group=found.scenario)


def originals() -> list[Template]:
    """Return Phy-Q's templates in the order of the paper."""
    return [each for each in all_templates().values() if each.phyq]


def names(own: Template, part: slice) -> tuple[str, ...]:
    """Return the ids of some served tasks of a template, without variations.

    They come from the certificates, because building the tasks would take long.
    """
    served = [index for index in WORLD.served(own) if index < FIRST_VARIATION]
    return tuple(str(WORLD.id_of(own, index)) for index in served[part])


def drawn_names(own: Template, part: slice) -> tuple[str, ...]:
    """Return the ids of some tasks of a template as the generator draws them, fit or not."""
    return tuple(str(WORLD.id_of(own, index)) for index in range(TASKS)[part])
