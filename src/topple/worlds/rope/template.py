"""Templates: each layout, as designed and varied.

| index | task |
| --- | --- |
| 0 | the layout as designed |
| 1 | the layout mirrored |
| 10 and more | variations: every item moved by up to 2 units, the scene shifted by up to 4 |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from topple.errors import UnknownName
from topple.tasks.draw import Draw
from topple.tasks.task import TaskId
from topple.tasks.template import Template, caption_of
from topple.worlds.rope.layout import Layout
from topple.worlds.rope.level import Level
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.variation import mirrored, varied

DESIGNED, MIRRORED, FIRST_VARIATION = 0, 1, 10


@dataclass(frozen=True)
class LayoutTemplate(Template):
    """One layout and its variations."""

    first_variation: ClassVar[int] = FIRST_VARIATION
    layout: Layout
    version: int = 1

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.layout.name

    @property
    def caption(self) -> str:  # type: ignore[override]
        return self.layout.caption

    @property
    def group(self) -> str:
        return self.layout.pack

    def task(self, index: int) -> RopeTask:
        return _task(self, index)

    def level(self, index: int) -> Level:
        """Build the level of a task."""
        if index == DESIGNED:
            return self.layout.level
        if index == MIRRORED:
            return mirrored(self.layout.level)
        if index < FIRST_VARIATION:
            known = (DESIGNED, MIRRORED, FIRST_VARIATION)
            ids = [str(TaskId("rope", self.name, self.version, each)) for each in known]
            raise UnknownName("task", f"rope/{self.name}:{index}", known=ids)
        return varied(self.layout.level, Draw(f"rope/{self.name}@{self.version}", index))


def template(
    *calls: str, version: int = 1
) -> Callable[[Callable[[], Mapping[str, Any]]], LayoutTemplate]:
    """Make a template from a function that returns a level as plain data.

    `calls`, such as `1.5 cut_pin(2)`, solve it. The module's docstring is the caption, the pack is
    `own`.
    """

    def make(build: Callable[[], Mapping[str, Any]]) -> LayoutTemplate:
        level = Level.from_data(build())
        layout = Layout(build.__name__, "own", caption_of(build), level, calls)
        return LayoutTemplate(layout, version)

    return make


@lru_cache(maxsize=20_000)
def _task(template: LayoutTemplate, index: int) -> RopeTask:
    task_id = TaskId("rope", template.name, template.version, index)
    return RopeTask(task_id, template.caption, template.level(index))
