"""Five folds of variations: of templates seen in training, or of templates held out."""

from __future__ import annotations

from collections.abc import Iterable

from topple.tasks.protocol import Split
from topple.tasks.splits import stable_shuffle
from topple.tasks.template import Template
from topple.worlds.world import World

FOLDS = range(5)


def variations(world: World, templates: Iterable[Template]) -> list[str]:
    """Return the certified variations of templates."""
    return [
        str(world.id_of(template, index))
        for template in templates
        for index in world.served(template)
        if index >= template.first_variation
    ]


def split_within(world: World, salt: str, fold: int) -> Split:
    """Hold out a fifth of the variations of every template."""
    train: list[str] = []
    test: list[str] = []
    for template in world.templates().values():
        names = variations(world, [template])
        held = _hold_out(names, salt, fold)
        test += sorted(held)
        train += sorted(set(names) - held)
    return Split(tuple(train), (), tuple(test))


def split_across(world: World, salt: str, fold: int) -> Split:
    """Hold out a fifth of the templates of every group."""
    groups: dict[str, list[str]] = {}
    for name, template in world.templates().items():
        groups.setdefault(template.group, []).append(name)
    held = set().union(*(_hold_out(names, salt, fold) for names in groups.values()))
    every = world.templates().values()
    train = variations(world, (each for each in every if each.name not in held))
    test = variations(world, (each for each in every if each.name in held))
    return Split(tuple(train), (), tuple(test))


def _hold_out(names: Iterable[str], salt: str, fold: int) -> set[str]:
    return set(stable_shuffle(names, salt)[fold :: len(FOLDS)])
