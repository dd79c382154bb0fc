"""Floors and ceilings: stored results of simple agents and of an oracle under a protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.errors import BadInput

FLOOR, CEILING = "random", "oracle"
FOLDER = Path(__file__).with_name("references")


@dataclass(frozen=True, slots=True)
class Reference:
    """Results of one agent per fold, in the order of the protocol, as shares from 0 to 1."""

    auccess: tuple[float, ...]
    success_at: Mapping[int, tuple[float, ...]]

    def mean(self, folds: Sequence[int]) -> float:
        """Compute the mean AUCCESS over some folds."""
        return sum(self.auccess[fold] for fold in folds) / len(folds)

    def data(self) -> dict[str, Any]:
        """Return the scores as plain data, rounded."""
        marks = {str(mark): _rounded(values) for mark, values in self.success_at.items()}
        return {"auccess": _rounded(self.auccess), "success_at": marks}

    def covers(self, folds: Sequence[int]) -> bool:
        """Return whether results of all these folds are stored."""
        known = min(map(len, (self.auccess, *self.success_at.values())))
        return bool(folds) and all(0 <= fold < known for fold in folds)


@dataclass(frozen=True, slots=True)
class References:
    """The stored results for a protocol, and the command that made them."""

    protocol: str
    version: int
    part: str
    command: str
    agents: Mapping[str, Reference]

    def data(self) -> dict[str, Any]:
        """Return the content of the stored file."""
        return {
            "protocol": self.protocol,
            "version": self.version,
            "part": self.part,
            "command": self.command,
            "agents": {name: each.data() for name, each in self.agents.items()},
        }

    def save(self, path: Path) -> None:
        """Write a file that `references` can load."""
        path.write_text(json.dumps(self.data(), indent=1) + "\n")


def stored_name(protocol: str, form: str = "") -> str:
    """Return the name of stored references: for models, it includes the action form."""
    return f"{protocol}-{form}" if form else protocol


def references(protocol: str, version: int, part: str) -> References | None:
    """Load the references of a protocol's version and part; None if there are none."""
    path = FOLDER / f"{protocol}.json"
    # The name of a protocol from another package has a prefix; it has no file here.
    if path.parent != FOLDER or not path.is_file():
        return None
    try:
        data = json.loads(path.read_bytes())
        found = References(
            protocol=str(data["protocol"]),
            version=int(data["version"]),
            part=str(data["part"]),
            command=str(data["command"]),
            agents={name: _reference(row) for name, row in data["agents"].items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"cannot read references from {path.name}: {error!r}") from error
    wanted = (protocol, version, part)
    return found if (found.protocol, found.version, found.part) == wanted else None


def _reference(row: Mapping[str, object]) -> Reference:
    success = row["success_at"]
    if not isinstance(success, dict):
        raise TypeError("`success_at` is not a table")
    return Reference(
        _numbers(row["auccess"]), {int(k): _numbers(values) for k, values in success.items()}
    )


def _numbers(values: object) -> tuple[float, ...]:
    if not isinstance(values, list) or not values:
        raise TypeError(f"{values!r} is not a list of numbers")
    return tuple(float(value) for value in values)


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 6) for value in values]
