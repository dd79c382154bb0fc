"""What can be wrong with a submission; each kind has a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of fault."""

    NAME = "a name that leads elsewhere"
    SIZE = "more data than declared or allowed"
    FILE = "a file missing, unknown or changed"
    CARD = "a card that cannot be read, or says what is not so"
    TRACK = "a card that hides the use of a simulator"
    SETTINGS = "settings that cannot be read"
    VERSION = "another version"
    RULES = "other rules than the protocol's"
    AGENT = "another agent than it says"
    TASK = "a task that the run does not have"
    SCENE = "another scene"
    DOUBLED = "an attempt twice"
    MISSING = "a missing attempt"
    BEYOND = "an attempt beyond the limit"
    ACTION = "an action that the task does not offer"
    OUTCOME = "another outcome"
    ANSWER = "an action that the answer does not give"
    FAILED = "more failures of a provider than a score can bear"
    COST = "another cost"
    SCORE = "another score"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: its kind, where it is, and what was found there."""

    kind: Kind
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.kind}: {self.what}"

    def facts(self) -> dict[str, str]:
        """Return the fault as plain data."""
        return {name: str(value) for name, value in asdict(self).items()}


Report = Callable[[Fault], None]
