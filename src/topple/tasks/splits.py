"""Order and split lists of tasks by their names alone."""

from __future__ import annotations

import hashlib
from collections import Counter
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
    on. Each place takes the kind that its group has had least often so far, so that in every
    beginning the groups and the kinds are independent of each other.
    """
    strata = {name: stratum(name) for name in names}
    by_key = {found.key or name: name for name, found in strata.items()}
    groups: dict[str, dict[str, list[str]]] = {}
    for key in stable_shuffle(by_key, "limit"):
        found = strata[by_key[key]]
        groups.setdefault(found.group, {}).setdefault(found.template, []).append(by_key[key])
    templates = _in_turn([list(group.values()) for group in groups.values()])
    waiting = [_by_kind(own, strata) for own in templates]
    turns = _in_turn([[place] * len(own) for place, own in enumerate(templates)])
    used: Counter[tuple[str, str]] = Counter()
    return [_rarest(waiting[place], strata, used) for place in turns]


def _by_kind(names: Sequence[str], strata: dict[str, Stratum]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {kind: [] for kind in sorted({strata[n].kind for n in names})}
    for name in names:
        kinds[strata[name].kind].append(name)
    return kinds


def _rarest(
    waiting: dict[str, list[str]], strata: dict[str, Stratum], used: Counter[tuple[str, str]]
) -> str:
    """Take a task of the kind that was used least: in its group, in all, in its template."""

    def uses(kind: str) -> tuple[int, ...]:
        found = strata[waiting[kind][0]]
        return tuple(used[part, kind] for part in (found.group, "", found.template))

    kind = min((kind for kind in waiting if waiting[kind]), key=uses)
    name = waiting[kind].pop(0)
    used.update((part, kind) for part in (strata[name].group, "", strata[name].template))
    return name


def _in_turn(lists: Sequence[Sequence[T]]) -> list[T]:
    """Take the first of each list, then the second of each, and so on."""
    return [each for turn in zip_longest(*lists) for each in turn if each is not None]
