"""Floors and ceilings: stored results of random play and of a perfect player under a protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.errors import BadInput

# What the upper end of a scale is: none of these bounds what a player can get.
_TOPS = {
    "oracle": "best of 1,000 listed actions",
    "solution": "stored solutions",
    "topple/oracle": "stored answers",
}
FOLDER = Path(__file__).parents[1] / "worlds"  # each world holds those of its protocols


@dataclass(frozen=True, slots=True)
class Reference:
    """The figures of one agent by title, as its metric names them: one value per fold.

    The folds are in the order of the protocol. The first figure is the score; all are shares of 1.
    """

    agent: str
    figures: Mapping[str, tuple[float, ...]]

    @property
    def title(self) -> str:
        """The name of the score."""
        return next(iter(self.figures))

    @property
    def words(self) -> str:
        """What this agent does, where it stands at the top of a scale."""
        return _TOPS.get(self.agent, self.agent)

    def mean(self, folds: Sequence[int], title: str = "") -> float:
        """Compute the mean over some folds of a figure, or of the score."""
        values = self.figures[title or self.title]
        return sum(values[fold] for fold in folds) / len(folds)

    def covers(self, folds: Sequence[int]) -> bool:
        """Return whether results of all these folds are stored."""
        known = min(map(len, self.figures.values()))
        return bool(folds) and all(0 <= fold < known for fold in folds)

    def data(self) -> dict[str, Any]:
        """Return the figures as plain data, rounded."""
        figures = {
            title: [round(value, 6) for value in values] for title, values in self.figures.items()
        }
        return {"agent": self.agent, "figures": figures}


@dataclass(frozen=True, slots=True)
class References:
    """The stored results for a protocol, and the command that made them."""

    protocol: str
    version: int
    part: str
    command: str
    floor: Reference
    ceiling: Reference
    blind: tuple[Reference, ...] = ()  # other baselines that look at nothing

    def data(self) -> dict[str, Any]:
        """Return the content of the stored file."""
        return {
            "protocol": self.protocol,
            "version": self.version,
            "part": self.part,
            "command": self.command,
            "floor": self.floor.data(),
            "ceiling": self.ceiling.data(),
            **({"blind": [each.data() for each in self.blind]} if self.blind else {}),
        }

    def save(self, path: Path) -> None:
        """Write a file that `references` can load."""
        path.write_text(json.dumps(self.data(), indent=1) + "\n")


def stored_name(protocol: str, form: str = "") -> str:
    """Return the name of stored references: for models, it includes the action form."""
    return f"{protocol}-{form}" if form else protocol


def stored_file(world: str, name: str) -> Path:
    """Return the file of a name of stored references."""
    return FOLDER / world / "references" / f"{name}.json"


def references(protocol: str, version: int, part: str) -> References | None:
    """Load the references of a protocol's version and part; None if there are none."""
    # The name of a protocol from another package has a prefix; it has no file here.
    places = [] if "/" in protocol else FOLDER.glob("*/references")
    path = next((each for place in places if (each := place / f"{protocol}.json").is_file()), None)
    if path is None:
        return None
    try:
        data = json.loads(path.read_bytes())
        found = References(
            protocol=str(data["protocol"]),
            version=int(data["version"]),
            part=str(data["part"]),
            command=str(data["command"]),
            floor=_reference(data["floor"]),
            ceiling=_reference(data["ceiling"]),
            blind=tuple(map(_reference, data.get("blind", ()))),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"cannot read references from {path.name}: {error!r}") from error
    wanted = (protocol, version, part)
    return found if (found.protocol, found.version, found.part) == wanted else None


def _reference(row: Mapping[str, Any]) -> Reference:
    figures = {str(title): _numbers(values) for title, values in row["figures"].items()}
    if not figures:
        raise ValueError("no figures")
    return Reference(str(row["agent"]), figures)


def _numbers(values: object) -> tuple[float, ...]:
    if not isinstance(values, list) or not values:
        raise TypeError(f"{values!r} is not a list of numbers")
    return tuple(float(value) for value in values)
