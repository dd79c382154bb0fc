"""Items as stored: ids and answers. Scenes, pictures and words are made again from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from topple.errors import BadInput

FILE = "ladder.json"
PROBE = "counterfactual.json"
TEST, TRAIN = PARTS = ("test", "train")


class Kind(StrEnum):
    """What is asked."""

    POINT = "point"
    NAME = "name"
    TOUCH = "touch"
    FIRST = "first"
    REST = "rest"
    PLAN = "plan"
    WITHOUT = "without"


RUNGS = {
    "point": (Kind.POINT,),
    "name": (Kind.NAME,),
    "predict": (Kind.TOUCH, Kind.FIRST, Kind.REST),
    "plan": (Kind.PLAN,),
    "without": (Kind.WITHOUT,),
}
YES_OR_NO = (Kind.TOUCH, Kind.WITHOUT)


@dataclass(frozen=True, slots=True)
class Row:
    """One item.

    `task` is what is asked about. `done` is the task whose stored solution is the action in it,
    empty if nothing is done. `things` are the places of the things in the world's list: the one
    asked about, then the options. `spots` are places in the picture, in percent of its width and
    height from the lower left corner: the options of where a thing comes to rest, or the lower left
    and the upper right corner of what is to be pointed at. `plans` are tasks whose stored solutions
    are the options of a plan. `answer` is the number of the right option; of a yes or no, 1 or 0.
    """

    kind: Kind
    task: str
    answer: int = 0
    done: str = ""
    things: tuple[int, ...] = ()
    spots: tuple[tuple[float, float], ...] = ()
    plans: tuple[str, ...] = ()

    def data(self) -> list[Any]:
        """Return the item as a list, without what it does not need."""
        found = [self.task, self.answer, self.done, self.things, self.spots, self.plans]
        while not found[-1]:
            found.pop()
        return found


def load_rows(path: Path) -> tuple[int, dict[str, dict[Kind, tuple[Row, ...]]]]:
    """Load the version of a world's items, and the items by part and kind."""
    return _load(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _load(path: Path, changed: int) -> tuple[int, dict[str, dict[Kind, tuple[Row, ...]]]]:
    try:
        data = json.loads(path.read_text())
        parts = {
            part: {Kind(kind): tuple(_row(Kind(kind), each) for each in rows)
                   for kind, rows in data[part].items()}
            for part in PARTS
        }  # fmt: skip
        return int(data["version"]), parts
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"cannot read items from {path.name}: {error}") from error


def _row(kind: Kind, data: Sequence[Any]) -> Row:
    usual: list[Any] = ["", 0, "", (), (), ()]
    task, answer, done, things, spots, plans = [*data, *usual[len(data) :]]
    return Row(
        kind, task, answer, done, tuple(things), tuple((x, y) for x, y in spots), tuple(plans)
    )


def write_rows(path: Path, version: int, parts: dict[str, dict[Kind, list[Row]]]) -> None:
    """Write items, one per line."""
    blocks = []
    for part in PARTS:
        kinds = [
            f'"{kind}": [\n' + ",\n".join(_line(row) for row in rows) + "\n]"
            for kind, rows in parts[part].items()
        ]
        blocks.append(f'"{part}": {{\n' + ",\n".join(kinds) + "\n}")
    path.write_text(f'{{"version": {version},\n' + ",\n".join(blocks) + "}\n")


def _line(row: Row) -> str:
    return json.dumps(row.data(), separators=(",", ":"))
