"""Tasks of birds: templates by name, tasks by id."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from topple.tasks.discover import modules
from topple.tasks.lookup import find_task, find_template
from topple.tasks.task import Task, TaskId
from topple.worlds.birds.action_space import Shots
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.staging.plan import Aim
from topple.worlds.birds.template import SCENARIOS, Template

# `3.2:017` counts as the paper does, `2_1_8:017` as the original's files do.
_PHYQ_ID = re.compile(r"(\d{1,2}\.\d{1,2}|\d_\d{1,2}_\d{1,2}):(\d{1,9})")


@dataclass(frozen=True, eq=False)
class BirdsTask(Task):
    """A level to be cleared of pigs, and the plan its rule makes."""

    level: Level
    plan: tuple[Aim, ...]
    rules: Rules

    @property
    def actions(self) -> Shots:
        """What may be done: a shot for every bird."""
        return Shots(len(self.level.birds))

    def content_hash(self) -> str:
        """Name the level and the rules."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> str:
        return hashlib.sha256(f"{self.level.to_json()} {self.rules}".encode()).hexdigest()[:16]


@cache
def all_templates() -> Mapping[str, Template]:
    """Give every template by name, scenario by scenario, in the order of the paper's numbers."""
    found = [
        getattr(module, module.__name__.rsplit(".", 1)[1])
        for scenario in modules("topple.worlds.birds.templates")
        for module in modules(scenario.__name__)
    ]
    found.sort(key=lambda t: (SCENARIOS.index(t.scenario), not t.phyq, t.phyq, t.name))
    return {t.name: t for t in found}


def template(name: str) -> Template:
    """Find a template by its name, by the paper's number or by the original's file id."""
    return find_template("birds", name, all_templates(), lambda t: (t.phyq, t.original))


def task(text: str) -> BirdsTask:
    """Find a task by its id: `birds/under_a_roof:042`, or `1.1:042` by the paper's number."""
    return task_of(*find_task("birds", text, template, _PHYQ_ID))


@lru_cache(maxsize=20_000)
def task_of(template: Template, index: int) -> BirdsTask:
    """Build one task of a template."""
    level, plan = template.build(index)
    return BirdsTask(
        id=TaskId("birds", template.name, template.version, index),
        caption=template.caption,
        level=level,
        plan=plan,
        rules=Rules(),
    )
