"""Runs of tasks or of questions: their names, and which of them may be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from topple.errors import BadInput
from topple.runs.settings import RunSettings


class Named(Protocol):
    """A run folder and its settings."""

    @property
    def folder(self) -> Path:
        """The path of the folder."""

    @property
    def settings(self) -> RunSettings:
        """The settings in `run.json`."""


R = TypeVar("R", bound=Named)


def comparable(runs: Sequence[R], key: Callable[[R], tuple[Any, ...]]) -> list[list[R]]:
    """Group runs by key, in the order of the keys; refuse a folder that is named twice."""
    places = [run.folder.resolve() for run in runs]
    if len(set(places)) < len(places):
        raise BadInput("a run folder is named twice", "give each run once")
    found: dict[tuple[Any, ...], list[R]] = {}
    for run in runs:
        found.setdefault(key(run), []).append(run)
    return [own for _, own in sorted(found.items(), key=lambda item: item[0])]


def labels(runs: Sequence[Named]) -> list[str]:
    """Name runs by their agent, and also by their folder where agents have the same name."""
    agents = [_agent(run.settings) for run in runs]
    names = Counter(agents)
    folders = Counter(run.folder.resolve().name for run in runs)
    found = []
    for name, run in zip(agents, runs, strict=True):
        place = run.folder.resolve()
        folder = place.name if folders[place.name] == 1 else str(run.folder)
        found.append(name if names[name] == 1 else f"{name} ({folder})")
    return found


def _agent(settings: RunSettings) -> str:
    """Name an agent; one that played over a server, also by options that are not the usual ones."""
    server = settings.agent_settings.get("server")
    if not server:
        return ", ".join(filter(None, (settings.agent, settings.cell)))
    from topple.worlds.servers import all_servers

    usual = {name: each.options for _, name, each in all_servers()}.get(server, {})
    chosen = [
        f"{option} {value}"
        for option, value in settings.agent_settings.items()
        if option in usual and value != usual[option].default
    ]
    return ", ".join((settings.agent, *chosen))
