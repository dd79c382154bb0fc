"""Protocols: one file each."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from topple.errors import BadInput, UnknownName
from topple.protocols import _play
from topple.tasks.discover import find, load_object, named
from topple.tasks.protocol import Protocol, Split

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
    if name.startswith(_play.PREFIX) and name in _play.names():
        return _play.free_play(name)
    found = find_protocol(name)
    if found is None:
        raise UnknownName("protocol", name, known=all_protocols(), see="topple list protocols")
    return found


def find_protocol(name: str) -> Protocol | None:
    """Return the protocol of this name, of Topple or of another package, or None."""
    return find("protocol", _is_protocol, name)


def is_benchmark(name: str) -> bool:
    """Return whether a name is that of a benchmark; raise `UnknownName` if it is of nothing."""
    if ":" in name or find_protocol(name):
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
