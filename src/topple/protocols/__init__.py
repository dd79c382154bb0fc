"""Protocols: one file each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeGuard

from topple.errors import BadInput, UnknownName
from topple.tasks.discover import find, load_object, named
from topple.tasks.protocol import Protocol, Split
from topple.worlds import world as find_world
from topple.worlds import world_names

if TYPE_CHECKING:  # most protocols are played by themselves
    from topple.tasks.benchmark import Benchmark

__all__ = [
    "Protocol",
    "Split",
    "all_benchmarks",
    "all_protocols",
    "find_protocol",
    "is_benchmark",
    "protocol",
]

_PLAY = "play-"  # begins the names of protocols of free play


def all_protocols() -> dict[str, Protocol]:
    """Return every protocol by name: those of this folder, and those of other packages."""
    return named("protocol", _is_protocol)


def all_benchmarks() -> dict[str, Benchmark]:
    """Return every benchmark by name: several protocols under one name."""
    from topple.protocols import _suites

    found = named("protocol", _is_benchmark, every=False)
    return dict(sorted({**found, **_suites.suites()}.items()))


def protocol(name: str) -> Protocol:
    """Find a protocol by name, or load `module:NAME` or `file.py:NAME`.

    `play-WORLD` is free play of a world: people's attempts at any of its tasks.
    """
    if ":" in name:
        loaded = load_object(name)
        if not _is_protocol(loaded):
            raise BadInput(f"`{name}` is not a Protocol", "see `topple.tasks.protocol`")
        return loaded
    if _is_free_play(name):
        return _free_play(name.removeprefix(_PLAY))
    found = find_protocol(name)
    if found is None:
        raise UnknownName("protocol", name, known=all_protocols(), see="topple list protocols")
    return found


def find_protocol(name: str) -> Protocol | None:
    """Return the protocol of this name, of Topple or of another package, or None."""
    return find("protocol", _is_protocol, name)


def _is_free_play(name: str) -> bool:
    return name.startswith(_PLAY) and name.removeprefix(_PLAY) in world_names()


def _free_play(name: str) -> Protocol:
    """Return the protocol of every certified task of a world, for people who try this and that."""
    own = find_world(name)
    caption = f"Free play of {own.name}: any certified task."
    return Protocol(f"{_PLAY}{name}", caption, own.name, (0,), partial(_split, own.name))


def _split(world: str, fold: int) -> Split:
    own = find_world(world)
    tasks = (
        str(own.id_of(template, index))
        for template in own.templates().values()
        for index in own.served(template)
    )
    return Split((), (), tuple(tasks))


def is_benchmark(name: str) -> bool:
    """Return whether a name is that of a benchmark; raise `UnknownName` if it is of nothing."""
    if ":" in name or _is_free_play(name) or find_protocol(name):
        return False
    known = all_benchmarks()
    if name not in known:
        raise UnknownName(
            "protocol", name, known=[*all_protocols(), *known], see="topple list protocols"
        )
    return True


def _is_benchmark(value: object) -> TypeGuard[Benchmark]:
    from topple.tasks.benchmark import Benchmark

    return isinstance(value, Benchmark)


def _is_protocol(value: object) -> TypeGuard[Protocol]:
    return isinstance(value, Protocol)
