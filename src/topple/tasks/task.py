"""Tasks and their ids."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from topple.errors import BadInput
from topple.tasks.actions import ActionSpace

# Zeros fill an index up to three digits; a longer one that begins with 0 is a slip.
INDEX = r"0\d{0,2}|[1-9]\d{0,8}"
_ID = re.compile(
    rf"(?P<world>\w+)/(?P<template>\w+)(@(?P<version>\d{{1,9}}))?:(?P<index>{INDEX})"
    r"(~(?P<twin>[a-z]{1,20}))?"
)


@dataclass(frozen=True, slots=True)
class TaskId:
    """A task's name: `phyre/off_the_ledge@1:042` is world / template @ version : index.

    `phyre/off_the_ledge@1:042~mirror` is its twin `mirror`: see `topple.worlds.twins`.
    """

    world: str
    template: str
    version: int
    index: int
    twin: str = ""

    def __str__(self) -> str:
        twin = f"~{self.twin}" if self.twin else ""
        return f"{self.world}/{self.template}@{self.version}:{self.index:03d}{twin}"

    @classmethod
    def parse(cls, text: str) -> TaskId:
        """Read an id; a missing version is 0 and means the current one."""
        match = _ID.fullmatch(text)
        if match is None or not text.isascii():
            raise BadInput(
                f"`{text[:80]}` is not a task id",
                "a task id looks like `phyre/off_the_ledge:042` or, for PHYRE, `00002:042`",
            )
        return cls(
            match["world"],
            match["template"],
            int(match["version"] or 0),
            int(match["index"]),
            match["twin"] or "",
        )


@dataclass(frozen=True, eq=False, repr=False)
class Task(ABC):
    """One instance of a template, and a sentence that says what to do."""

    id: TaskId
    caption: str

    def __init_subclass__(cls, **options: Any) -> None:
        """Keep the short repr in dataclasses of worlds, which would list all their fields."""
        super().__init_subclass__(**options)
        cls.__repr__ = Task.__repr__  # type: ignore[method-assign]

    @property
    @abstractmethod
    def actions(self) -> ActionSpace:
        """The action space."""

    @abstractmethod
    def content_hash(self) -> str:
        """Return a hash of everything that determines the outcome of an action."""

    def __str__(self) -> str:
        return self._name

    @cached_property
    def _name(self) -> str:
        """The id as text, which is asked for several times per attempt."""
        return str(self.id)

    def __repr__(self) -> str:
        return f"<{self.id}: {self.caption}>"

    def _repr_png_(self) -> bytes | None:
        """Draw the task in notebooks; None if its world has no pictures."""
        return next((draw(self) for draw in _DRAWN_BY), None)


_DRAWN_BY: list[Callable[[Task], bytes | None]] = []


def draw_with(draw: Callable[[Task], bytes | None]) -> None:
    """Set how notebooks draw tasks: only worlds can, and they import this module."""
    _DRAWN_BY[:] = [draw]
