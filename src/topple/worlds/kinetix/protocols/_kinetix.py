"""Shared code of the kinetix protocols."""

from __future__ import annotations

from topple.tasks.protocol import Protocol, Split
from topple.worlds.kinetix.template import HandMade, all_templates
from topple.worlds.kinetix.world import WORLD

ATTEMPTS = 20  # attempts per level; published zero-shot figures are the mean of as many


def split_of(size: str) -> Split:
    """Return random levels of a size for training and the hand-made ones for testing."""
    templates = [template for template in all_templates().values() if template.size == size]
    random = [template for template in templates if not isinstance(template, HandMade)]
    train = [WORLD.id_of(template, i) for template in random for i in WORLD.served(template)]
    # Open levels are tested too, so that figures compare with published ones.
    test = [WORLD.id_of(template, 0) for template in templates if isinstance(template, HandMade)]
    return Split(tuple(map(str, train)), (), tuple(map(str, test)))


def zero_shot(size: str) -> Protocol:
    """Return the protocol of one size."""
    return Protocol(
        f"kinetix-{size}",
        f"Kinetix, size {size.upper()}: hand-made levels after training on random ones.",
        "kinetix",
        (0,),
        lambda fold: split_of(size),
        attempts=ATTEMPTS,
        about=f"Agents learn from random levels of size {size.upper()} and are tested on the "
        f"hand-made ones, up to {ATTEMPTS} attempts per level. Success at attempt 1 compares with "
        "published zero-shot figures.",
    )
