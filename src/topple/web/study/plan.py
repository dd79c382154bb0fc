"""A study: what people play, in which order, and what they read and answer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from topple.tasks.protocol import Protocol

ORDERS = ("fixed", "shuffled", "latin")
KINDS = ("text", "number", "choice")
ENDS = ("completed", "no_consent", "screened_out", "failed_check")
CHECKS = ("comprehension", "attention")
PRACTICE, TASK = "practice", "task"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """A question before or after the tasks.

    `answer` is what passes a check; whoever gives one of `screens_out` does not take part.
    """

    name: str
    text: str
    kind: str = "text"
    when: str = "before"
    options: tuple[str, ...] = ()
    required: bool = True
    answer: str = ""
    screens_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Tasks that are played one after another, in an order of their own."""

    tasks: tuple[str, ...]
    name: str = ""
    order: str = "shuffled"
    text: str = ""  # shown above the first task


@dataclass(frozen=True, slots=True)
class Check:
    """A task that must be solved: before the others, or somewhere between them."""

    task: str
    kind: str = "comprehension"
    attempts: int = 3


@dataclass(frozen=True, slots=True)
class Item:
    """A task as one person meets it."""

    task: str
    role: str  # practice, comprehension, attention or task
    attempts: int
    text: str = ""
    block: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """A study as its file describes it; `protocol` decides what counts as an attempt."""

    name: str
    version: int
    title: str
    protocol: Protocol
    blocks: tuple[Block, ...]
    block_order: str = "fixed"
    practice: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    attempts: int = 1
    feedback: bool = True
    seconds: float = 0.0  # per task; 0 for no limit
    session_seconds: float = 0.0  # for all tasks together; 0 for no limit
    people: int = 1000  # the most that may take part
    retain_until: str = ""
    contact: str = ""
    consent: str = "1"  # the version of the text
    texts: Mapping[str, str] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    codes: Mapping[str, str] = field(default_factory=dict)
    back: str = ""  # address to return to; {code} stands for the code

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks that are scored, block by block."""
        return tuple(task for block in self.blocks for task in block.tasks)

    @property
    def expired(self) -> bool:
        """Whether the date has passed until which data may be kept."""
        return bool(self.retain_until) and date.today() > date.fromisoformat(self.retain_until)

    def items_of(self, person: int) -> list[Item]:
        """Return what a person plays, in order: practice, checks, then the blocks."""
        key = f"{self.name} {self.version}"
        items: list[Item] = []
        for block in arranged(self.blocks, self.block_order, person, f"{key} blocks"):
            tasks = arranged(block.tasks, block.order, person, f"{key} {block.name}".strip())
            text = block.text
            for task in tasks:
                items.append(Item(task, TASK, self.attempts, text, block.name))
                text = ""
        rng = random.Random(f"{key} checks {person}")
        for check in self.checks:
            if check.kind == "attention":
                found = Item(check.task, check.kind, check.attempts)
                items.insert(rng.randint(1, len(items)), found)
        first = [Item(task, PRACTICE, self.attempts) for task in self.practice]
        first += [
            Item(check.task, check.kind, check.attempts)
            for check in self.checks
            if check.kind == "comprehension"
        ]
        return [*first, *items]

    def role_of(self, task: str) -> str:
        """Return what a task is for."""
        roles = {check.task: check.kind for check in self.checks}
        return PRACTICE if task in self.practice else roles.get(task, TASK)

    def asked(self, when: str) -> list[Question]:
        """Return the questions before or after the tasks."""
        return [question for question in self.questions if question.when == when]

    def way_back(self, end: str) -> tuple[str, str]:
        """Return the code of an end, and the address to return to; "" where there is none."""
        code = self.codes.get(end, "")
        return code, self.back.replace("{code}", code) if code and self.back else ""


def arranged(things: tuple[T, ...], order: str, person: int, key: str) -> list[T]:
    """Return things in the order of a person.

    A row of the Latin square goes to and fro (0, n - 1, 1, n - 2, ...): every thing has every place
    in n rows, and with an even n it also follows every other one once.
    """
    found = list(things)
    if order == "shuffled":
        random.Random(f"{key} {person}").shuffle(found)
    elif order == "latin":
        count = len(found)
        row = [i // 2 if i % 2 == 0 else count - 1 - i // 2 for i in range(count)]
        found = [things[(place + person) % count] for place in row]
    return found
