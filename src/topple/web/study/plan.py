"""A study: what people play, in which order, and what they read and answer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeVar

from topple.protocols import protocol as find_protocol
from topple.protocols.choose import with_choices
from topple.tasks.protocol import Choices, Protocol
from topple.web.study.question import Question

ORDERS = ("fixed", "shuffled", "latin")
# How a person's part ends; whoever does not consent, or withdraws, is in no table.
ENDS = ("completed", "screened_out", "failed_check")
CODES = (*ENDS, "no_consent", "withdrawn")
CHECKS = ("comprehension", "attention")
PRACTICE, TASK = "practice", "task"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Block:
    """Tasks of one world that are played one after another, in an order of their own.

    The `protocol` decides what counts as an attempt, and how the world is played.
    """

    tasks: tuple[str, ...]
    protocol: Protocol
    name: str = ""
    order: str = "shuffled"
    text: str = ""  # shown above the first task
    practice: tuple[str, ...] = ()  # before the tasks


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
class Part:
    """The scored tasks of a study in one world, as a run plays them.

    `limit` counts the tasks where they are some of a protocol's.
    """

    protocol: Protocol
    tasks: tuple[str, ...]
    limit: int | None

    @property
    def world(self) -> str:
        return self.protocol.world


@dataclass(frozen=True, slots=True)
class Study:
    """A study as its file describes it."""

    name: str
    version: int
    title: str
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
    language: str = "en"
    words: Mapping[str, str] = field(default_factory=dict)  # phrases of the pages, translated
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

    @property
    def worlds(self) -> tuple[str, ...]:
        """The worlds of the scored tasks, in the order of the blocks."""
        return tuple(dict.fromkeys(block.protocol.world for block in self.blocks))

    @property
    def rehearsed(self) -> tuple[str, ...]:
        """All tasks for practice."""
        return (*self.practice, *(task for block in self.blocks for task in block.practice))

    def rules_of(self, world: str) -> Mapping[str, float]:
        """Return the rules of a world that differ from the usual ones."""
        protocols = (block.protocol for block in self.blocks)
        return next((each.choices.rules for each in protocols if each.world == world), {})

    def parts(self) -> list[Part]:
        """Return the runs that people and agents play: one per world."""
        return [self._part(name) for name in self.worlds]

    def _part(self, world: str) -> Part:
        """Return the tasks in one world, under their protocol if they have one in common."""
        blocks = [block for block in self.blocks if block.protocol.world == world]
        tasks = tuple(task for block in blocks for task in block.tasks)
        named = {block.protocol.name: block.protocol for block in blocks}
        found = find_protocol(f"play-{world}") if len(named) > 1 else next(iter(named.values()))
        found = replace(found, attempts=self.attempts)
        if found.name == f"play-{world}":
            return Part(with_choices(found, Choices(tasks=tasks)), tasks, None)
        split, most = found.split, len(found.tasks(found.folds[0]))
        found = replace(found, split=lambda fold: replace(split(fold), test=tasks))
        return Part(found, tasks, len(tasks) if len(tasks) < most else None)

    def items_of(self, row: int) -> list[Item]:
        """Return what the person of a row plays, in order: practice, checks, then the blocks.

        Each place of a block meets each order of its tasks once, in as many rows as it takes: the
        order of tasks goes on by one after every round of the blocks.
        """
        key = f"{self.name} {self.version}"
        blocks = arranged(self.blocks, self.block_order, row, f"{key} blocks")
        inner = row
        if self.block_order == "latin":
            inner = row // len(self.blocks) + row % len(self.blocks)
        items: list[Item] = []
        for block in blocks:
            number = inner if block.order == "latin" else row
            tasks = arranged(block.tasks, block.order, number, f"{key} {block.name}".strip())
            text = block.text
            for task in (*block.practice, *tasks):
                role = PRACTICE if task in block.practice else TASK
                items.append(Item(task, role, self.attempts, text, block.name))
                text = ""
        self._insert_attention(items, random.Random(f"{key} checks {row}"))
        first = [Item(task, PRACTICE, self.attempts) for task in self.practice]
        first += [
            Item(check.task, check.kind, check.attempts)
            for check in self.checks
            if check.kind == "comprehension"
        ]
        return [*first, *items]

    def _insert_attention(self, items: list[Item], rng: random.Random) -> None:
        """Put attention checks between the tasks: never before the first or after the last one."""
        for check in self.checks:
            if check.kind == "attention":
                scored = [place for place, item in enumerate(items) if item.role == TASK]
                place = rng.randint(scored[0] + 1, max(scored[0] + 1, scored[-1]))
                items.insert(place, Item(check.task, check.kind, check.attempts))

    def asked(self, when: str) -> list[Question]:
        """Return the questions before or after the tasks, or after each `task`."""
        return [question for question in self.questions if question.when == when]

    def way_back(self, end: str) -> tuple[str, str]:
        """Return the code of an end, and the address to return to; "" where there is none."""
        code = self.codes.get(end, "")
        return code, self.back.replace("{code}", code) if code and self.back else ""


def arranged(things: tuple[T, ...], order: str, number: int, key: str) -> list[T]:
    """Return things in the order of a number.

    A row of the Latin square goes to and fro (0, n - 1, 1, n - 2, ...): every thing has every place
    in n rows, and with an even n it also follows every other one once.
    """
    found = list(things)
    if order == "shuffled":
        random.Random(f"{key} {number}").shuffle(found)
    elif order == "latin":
        count = len(found)
        row = [i // 2 if i % 2 == 0 else count - 1 - i // 2 for i in range(count)]
        found = [things[(place + number) % count] for place in row]
    return found
