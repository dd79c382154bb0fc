"""How many items of each kind and answer are wanted, so that answers are balanced."""

from __future__ import annotations

from collections import Counter

from topple.worlds.ladder.facts import OPTIONS
from topple.worlds.ladder.rows import YES_OR_NO, Kind, Row

_PATIENCE = 4  # turns after which a template may have one more even share of a kind
_LARGEST_SHARE = 0.2  # no template gives more of a kind, even if items stay missing
_LATE = 30  # turns after which it may have one more every turn


class Quota:
    """How many items of a kind and answer are still wanted."""

    def __init__(self, kinds: dict[Kind, int], templates: int) -> None:
        self._left = {(k, key): n // ways(k) for k, n in kinds.items() for key in range(ways(k))}
        self._share = {kind: n / templates for kind, n in kinds.items()}
        self._most = {kind: n * _LARGEST_SHARE for kind, n in kinds.items()}
        self._used: Counter[tuple[Kind, str]] = Counter()
        self.rows: dict[Kind, list[Row]] = {kind: [] for kind in kinds}

    def is_open(self, kind: Kind, template: str, turn: int) -> bool:
        """Return whether a template may give one more item of a kind; later turns allow more."""
        wanted = any(left for (own, _), left in self._left.items() if own is kind)
        most = (2 + turn / _PATIENCE + max(0, turn - _LATE)) * self._share[kind]
        return wanted and self._used[kind, template] < min(most, self._most[kind])

    def wants(self, kind: Kind, key: int) -> int:
        """Return how many items with an answer are still wanted."""
        return self._left[kind, key]

    def take(self, row: Row, key: int, template: str) -> None:
        """Count an item."""
        self._left[row.kind, key] -= 1
        self._used[row.kind, template] += 1
        self.rows[row.kind].append(row)

    @property
    def missing(self) -> int:
        """How many items are still wanted."""
        return sum(self._left.values())


def ways(kind: Kind) -> int:
    """Return how many answers of a kind are balanced; a plan also by how central it is."""
    if kind in YES_OR_NO:
        return 2
    return {Kind.POINT: 1, Kind.PLAN: OPTIONS * OPTIONS}.get(kind, OPTIONS)
