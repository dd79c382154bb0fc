"""The PHYRE world: place one ball or two so that two bodies end up touching."""

from topple.worlds.phyre.actions import TIERS, Reason, Tier
from topple.worlds.phyre.goals import Goal, Relation
from topple.worlds.phyre.intervene import start
from topple.worlds.phyre.simulate import Batch, simulate, validate, wait
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import FIRST_VARIATION, Template
from topple.worlds.phyre.world import (
    WORLD,
    all_templates,
    shipped,
    shipped_templates,
    task,
    template,
)

__all__ = [
    "FIRST_VARIATION",
    "TIERS",
    "WORLD",
    "Batch",
    "Goal",
    "PhyreTask",
    "Reason",
    "Relation",
    "Template",
    "Tier",
    "all_templates",
    "shipped",
    "shipped_templates",
    "simulate",
    "start",
    "task",
    "template",
    "validate",
    "wait",
]


def __dir__() -> list[str]:
    return __all__
