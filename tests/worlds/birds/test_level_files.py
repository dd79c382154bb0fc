"""A level file becomes a level, or an error that names the line."""

from __future__ import annotations

import math

import pytest
from levels import GOOD

from topple.errors import BadLevel
from topple.worlds.birds import Level, Placed, read_level, simulate


def test_a_file_becomes_a_level() -> None:
    level = read_level(GOOD.encode())
    assert level.birds == ("BirdRed", "BirdBlack")
    assert (level.sling, level.width) == ((-12.0, -2.5), 2)
    assert [thing.role for thing in level.things] == ["pig", "block", "block", "platform", "tnt"]
    assert level.things[1].material == "stone"
    assert level.things[1].angle == math.radians(359.5)
    assert (level.things[3].scale_x, level.things[3].scale_y) == (3.2, 0.75)


def test_line_ends_marks_and_true_utf_16_make_no_difference() -> None:
    level = read_level(GOOD.encode())
    assert read_level(GOOD.replace("\n", "\r\n").encode()) == level
    assert read_level(GOOD.encode("utf-8-sig")) == level
    assert read_level(GOOD.encode("utf-16")) == level


def test_a_level_survives_json() -> None:
    level = read_level(GOOD.encode())
    assert Level.from_json(level.to_json()) == level


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("RectFat", "RectNovel", 12, "RectNovel"),
        ("stone", "jelly", 12, "jelly"),
        ("BirdBlack", "BirdGreen", 7, "BirdGreen"),
        ('x="2.25"', 'x="1e300"', 12, "x is"),
        ('x="2.25"', 'x="nan"', 12, "not a number"),
        ('x="2.25"', 'x="1_0"', 12, "not a number"),
        ('x="2.25"', "", 12, "not a number"),
        ('width="2"', 'width="1e9"', 2, "width"),
        ('width="2"', 'width="2.5"', 2, "whole"),
        ("<Score", "<Score2", 4, "Score2"),
        ("<Score", "<Pig", 4, "Pig"),
        ("</Birds>", "", 9, "Slingshot"),
    ],
)
def test_an_error_names_the_line(old: str, new: str, line: int, says: str) -> None:
    with pytest.raises(BadLevel, match=f"line {line}: .*{says}"):
        read_level(GOOD.replace(old, new, 1).encode())


def test_entities_and_doctypes_are_refused() -> None:
    bomb = '<!DOCTYPE Level [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    with pytest.raises(BadLevel, match=r"line 2: .*DOCTYPE"):
        read_level(GOOD.replace("<Level", f"{bomb}<Level", 1).encode())
    with pytest.raises(BadLevel, match="line 12"):
        read_level(GOOD.replace("stone", "&stone;").encode())


@pytest.mark.parametrize("share", range(0, 100, 7))
def test_a_truncated_file_is_refused(share: int) -> None:
    with pytest.raises(BadLevel, match=r"line \d+"):
        read_level(GOOD.encode()[: len(GOOD) * share // 100])


def test_an_endless_file_is_refused() -> None:
    with pytest.raises(BadLevel, match="bytes"):
        read_level(GOOD.encode() + b" " * 1_000_000)


def test_a_flat_platform_is_made_as_thin_as_can_be() -> None:
    level = read_level(GOOD.replace('scaleY="0.75"', 'scaleY="0"').encode())
    assert not simulate(level, [[]])[0].error


@pytest.mark.parametrize("text", ["", "[]", "{}", "nul", '{"birds":1}', "[" * 100_000])
def test_what_is_no_level_is_no_level(text: str) -> None:
    with pytest.raises(BadLevel):
        Level.from_json(text)


@pytest.mark.parametrize("wild", [math.nan, math.inf, -1e9])
def test_no_thing_stands_nowhere(wild: float) -> None:
    with pytest.raises(BadLevel):
        Placed("pig", "BasicSmall", wild, 0.0)
