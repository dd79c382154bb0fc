"""Shared code of pool's protocols."""

from __future__ import annotations

from topple.tasks.splits import stable_shuffle
from topple.worlds.pool.template import Puzzle, Template
from topple.worlds.pool.world import WORLD, all_templates

RACKS = 100


def ids(template: Template) -> list[str]:
    """Return the ids of the served tasks of a template."""
    return [str(WORLD.id_of(template, index)) for index in WORLD.served(template)]


def puzzles() -> list[Puzzle]:
    """Return the templates of puzzles."""
    return [each for each in all_templates().values() if isinstance(each, Puzzle)]


def shuffled(names: list[str], fold: int) -> list[str]:
    """Return names in the order of a fold."""
    return stable_shuffle(names, f"pool {fold}")


def racks(name: str, seed: int = 0) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of drawn racks to train on, and of the stored ones to test on.

    A seed of the noise shifts the index by the number of stored racks.
    """
    template = all_templates()[name]
    first = RACKS * seed
    test = [str(WORLD.id_of(template, first + index)) for index in range(RACKS)]
    train = [str(WORLD.id_of(template, 100 * RACKS + first + index)) for index in range(RACKS)]
    return tuple(train), tuple(test)
