"""What the conversations of a run share: its record, its money, and the faults of its provider.

The first question is a check: until one is answered, questions go out one at a time, so that a
wrong key or address costs one question and not thirty-two. Near the spending limit fewer go out
at the same time, so that the run ends at most one question above it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import anyio

from topple.errors import RunError
from topple.prompting.exchange import Exchange
from topple.vlm.fault import Fault, unread
from topple.vlm.money import Price
from topple.vlm.record import Record

FEW = 3  # faults in a row that end a run: of the check, or hopeless ones
UNREAD = 20  # answers from the start that end a run if none of them can be read


@dataclass(frozen=True, slots=True)
class Terms:
    """How a provider is asked; nothing here changes a question.

    `retries` are the repetitions of a question that failed, the first after `pause_s`, each later
    one after twice as long. `longest` is the most tokens of an answer. So many faults in a row as
    `patience` end the run.
    """

    price: Price | None = None
    most_usd: float | None = None
    retries: int = 2
    pause_s: float = 0.0
    timeout_s: int | None = None
    longest: int = 4096
    patience: int = 1000
    keep_asking: bool = False  # although none of the first answers can be read


@dataclass(slots=True)
class Session:
    """The state that conversations share. `stopped` is the fault that ended the run."""

    record: Record = field(default_factory=Record)
    terms: Terms = field(default_factory=Terms)
    checked: bool = False  # whether a question was answered
    stopped: Fault | None = None
    out_of_money: bool = False
    uncounted: int = 0  # answers without a usable count of tokens
    unpriced: int = 0  # answers that used a cache whose price is not known
    faults: Counter[str] = field(default_factory=Counter)  # questions given up, by fault
    first: Fault | None = None
    broken: list[Exception] = field(default_factory=list)  # errors that are no provider's
    spent_usd: float = 0.0
    _in_a_row: int = 0
    _asking: int = 0
    _dearest: float = 0.0
    _changed: anyio.Condition = field(default_factory=anyio.Condition)

    def __post_init__(self) -> None:
        self.spent_usd, self._dearest = self.record.cost_usd, self.record.dearest_usd
        self._stop_unread()

    async def enter(self) -> bool:
        """Wait until a question may be asked; return False if none may be any more."""
        async with self._changed:
            while not self._ended and not self._room:
                await self._changed.wait()
            if self._ended:
                return False
            self._asking += 1
            return True

    async def leave(self) -> None:
        """End the question that `enter` began."""
        async with self._changed:
            self._asking -= 1
            self._changed.notify_all()

    def answered(self, cost_usd: float) -> None:
        """Note an answer and what it cost."""
        self.checked, self._in_a_row = True, 0
        self.spent_usd += cost_usd
        self._dearest = max(self._dearest, cost_usd)

    def add(self, exchange: Exchange) -> None:
        """Record an answer; a model that cannot be understood is not asked any further."""
        self.record.add(exchange)
        self._stop_unread()

    def _stop_unread(self) -> None:
        record = self.record
        if not self.terms.keep_asking and not record.read and record.lost >= UNREAD:
            self.stopped = self.stopped or unread(record.lost, record.last_lost)

    def given_up(self, fault: Fault) -> bool:
        """Note a question that got no answer; return whether that belongs in the record."""
        self.first = self.first or fault
        self.faults[fault.kind] += 1
        self._in_a_row += 1
        at_once = not self.checked and (fault.hopeless or fault.unreachable)
        few = fault.hopeless or not self.checked
        if at_once or self._in_a_row >= (FEW if few else self.terms.patience):
            self.stopped = self.stopped or fault
        return not at_once

    @property
    def exhausted(self) -> bool:
        """Whether all money is spent: nothing is asked that can be left out."""
        return self.terms.most_usd is not None and self.spent_usd >= self.terms.most_usd

    @property
    def _ended(self) -> bool:
        if not self._asking and self._spent:
            self.out_of_money = True
        # A disk that is full or a folder that is gone stays so.
        lost = any(isinstance(error, OSError | RunError) for error in self.broken)
        return self.out_of_money or lost or self.stopped is not None

    @property
    def _room(self) -> bool:
        return (self.checked or not self._asking) and not self._spent

    @property
    def _spent(self) -> bool:
        """Whether the questions on their way may use up the money."""
        most = self.terms.most_usd
        return most is not None and self.spent_usd + self._asking * self._dearest >= most
