"""Rules that a run may change: physics that an original leaves open."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from topple.errors import BadInput, UnknownName


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its usual value, its range and its meaning. A whole number stays one."""

    usual: float
    least: float
    most: float
    about: str

    def read(self, name: str, value: object) -> float:
        """Return a value as a number; raise `BadInput` if it is none, or out of range."""
        kind = type(self.usual)
        try:
            found = kind(str(value))
        except ValueError:
            found = math.nan
        if not self.least <= found <= self.most:
            what = "a whole number" if kind is int else "a number"
            raise BadInput(
                f"rule `{name}` is {str(value)[:40]!r}",
                f"give {what} from {self.least:g} to {self.most:g}",
            )
        return found


def changed_rules(
    world: str, known: Mapping[str, Rule], rules: Mapping[str, object]
) -> dict[str, float]:
    """Return the rules that differ from the usual ones; raise an error for those unknown."""
    found = {}
    for name, value in rules.items():
        if not known:
            raise BadInput(f"the rules of `{world}` cannot be changed", "leave out the rules")
        if name not in known:
            raise UnknownName("rule", name, known, hint=f"`{world}` has {', '.join(known)}")
        found[name] = known[name].read(name, value)
    return {name: value for name, value in sorted(found.items()) if value != known[name].usual}
