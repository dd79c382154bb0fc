"""Split lists of tasks by their names alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence


def stable_shuffle(ids: Iterable[str], salt: str) -> list[str]:
    """Return the ids sorted by the md5 of id + salt: the same order on every machine."""
    return sorted(ids, key=lambda name: hashlib.md5((name + salt).encode()).hexdigest())


def even_shares(sizes: Mapping[str, int], limit: int) -> dict[str, int]:
    """Return how many items to take from each group; the numbers differ by one at most.

    Where only some groups get one more, they are taken evenly from the list of groups.
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
    """Return `count` names at even distances."""
    return [names[i * len(names) // count] for i in range(count)]
