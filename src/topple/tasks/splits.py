"""Order and split lists of tasks by their names alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Stratum(NamedTuple):
    """Where a task belongs: its template, the group of the template, and its kind within it.

    Tasks of a stratum are shuffled by `key`, or by their names if they have none.
    """

    template: str
    group: str = ""
    kind: str = ""
    key: str = ""


def stable_shuffle(ids: Iterable[str], salt: str) -> list[str]:
    """Return the ids sorted by the md5 of id + salt: the same order on every machine."""
    return sorted(ids, key=lambda name: hashlib.md5((name + salt).encode()).hexdigest())


def spread(names: Iterable[str], stratum: Callable[[str], Stratum]) -> list[str]:
    """Order names so that the first n are spread over groups and templates, for every n.

    First comes one task per group, then one per template, then a second one per template, and so
    on. The kinds of a template take turns, and neighbouring templates begin with different kinds.
    """
    strata = {name: stratum(name) for name in names}
    by_key = {found.key or name: name for name, found in strata.items()}
    groups: dict[str, dict[str, list[str]]] = {}
    for key in stable_shuffle(by_key, "limit"):
        found = strata[by_key[key]]
        groups.setdefault(found.group, {}).setdefault(found.template, []).append(by_key[key])
    templates = _in_turn([list(group.values()) for group in groups.values()])
    return _in_turn([_by_kind(own, strata, place) for place, own in enumerate(templates)])


def _by_kind(names: Sequence[str], strata: dict[str, Stratum], first: int) -> list[str]:
    """Let the kinds of a template take turns, from the `first` on."""
    kinds: dict[str, list[str]] = {kind: [] for kind in sorted({strata[n].kind for n in names})}
    for name in names:
        kinds[strata[name].kind].append(name)
    lists, start = list(kinds.values()), first % len(kinds)
    return _in_turn(lists[start:] + lists[:start])


def _in_turn(lists: Sequence[Sequence[T]]) -> list[T]:
    """Take the first of each list, then the second of each, and so on."""
    return [each for turn in zip_longest(*lists) for each in turn if each is not None]
