"""Find the items of a world, and an item by its id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from topple.errors import BadInput
from topple.worlds.ladder.items import CAPTIONS, LETTERS, Item, ItemId
from topple.worlds.ladder.rows import FILE, TEST, Kind, Row, load_rows

_WORLDS = Path(__file__).parents[1]
_ID = re.compile(
    r"ladder-(?P<world>\w+)@(?P<version>\d{1,9})/(?P<kind>[a-z]+)/(?P<template>\w+)"
    r":(?P<index>\d{1,9})/(?P<part>t?)(?P<number>\d{1,9})"
)


def worlds_with_items() -> list[str]:
    """Return the names of the worlds that have a file of items."""
    return sorted(path.parent.name for path in _WORLDS.glob(f"*/{FILE}"))


def version_of(name: str) -> int:
    """Return the version of a world's items."""
    return load_rows(_WORLDS / name / FILE)[0]


def items_of(name: str, part: str = TEST) -> Mapping[str, Item]:
    """Return the items of a world by their ids."""
    version, parts = load_rows(_WORLDS / name / FILE)
    return _items(name, part, version, tuple((kind, rows) for kind, rows in parts[part].items()))


@lru_cache(maxsize=32)
def _items(
    name: str, part: str, version: int, kinds: tuple[tuple[Kind, tuple[Row, ...]], ...]
) -> Mapping[str, Item]:
    found = {}
    mark = "" if part == TEST else "t"
    for kind, rows in kinds:
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
    word = ("No", "Yes")[row.answer] if row.kind is Kind.TOUCH else LETTERS[row.answer]
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
    known = items_of(match["world"], "train" if match["part"] else TEST)
    if text not in known:
        have = version_of(match["world"])
        hint = (
            f"this Topple has version {have}: see `topple list protocols ladder-{match['world']}`"
        )
        raise BadInput(f"no item `{text[:120]}`", hint)
    return known[text]


def _match(text: str) -> re.Match[str]:
    match = _ID.fullmatch(text)
    if match is None or not text.isascii() or match["world"] not in worlds_with_items():
        raise BadInput(f"`{text[:120]}` is not the id of an item")
    return match
