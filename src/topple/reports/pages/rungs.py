"""What players can do in each world, from the lowest rung of its ladder to acting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from topple.reports.pages.headline import Cell
from topple.reports.pages.section import Shown

ACT = "act"


@dataclass(frozen=True, slots=True)
class Climb:
    """The table of a page: the numbers of each player in each world, by rung."""

    rungs: Sequence[str]
    rows: Mapping[tuple[str, str], Mapping[str, Cell]]


def climb(sections: Sequence[Shown]) -> Climb | None:
    """Return the table of all ladders; None without a ladder.

    The highest rung is the score of the world's first protocol that asks for actions.
    """
    found: dict[tuple[str, str], dict[str, Cell]] = {}
    for section in sections:
        for player, row in section.rows.items():
            for cell in row.rungs:
                found.setdefault((_world(section), player), {})[cell.title] = cell
    if not found:
        return None
    for section in sections:
        for player, row in section.rows.items():
            known = found.get((_world(section), player))
            if known is not None and not row.rungs:
                known.setdefault(ACT, row.score)
    titles = dict.fromkeys(title for row in found.values() for title in row)
    return Climb(sorted(titles, key=lambda title: title == ACT), found)


def _world(section: Shown) -> str:
    """Return the name of a world without its version."""
    return section.world.split(" ")[0]
