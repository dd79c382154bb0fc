"""What can go wrong, one class per kind of mistake."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LONGEST_NAME = 80


class ToppleError(Exception):
    """A mistake a user can mend; `hint` says how."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UnknownName(ToppleError):
    """A name that nothing answers to."""

    def __init__(self, kind: str, name: str, known: Iterable[str], see: str = "") -> None:
        if len(name) > _LONGEST_NAME:
            name = f"{name[:_LONGEST_NAME]}..."
        close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
        hints = [f"did you mean `{close[0]}`?"] if close else []
        if see:
            hints.append(f"`{see}` shows all")
        super().__init__(f"no {kind} named `{name}`", " ".join(hints))


class BadScene(ToppleError):
    """A scene the engine cannot hold."""


class BadLevel(ToppleError):
    """A level file that is none, or one that cannot be played."""


class BadAction(ToppleError):
    """An action that is no action at all: wrong length, wrong type."""


class BadInput(ToppleError):
    """A file, line or option that cannot be read."""


class EngineFault(ToppleError):
    """The engine gave up in the middle of a simulation."""


class AgentFault(ToppleError):
    """An agent that raised, hung or gave what is no action in the middle of an attempt."""


class MissingExtra(ToppleError):
    """A feature that needs an optional package."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs an optional package", f"pip install 'topple[{extra}]'")


class RunError(ToppleError):
    """A run folder that cannot be read or written as asked."""
