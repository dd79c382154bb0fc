"""What goes between a model and a game: an answer, what it cost, and the attempt that it ended."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from topple.prompting.stop import Stop
from topple.tasks.attempt import Attempt

Key = tuple[int, str]  # fold, and name of a task or item


@dataclass(frozen=True, slots=True)
class Spent:
    """What an answer cost; two of them add up.

    `tokens_in` are all that were read; `cache_read` of them came from the provider's cache, and
    `cache_write` were written to it.
    """

    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0
    wall_ms: float = 0.0
    cache_read: int = 0
    cache_write: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.cost_usd + other.cost_usd,
            self.wall_ms + other.wall_ms,
            self.cache_read + other.cache_read,
            self.cache_write + other.cache_write,
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer, for the transcript.

    `read` holds the numbers that were read; `why` is the reason if there are none or they were
    refused. `views` lists every picture by name, version and content hash. `stop` is why the model
    stopped writing. A turn that is `taken_over` was asked and paid for in an attempt that failed.
    `in_text` is what the reader of free text finds in a structured answer, and its outcome.
    """

    fold: int
    task: str
    attempt: int
    decision: int
    prompt: str
    asked: str
    views: tuple[str, ...]
    answer: str
    read: tuple[float, ...] | None
    why: str
    outcome: str
    spent: Spent
    prediction: dict[str, Any] = field(default_factory=dict)
    stop: str = str(Stop.END)
    taken_over: bool = False
    in_text: dict[str, Any] | None = None

    def data(self) -> dict[str, Any]:
        """Return the turn as plain data; `taken_over` and `in_text` only where they are so."""
        found = asdict(self)
        for name in ("taken_over", "in_text"):
            if not found[name]:
                del found[name]
        return found


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question with its answer, and the attempt if this answer ended one."""

    turn: Turn
    attempt: Attempt | None
