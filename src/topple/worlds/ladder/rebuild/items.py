"""Items of the probe: tasks whose action is a text, as the codes of its characters."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

import numpy as np

from topple.errors import BadAction, BadInput, ToppleError
from topple.prompting.symbols import Symbols
from topple.tasks.actions import read_numbers
from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.tasks.question import Answering, Question
from topple.tasks.task import Task
from topple.worlds import parts
from topple.worlds.ladder.chosen import choose_tasks, choose_templates, deal
from topple.worlds.ladder.items import ItemId, tell
from topple.worlds.ladder.rebuild.agreement import agreement
from topple.worlds.ladder.story import Story
from topple.worlds.registry import world

VERSION = 1
_SALT = "rebuild"
ITEMS = 40  # per world at most
LONGEST = 20_000  # characters of an answer
REBUILT = 0.9  # agreement from which a scene counts as rebuilt
# Reading a scene of foreign JSON may raise these: names, kinds and numbers can all be wrong.
_MISREAD = (
    ToppleError,
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
)
_ID = re.compile(
    r"rebuild-(?P<world>\w+)@(?P<version>\d{1,9})/(?P<template>\w+):(?P<index>\d{1,9})"
)


@dataclass(frozen=True)
class Texts(Answering):
    """Texts as the codes of their characters."""

    @property
    def name(self) -> str:
        return "rebuild"

    @property
    def dimensions(self) -> int:
        return LONGEST

    def sample(self, rng: np.random.Generator) -> Action:
        """Return an empty object: random characters are no scene."""
        return encode("{}")

    def one(self, action: object) -> Action:
        row = read_numbers(action)
        if row.ndim != 1 or not 0 < len(row) <= LONGEST or not np.isfinite(row).all():
            raise BadAction(f"an answer has 1 to {LONGEST} characters, as numbers")
        return tuple(row.tolist())


def encode(text: str) -> Action:
    """Return the codes of a text."""
    return tuple(float(ord(each)) for each in text)


def decode(answer: Action) -> str:
    """Return the text of codes; raise `ValueError` for other numbers."""
    return "".join(chr(int(each)) for each in answer)


@dataclass(frozen=True, eq=False)
class Rebuild(Question):
    """Write the scene of a task as JSON."""

    about: str  # the task

    @property
    def task(self) -> Task:
        """The task whose scene is written."""
        return world(self.id.world).task(self.about)

    @property
    def actions(self) -> Texts:
        """The texts."""
        return Texts()

    @property
    def symbols(self) -> Symbols:
        """The scene as it should be written."""
        return parts.voice(world(self.id.world)).scene(self.task)

    @property
    def solution(self) -> Action:
        return encode(self.symbols.text)

    def mark(self, answer: Action) -> Played:
        """Simulate what was written beside the true scene; points are their agreement."""
        try:
            share = self._agreement(answer)
        except _MISREAD as error:
            return Played(Outcome.INVALID, note=f"this is no scene: {str(error)[:80]}")
        return Played(Outcome.SOLVED if share >= REBUILT else Outcome.MISSED, points=share)

    def _agreement(self, answer: Action) -> float:
        other, action = self.scene(answer)
        found = tell(self.id.world, other, action, self.about)
        return agreement(_true(self.id.world, self.about), found)

    def scene(self, answer: Action | None) -> tuple[Task, Action | None]:
        """Return the true task, or the one that was written and the solution of the true one."""
        if answer is None:
            return self.task, None
        own = world(self.id.world)
        told = json.loads(decode(answer))
        return parts.voice(own).rebuild(self.task, told), own.solution(self.task)

    def content_hash(self) -> str:
        """Return the hash of the scene."""
        return self.task.content_hash()


@lru_cache(maxsize=64)
def _true(name: str, about: str) -> Story:
    own = world(name)
    task = own.task(about)
    return tell(name, task, own.solution(task), about)


@cache
def items_of(name: str) -> Mapping[str, Rebuild]:
    """Return the items of a world by their ids: tasks of every other template in turn."""
    found = {}
    for task in islice(deal([_tasks(name, each) for each in _templates(name)[::2]]), ITEMS):
        template, _, index = task.rpartition("/")[2].partition(":")
        template = template.partition("@")[0]
        text = f"rebuild-{name}@{VERSION}/{template}:{index}"
        own = ItemId(name, template, VERSION, int(index), text=text)
        found[text] = Rebuild(own, "Write the scene as JSON.", task)
    return found


def example_of(name: str) -> str:
    """Return the task that prompts show as an example: its template is never asked about."""
    return _tasks(name, _templates(name)[1])[0]


def _templates(name: str) -> Sequence[str]:
    return choose_templates(world(name), _SALT)


def _tasks(name: str, template: str) -> Sequence[str]:
    return choose_tasks(world(name), template, _SALT)


def read_id(text: str) -> ItemId:
    """Read the id of an item, without building the item."""
    match = _ID.fullmatch(text)
    if match is None or not text.isascii():
        raise BadInput(f"`{text[:120]}` is not the id of an item")
    own = match["world"], match["template"], int(match["version"]), int(match["index"])
    return ItemId(*own, text=text)


def find_item(text: str) -> Rebuild:
    """Find an item by its id."""
    name = read_id(text).world
    known = items_of(name)
    if text not in known:
        hint = f"`topple list protocols rebuild-{name}` has version {VERSION}"
        raise BadInput(f"no item `{text[:120]}`", hint)
    return known[text]
