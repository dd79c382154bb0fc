"""Templates: families of tasks, each made from its index alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from topple.tasks.task import Task


class Template(ABC):
    """A family of tasks that differ in numbers, not in their goal.

    `endless` tells whether every higher index gives a further task.
    """

    endless: ClassVar[bool] = True
    name: str
    version: int
    caption: str

    @property
    @abstractmethod
    def group(self) -> str:
        """The tier, scenario or chapter it belongs to."""

    @property
    def numbers(self) -> Mapping[str, str]:
        """The template's names in the originals: `{"phyre": "00002"}`."""
        return {}

    @abstractmethod
    def task(self, index: int) -> Task:
        """Build a task; the same index always gives the same task."""


def caption_of(function: Callable[..., Any]) -> str:
    """Return the caption of a template: the first line of its module's docstring."""
    lines = (function.__globals__["__doc__"] or "").strip().splitlines()
    return lines[0] if lines else ""
