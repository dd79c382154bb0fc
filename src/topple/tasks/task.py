"""Tasks and their ids."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from topple.errors import BadInput
from topple.tasks.actions import ActionSpace

# Zeros fill an index up to three digits; a longer one that begins with 0 is a slip.
INDEX = r"0\d{0,2}|[1-9]\d{0,8}"
_ID = re.compile(rf"(?P<world>\w+)/(?P<template>\w+)(@(?P<version>\d{{1,9}}))?:(?P<index>{INDEX})")


@dataclass(frozen=True, slots=True)
class TaskId:
    """A task's name: `phyre/off_the_ledge@1:042` is world / template @ version : index."""

    world: str
    template: str
    version: int
    index: int

    def __str__(self) -> str:
        return f"{self.world}/{self.template}@{self.version}:{self.index:03d}"

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
            match["world"], match["template"], int(match["version"] or 0), int(match["index"])
        )


@dataclass(frozen=True, eq=False)
class Task(ABC):
    """One instance of a template, and a sentence that says what to do."""

    id: TaskId
    caption: str

    @property
    @abstractmethod
    def actions(self) -> ActionSpace:
        """The action space."""

    @abstractmethod
    def content_hash(self) -> str:
        """Return a hash of everything that determines the outcome of an action."""

    def __str__(self) -> str:
        return str(self.id)
