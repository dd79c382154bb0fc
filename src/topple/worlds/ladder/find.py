"""Find the items of a world, and an item by its id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from topple.errors import BadInput
from topple.worlds.ladder.items import CAPTIONS, LETTERS, Item, ItemId
from topple.worlds.ladder.rows import FILE, PROBE, TEST, TRAIN, YES_OR_NO, Kind, Row, load_rows

_WORLDS = Path(__file__).parents[1]
_ID = re.compile(
    r"ladder-(?P<world>\w+)@(?P<version>\d{1,9})/(?P<kind>[a-z]+)/(?P<template>\w+)"
    r":(?P<index>\d{1,9})/(?P<part>t?)(?P<number>\d{1,9})"
)


@cache
def worlds_with_items(file: str = FILE) -> tuple[str, ...]:
    """Return the names of the worlds that have a file of items."""
    return tuple(sorted(path.parent.name for path in _WORLDS.glob(f"*/{file}")))


def version_of(name: str, file: str = FILE) -> int:
    """Return the version of a world's items."""
    return load_rows(_WORLDS / name / file)[0]


def items_of(name: str, part: str = TEST, file: str = FILE) -> Mapping[str, Item]:
    """Return the items of a world by their ids."""
    path = _WORLDS / name / file
    return _items(name, part, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _items(name: str, part: str, path: Path, changed: int) -> Mapping[str, Item]:
    found = {}
    mark = "" if part == TEST else "t"
    version, parts = load_rows(path)
    for kind, rows in parts[part].items():
        for number, row in enumerate(rows):
            template, _, index = row.task.rpartition("/")[2].partition(":")
            template = template.partition("@")[0]
            text = f"ladder-{name}@{version}/{kind}/{template}:{index}/{mark}{number:03d}"
            found[text] = Item(
                ItemId(name, template, version, int(index), text=text),
                f"{CAPTIONS[kind]} {_right(row)}",
                row,
            )
    return found


def _right(row: Row) -> str:
    if row.kind is Kind.POINT:
        return "The right answer is its place."
    word = ("No", "Yes")[row.answer] if row.kind in YES_OR_NO else LETTERS[row.answer]
    return f"The right answer is {word}."


def read_id(text: str) -> ItemId:
    """Read the id of an item, without building the item."""
    match = _match(text)
    return ItemId(
        match["world"], match["template"], int(match["version"]), int(match["index"]), text=text
    )


def find_item(text: str) -> Item:
    """Find an item by its id."""
    match = _match(text)
    name = match["world"]
    file = PROBE if match["kind"] == Kind.WITHOUT else FILE
    known = items_of(name, TRAIN if match["part"] else TEST, file)
    if text not in known:
        have = version_of(name, file)
        hint = f"this Topple has version {have}: see `topple list protocols ladder-{name}`"
        raise BadInput(f"no item `{text[:120]}`", hint)
    return known[text]


def _match(text: str) -> re.Match[str]:
    match = _ID.fullmatch(text)
    if match is None or not text.isascii() or match["world"] not in worlds_with_items():
        raise BadInput(f"`{text[:120]}` is not the id of an item")
    return match
