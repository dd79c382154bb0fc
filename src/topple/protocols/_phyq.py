"""What Phy-Q's two ways to measure have in common."""

from __future__ import annotations

from collections.abc import Callable

from topple.tasks.protocol import Protocol, Split
from topple.tasks.task import TaskId
from topple.worlds.birds.template import FIRST_VARIATION, Template
from topple.worlds.birds.world import WORLD, all_templates

TRAIN = 80  # the first so many tasks of a template; the others are for tests
ATTEMPTS = 5  # of heuristics; other agents say how many they get


def setup(name: str, caption: str, about: str, split: Callable[[int], Split]) -> Protocol:
    """Make a protocol of one of the two: no folds, all attempts are played and pass rates count."""
    return Protocol(
        name,
        caption,
        "birds",
        (0,),
        split,
        attempts=ATTEMPTS,
        plays_on=True,
        metric="phyq",
        about=f"{about} Learners say themselves how many attempts they get.",
    )


def originals() -> list[Template]:
    """Give Phy-Q's templates in the order of the paper."""
    return [template for template in all_templates().values() if template.phyq]


def names(template: Template, part: slice) -> tuple[str, ...]:
    """Give the ids of some of a template's served tasks, variations apart.

    Building the tasks would take long.
    """
    served = [index for index in WORLD.certificates(template).tasks if index < FIRST_VARIATION]
    ids = (TaskId("birds", template.name, template.version, index) for index in served[part])
    return tuple(map(str, ids))
