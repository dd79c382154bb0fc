"""Servers: how programs outside Topple play a world over the network.

A world's `servers.py` ends in `SERVERS = {...}`. A server speaks a protocol of the network; the
caller decides which tasks are played and where plays are recorded.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Protocol

from topple.tasks.attempt import Action, Played
from topple.tasks.task import Task

if TYPE_CHECKING:
    from topple.worlds.world import World

Value = str | int
Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a server: a word from `choices`, or a whole number where there are none."""

    default: Value
    help: str
    choices: tuple[str, ...] = ()


class OutsideRun(Protocol):
    """The records of one agent, by its name."""

    name: str

    def is_open(self, task: Task) -> bool:
        """Return whether the agent may try a task again."""

    def best(self, task: Task) -> float:
        """Return the most points that the agent has won on a task, 0 if it has none."""

    def add(
        self, task: Task, action: Action, played: Played, points: float, wall_ms: float
    ) -> None:
        """Record an attempt."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server offers: tasks, attempts at each, its settings, and records by agent id."""

    tasks: Sequence[Task]
    attempts: int
    settings: Mapping[str, Value]
    run_of: Callable[[int], OutsideRun]
    log: Log = field(default=lambda line: None)


class Listening(Protocol):
    """A server that listens; `address` is its host and port."""

    address: tuple[str, int]

    def serve(self) -> None:
        """Serve agents until `stop` is called or an exception such as Ctrl-C ends it."""

    def stop(self) -> None:
        """Make `serve` return; may be called from any thread."""

    def close(self) -> None:
        """End all connections, and return when everything is recorded."""


class Server(ABC):
    """A server of a world.

    `caption` describes it in a sentence, `about` in a few. `port` is the one that agents expect,
    `protocol` names the tasks that are played unless others are chosen.
    """

    caption: ClassVar[str]
    about: ClassVar[str]
    examples: ClassVar[str]
    port: ClassVar[int]
    protocol: ClassVar[str]
    options: ClassVar[Mapping[str, Option]]

    @abstractmethod
    def listen(self, offer: Offer, host: str, port: int) -> Listening:
        """Bind the address; port 0 takes a free one."""

    def play(
        self, world: World, tasks: Sequence[Task], actions: Sequence[Action], threads: int | None
    ) -> list[Played]:
        """Play actions as agents of this server did, with the points that it records."""
        return world.play(tasks, actions, threads)


def all_servers() -> Iterator[tuple[str, str, Server]]:
    """Yield the world and the name of every server, and the server."""
    from topple.worlds import all_worlds, parts

    for world in all_worlds():
        if parts.has(world, "servers"):
            for name, server in parts.servers(world).SERVERS.items():
                yield world.name, name, server


def find_server(world: World, name: object) -> Server | None:
    """Return the server of a world that has a name, if there is one."""
    from topple.worlds import parts

    known = parts.servers(world).SERVERS if parts.has(world, "servers") else {}
    return known.get(str(name))
