"""Exceptions, one class per kind of mistake."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST_NAME = 80


class ToppleError(Exception):
    """A mistake that a user can correct; `hint` says how, also at the end of a traceback."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        if hint:
            self.add_note(f"hint: {hint}")


class UnknownName(ToppleError):
    """An unknown name; the hint suggests a similar one, and says what else helps."""

    def __init__(
        self, kind: str, name: str, known: Iterable[str], see: str = "", hint: str = ""
    ) -> None:
        import difflib  # costs more than the rest of the module, and mistakes are rare

        if len(name) > _LONGEST_NAME:
            name = f"{name[:_LONGEST_NAME]}..."
        self.known = list(known)
        close = difflib.get_close_matches(name, self.known, n=1, cutoff=0.6)
        hints = [f"did you mean `{close[0]}`?"] if close else []
        if see:
            hints.append(f"`{see}` shows all")
        if hint:
            hints.append(hint)
        super().__init__(f"no {kind} named `{name}`", " ".join(hints))


class BadScene(ToppleError):
    """A scene that the engine cannot simulate."""


class BadLevel(ToppleError):
    """Not a valid level file, or a level that cannot be played."""


class BadAction(ToppleError):
    """Not an action: wrong length or wrong type."""


class BadInput(ToppleError):
    """A file, line or option that cannot be read."""


class ChangedScene(ToppleError):
    """A task is generated differently from the one that was certified."""


class EngineFault(ToppleError):
    """The engine stopped in the middle of a simulation."""


class AgentFault(ToppleError):
    """An agent raised an exception, took too long or returned something that is not an action."""


class MissingExtra(ToppleError):
    """A feature that needs an optional package."""

    def __init__(self, feature: str, extra: str) -> None:
        from topple.installed import install_command  # not needed until something is missing

        super().__init__(f"{feature} needs an optional package", install_command(extra))


class RunError(ToppleError):
    """A run folder that cannot be read or written."""
