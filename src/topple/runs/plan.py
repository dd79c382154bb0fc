"""What plans of agents and of models share: their record, their name and their checks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from topple import __version__
from topple.agents.agent import Agent
from topple.errors import BadInput
from topple.runs.folder import FORMAT, SOURCE
from topple.tasks.protocol import Protocol
from topple.worlds import world as find_world


@dataclass(frozen=True, slots=True)
class Who:
    """Who plays: an agent, or a model by its full name."""

    name: str
    version: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    online: bool = False
    simulates: bool = False
    source: str = ""  # a hash of the files of an agent that is not of Topple


def written(
    protocol: Protocol,
    who: Who,
    tasks: Mapping[int, int],
    *,
    part: str = "test",
    limit: int | None = None,
    seed: int = 0,
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the content of run.json; `tasks` holds the number of tasks of each fold.

    `more` is added to the settings of the protocol.
    """
    world = find_world(protocol.world)
    # Recorded only where they are set.
    order = {"order": protocol.order} if limit is not None and protocol.order > 1 else {}
    asks = {"asks": protocol.asks} if protocol.asks else {}
    return {
        "format": FORMAT,
        "topple": __version__,
        "world": {"name": world.name, "version": world.version},
        "protocol": {
            "name": protocol.name,
            "version": protocol.version,
            "attempts": protocol.attempts,
            "most_tries": protocol.most_tries,
            "uncounted": sorted(protocol.uncounted),
            **protocol.choices.data(),
            **(more or {}),
            **order,
        },
        "part": part,
        "folds": list(tasks),
        "limit": limit,
        "agent": {
            "name": who.name,
            "version": who.version,
            "settings": dict(who.settings),
            "online": who.online,
            "simulates": who.simulates,
            **({SOURCE: who.source} if who.source else {}),
        },
        "seed": seed,
        "tasks": {str(fold): count for fold, count in tasks.items()},
        **asks,
    }


def folder_name(settings: Mapping[str, Any]) -> str:
    """Return the name of the run folder: equal for equal settings, different for others.

    An agent that was edited has the folder that it had before, whose run it may not continue.
    """
    agent = {name: value for name, value in settings["agent"].items() if name != SOURCE}
    content = json.dumps({**settings, "agent": agent}, sort_keys=True)
    mark = hashlib.sha256(content.encode()).hexdigest()[:6]
    who = "".join(c if c.isalnum() or c in "-._" else "-" for c in settings["agent"]["name"])
    return f"{settings['protocol']['name']}-{who}-{mark}"


def check(protocol: Protocol, folds: tuple[int, ...], limit: int | None) -> None:
    """Raise `BadInput` for folds that the protocol does not have, and limits below 1."""
    if limit is not None and limit < 1:
        raise BadInput(f"a limit of {limit} tasks: give 1 or more")
    unknown = [fold for fold in folds if fold not in protocol.folds]
    if unknown or not folds or len(set(folds)) != len(folds):
        first, *others = protocol.folds
        known = f"{first} to {others[-1]}, each once" if others else f"fold {first} alone"
        found = ", ".join(map(str, folds)) or "none"
        raise BadInput(
            f"folds {found}: `{protocol.name}` has {known}",
            "--fold 0 plays one, --fold 0,3 or 0-4 several, --fold all every one",
        )


def check_settings(agent: Agent) -> None:
    """Raise `BadInput` for an agent without a name, or with settings that cannot be recorded."""
    kind = type(agent).__name__
    if not hasattr(agent, "name"):
        raise BadInput(f"`{kind}` is not registered", 'decorate it: @agent("name", version=1)')
    for name, value in agent.settings().items():
        try:
            json.dumps(value)
        except (TypeError, ValueError) as error:
            raise BadInput(
                f"setting `{name}` of agent `{agent.name}` cannot be recorded: {error}",
                "fields are recorded as JSON: use numbers, text, booleans, lists or dictionaries",
            ) from error


def check_world(protocol: Protocol, agent: Agent) -> None:
    """Raise `BadInput` if the agent does not play the world of the protocol."""
    hint = f"`topple list agents` shows who plays {protocol.world}"
    what = f"the tasks of `{protocol.name}` are of {protocol.world}"
    if agent.worlds and protocol.world not in agent.worlds:
        raise BadInput(f"agent `{agent.name}` plays {', '.join(agent.worlds)}; {what}", hint)
    if protocol.world in agent.not_worlds:
        raise BadInput(f"agent `{agent.name}` cannot play {protocol.world}; {what}", hint)
