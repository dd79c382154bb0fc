"""Damaged level files are levels that can be played, or errors that name a line.

TOPPLE_FUZZ=200 makes ten thousand of them.
"""

from __future__ import annotations

import re
import time
from dataclasses import replace

import numpy as np
from hypothesis import event, given
from hypothesis import strategies as st
from levels import GOOD
from making import LONGEST_MESSAGE, WILD_NUMBERS, examples

from topple.errors import BadLevel, BadScene
from topple.worlds.birds import Level, Rules, Shot, read_level, simulate

# Enough for a bird to leave the sling, fly and land.
RULES = replace(Rules(), most_steps=400)
SHOT = Shot.at_angle(0.35, tap=0.8)
# Far more than the heaps of blocks that doubling makes ever take, and far less than for ever.
LONGEST_S = 60.0

NUMBER = re.compile(rb'(?<=")-?[\d.]+(?=")')
WORD = re.compile(rb"[A-Z]\w+")
ELEMENT = re.compile(rb"<\w[^<>]*/>")
LINE = re.compile(r"line \d+: .")


def spot(draw: st.DrawFn, text: bytes, pattern: re.Pattern[bytes]) -> tuple[int, int]:
    """Choose a match in the text, or its beginning where there is none."""
    return draw(st.sampled_from([found.span() for found in pattern.finditer(text)] or [(0, 0)]))


def damaged(draw: st.DrawFn, text: bytes) -> bytes:
    """Do one kind of damage."""
    # Three times the damage that often leaves a level.
    usual, rare = ["number", "swap", "repeat"], ["word", "cut", "double", "bytes", "flip"]
    at, to = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    match draw(st.sampled_from([*usual * 3, *rare])):
        case "number":
            at, to = spot(draw, text, NUMBER)
            new = str(draw(st.sampled_from(WILD_NUMBERS) | st.floats(-40, 40))).encode()
        case "word":
            at, to = spot(draw, text, WORD)
            new = draw(st.sampled_from([b"TNT", b"Circle", b"BirdBlue", b"", b"Level", b"BirdRed"]))
        case "cut":
            new = b""
        case "double":
            new = text[at:to] * 2
        case "flip":
            to, new = at + 1, bytes(b ^ 1 << draw(st.integers(0, 7)) for b in text[at : at + 1])
        case "swap":
            (at, middle), (other, to) = sorted(spot(draw, text, ELEMENT) for _ in "ab")
            new = text[other:to] + text[middle:other] + text[at:middle] if middle <= other else b""
        case "repeat":
            at, to = spot(draw, text, ELEMENT)
            new = text[at:to] * draw(st.integers(2, 40))
        case _:
            to, new = at, draw(st.binary(max_size=6))
    return text[:at] + new + text[to:]


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    text = GOOD.encode(draw(st.sampled_from(["utf-8"] * 9 + ["utf-16"])))
    for _ in range(draw(st.integers(1, 4))):
        text = damaged(draw, text)
    return text


def level_or_none(content: bytes) -> Level | None:
    """Read a level; let through no error but one that says where."""
    try:
        return read_level(content)
    except BadLevel as error:
        if LINE.match(str(error)) and len(str(error)) < LONGEST_MESSAGE:
            return None
        raise


@examples(50)
@given(damaged_files())
def test_a_damaged_file_is_a_level_or_a_telling_error(content: bytes) -> None:
    start = time.perf_counter()
    level = level_or_none(content)
    if level is None:
        event("refused")
        return
    assert Level.from_json(level.to_json()) == level
    try:
        play = simulate(level, [[SHOT]], rules=RULES, stride=1)[0]
    except BadScene:
        event("no scene for the engine")
        return
    event(f"played: {play.outcome}")
    assert not play.error
    assert play.steps <= RULES.most_steps
    assert np.isfinite(play.tracks()).all()
    assert time.perf_counter() - start < LONGEST_S
