"""Splits of task lists that depend on names only."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence


def stable_shuffle(ids: Iterable[str], salt: str) -> list[str]:
    """Order ids by the md5 of each with the salt behind it: the same on every machine."""
    return sorted(ids, key=lambda name: hashlib.md5((name + salt).encode()).hexdigest())


def even_shares(sizes: Mapping[str, int], limit: int) -> dict[str, int]:
    """Say how many to take of each group, so that shares differ by one at most.

    Where not all groups get one more, those that do are taken evenly from the list of groups.
    """
    shares = dict.fromkeys(sizes, 0)
    left = min(limit, sum(sizes.values()))
    while left:
        room = [name for name, size in sizes.items() if shares[name] < size]
        for name in room if left >= len(room) else evenly(room, left):
            shares[name] += 1
            left -= 1
    return shares


def evenly(names: Sequence[str], count: int) -> list[str]:
    """Take so many names at even distances."""
    return [names[i * len(names) // count] for i in range(count)]
