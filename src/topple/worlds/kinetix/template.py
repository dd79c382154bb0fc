"""Templates: the hand-made levels, one task each, and random levels, one task per index."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

from topple.errors import BadInput
from topple.tasks.task import TaskId
from topple.tasks.template import Template, caption_of
from topple.worlds.kinetix.generate.level import random_level
from topple.worlds.kinetix.level import SIZES, Level
from topple.worlds.kinetix.task import KinetixTask

_FOLDER = Path(__file__).parent / "levels"
_RANDOM = "Bring the green body to the blue one; keep it off red ones."


class KinetixTemplate(Template):
    """A template whose tasks are levels of one size."""

    size: str

    @property
    def group(self) -> str:
        return self.size

    @abstractmethod
    def level(self, index: int) -> Level:
        """Return the level of a task."""

    def task(self, index: int) -> KinetixTask:
        return _task(self, index)


@dataclass(frozen=True, eq=False)
class HandMade(KinetixTemplate):
    """A level that was made by hand, most by the authors of Kinetix; its only task has index 0."""

    endless: ClassVar[bool] = False
    name: str
    size: str
    read: Callable[[], Mapping[str, Any]]
    version: int = 1

    @property
    def caption(self) -> str:  # type: ignore[override]
        return str(self.read()["caption"])

    def level(self, index: int) -> Level:
        if index != 0:
            raise BadInput(
                f"`kinetix/{self.name}` has no task {index}", "hand-made levels have task 0 alone"
            )
        return Level.from_data(dict(self.read()))


@dataclass(frozen=True)
class Random(KinetixTemplate):
    """Random levels of one size, one per index."""

    size: str
    version: int = 1
    caption: str = _RANDOM

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"random_{self.size}"

    def level(self, index: int) -> Level:
        if index < 0:
            raise BadInput(f"`kinetix/{self.name}` has no task {index}", "indices begin with 0")
        return random_level(self.size, f"kinetix/{self.name}@{self.version}", index)


@cache
def all_templates() -> dict[str, KinetixTemplate]:
    """Return every template by name: size by size, hand-made levels first."""
    found: list[KinetixTemplate] = []
    for size in SIZES:
        for path in sorted(_FOLDER.glob(f"{size}_*.json")):
            found.append(HandMade(path.stem, size, partial(_data, path)))
        found.append(Random(size))
    return {template.name: template for template in found}


def template(*, version: int = 1) -> Callable[[Callable[[], Mapping[str, Any]]], HandMade]:
    """Make a template from a function that returns a level as plain data.

    The module's docstring is the caption.
    """

    def make(build: Callable[[], Mapping[str, Any]]) -> HandMade:
        data = {**build(), "caption": caption_of(build)}
        return HandMade(build.__name__, data["size"], lambda: data, version)

    return make


@lru_cache(maxsize=20_000)
def _task(template: KinetixTemplate, index: int) -> KinetixTask:
    return KinetixTask(
        TaskId("kinetix", template.name, template.version, index),
        template.caption,
        template.level(index),
    )


@cache
def _data(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found
