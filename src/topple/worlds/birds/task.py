"""Tasks of birds: templates by name, tasks by id."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from topple.errors import UnknownName
from topple.tasks.discover import modules
from topple.tasks.task import Task, TaskId
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.shots import Shots
from topple.worlds.birds.strategy import Aim
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
    known = all_templates()
    if name in known:
        return known[name]
    for candidate in known.values():
        if name and name in (candidate.phyq, candidate.original):
            return candidate
    raise UnknownName(
        "template", f"birds/{name}", [f"birds/{n}" for n in known], "topple list birds"
    )


def task(text: str) -> BirdsTask:
    """Find a task by its id: `birds/under_the_roof:042`, or `1.1:042` by the paper's number."""
    match = _PHYQ_ID.fullmatch(text)
    if match and text.isascii():
        return task_of(template(match[1]), int(match[2]))
    name = TaskId.parse(text)
    if name.world != "birds":
        raise UnknownName("world", name.world, known=["birds"], see="topple list")
    found = template(name.template)
    if name.version not in (0, found.version):
        raise UnknownName(
            "task", text, [str(TaskId("birds", found.name, found.version, name.index))]
        )
    return task_of(found, name.index)


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
