"""What Phy-Q's two ways to measure have in common."""

from __future__ import annotations

from topple.worlds.birds.certified import served
from topple.worlds.birds.task import all_templates
from topple.worlds.birds.template import FIRST_VARIATION, Template

TRAIN = 80  # the first so many tasks of a template; the others are for tests
ATTEMPTS = 5  # of heuristics; other agents say how many they get


def originals() -> list[Template]:
    """Give Phy-Q's templates in the order of the paper."""
    return [template for template in all_templates().values() if template.phyq]


def names(template: Template, part: slice) -> tuple[str, ...]:
    """Give the ids of some of a template's served tasks, variations apart."""
    tasks = [task for task in served(template) if task.id.index < FIRST_VARIATION]
    return tuple(str(task) for task in tasks[part])
