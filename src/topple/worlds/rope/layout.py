"""Layouts: one file each, in folders by pack, with a caption and a solution."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from topple.errors import BadLevel
from topple.worlds.rope.calls import Timed
from topple.worlds.rope.level import Level
from topple.worlds.rope.reading import read_call

FOLDER = Path(__file__).parent / "layouts"
PACKS = ("ropes", "air", "gates", "hats", "halves", "pulleys")


@dataclass(frozen=True)
class Layout:
    """A level as it was designed, and calls that feed the creature and collect every star."""

    name: str
    pack: str
    caption: str
    level: Level
    calls: tuple[str, ...]  # those of the solution, such as `1.5 cut_pin(2)`

    @cached_property
    def solution(self) -> tuple[Timed, ...]:
        return timed(self.calls)


@cache
def all_layouts() -> Mapping[str, Layout]:
    """Load every layout by name, pack by pack."""
    found = [_load(path) for path in sorted(FOLDER.glob("*/*.toml"))]
    found.sort(key=lambda layout: (PACKS.index(layout.pack), layout.name))
    return {layout.name: layout for layout in found}


def _load(path: Path) -> Layout:
    data = tomllib.loads(path.read_text())
    caption, calls = data.pop("caption"), tuple(data.pop("solution"))
    return Layout(path.stem, path.parent.name, caption, Level.from_data(data), calls)


def timed(lines: Iterable[str]) -> tuple[Timed, ...]:
    """Read lines such as `1.5 cut_pin(2)`."""
    return tuple(map(_read_timed, lines))


def _read_timed(line: str) -> Timed:
    seconds, _, text = line.partition(" ")
    call = read_call(text)
    if isinstance(call, str):
        raise BadLevel(f"`{line}` is not a timed call: {call}", "write `1.5 cut_pin(2)`")
    return Timed(float(seconds), call)
