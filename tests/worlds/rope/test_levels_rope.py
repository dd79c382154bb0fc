"""Level files: written, read and refused; layouts keep the solutions they were designed with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from topple.errors import BadLevel
from topple.worlds.rope.calls import TICKS, Call, Verb
from topple.worlds.rope.layout import all_layouts
from topple.worlds.rope.level import Level
from topple.worlds.rope.order import in_reading_order
from topple.worlds.rope.reading import read_call
from topple.worlds.rope.simulate import Ending, simulate
from topple.worlds.rope.world import all_templates

every_layout = pytest.mark.parametrize("name", all_layouts())


@every_layout
def test_the_designed_solution_wins_with_every_star(name: str) -> None:
    layout = all_layouts()[name]
    moved = [
        [entry._replace(seconds=max(0.0, entry.seconds + by)) for entry in layout.solution]
        for by in (-1 / TICKS, 0, 1 / TICKS)
    ]
    levels = [replace(layout.level, rate=rate) for rate in (240, 960)]
    plays = simulate(layout.level, moved) + simulate(levels, [layout.solution] * 2)
    assert [(play.ending, play.stars) for play in plays] == [(Ending.eaten, 3)] * 5


@every_layout
def test_a_level_survives_json_and_has_its_items_in_reading_order(name: str) -> None:
    for index in (0, 1, 10):
        level = all_templates()[name].level(index)
        assert Level.from_json(level.to_json()) == level
        assert in_reading_order(level) == level


GOOD: dict[str, Any] = {
    "candies": [{"x": 50, "y": 60}],
    "mouth": {"x": 50, "y": 10},
    "pins": [{"x": 50, "y": 90, "ropes": [{"length": 30}]}],
    "hats": [{"x": 20, "y": 20, "nx": 0, "ny": 1}, {"x": 80, "y": 20, "nx": 0, "ny": 1}],
    "gates": [{"x1": 0, "y1": 0, "x2": 9, "y2": 0, "on": 1, "off": 1}],
}

Change = Callable[[dict[str, Any]], object]
FAULTS: list[tuple[Change, str]] = [
    (lambda d: d["pins"][0]["ropes"][0].update(length=29), "cord of length 29.*30.0.* away"),
    (lambda d: d["pins"][0]["ropes"][0].update(candy=2), "candy 2, which is not there"),
    (lambda d: d["pins"][0]["ropes"][0].update(stiffness=-1), "stiffness"),
    (lambda d: d["hats"].pop(), "hat 1 has no partner"),
    (lambda d: d["hats"].append(d["hats"][0]), "more than two hats"),
    (lambda d: d["hats"][0].update(ny=0), "no direction"),
    (lambda d: d["candies"][0].update(x=float("nan")), "nan"),
    (lambda d: d["candies"][0].update(x=1e300), "1e\\+300"),
    (lambda d: d["candies"][0].update(x="50"), "'50'"),
    (lambda d: d["candies"][0].update(x=500), "off the board"),
    (lambda d: d.update(candies=[]), "needs a candy"),
    (lambda d: d.update(candies=d["candies"] * 3), "at most 2"),
    (lambda d: d.update(stars=[{"x": 1, "y": 1}] * 9), "9 stars; a level has at most 8"),
    (lambda d: d.update(stars=[{"x": 1, "y": 1}] * 5000), "5000 items"),
    (lambda d: d.update(spikes=[{"x1": 5, "y1": 5, "x2": 5, "y2": 5}]), "shorter than 1"),
    (lambda d: d["gates"][0].update(on=0), "on and off"),
    (lambda d: d["gates"][0].update(phase=-1), "0 to 60 seconds"),
    (lambda d: d.update(mouth=[50, 10]), "not a table"),
    (lambda d: d.pop("mouth"), "no `mouth`"),
    (lambda d: d.update(dragons=[]), "unknown entry `dragons`"),
    (lambda d: d.update(rate=7), "multiple of 60"),
    (lambda d: d["pins"][0].update(crawler=1), "`crawler`"),
    (lambda d: d["pins"][0].update(crawler=True, ropes=[]), "exactly one rope"),
    (lambda d: d.update(active_pins=[{"x": 0, "y": 0, "radius": 0}]), "radius"),
    (
        lambda d: d.update(pulleys=[{"x1": 0, "y1": 0, "x2": 9, "y2": 0, "position": 2}]),
        "position",
    ),
]


@pytest.mark.parametrize(("change", "words"), FAULTS)
def test_a_bad_level_is_refused_with_a_reason(change: Change, words: str) -> None:
    data = json.loads(json.dumps(GOOD))
    Level.from_data(data)
    change(data)
    with pytest.raises(BadLevel, match=words):
        Level.from_data(data)


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '{"candies": 1}'])
def test_text_that_is_no_level_is_refused(text: str) -> None:
    with pytest.raises(BadLevel):
        Level.from_json(text)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("[cut_pin(id=2)]", Call(Verb.cut_pin, 2)),
        ("cut_pin(2)", Call(Verb.cut_pin, 2)),
        ("I could [cut_pin(id=1)], but no: [pop_bubble(id=[3])]", Call(Verb.pop_bubble, 3)),
        ("[cut_pin(1)] and then maybe sleep(2)", Call(Verb.cut_pin, 1)),
        ("```\n[tap_air_cushion(id=1, times=9)]\n```", Call(Verb.tap_air_cushion, 1, 9)),
        ("[tap_air_cushion(1)]", Call(Verb.tap_air_cushion, 1, 1)),
        ("[tap_air_cushion(times=[3], id=2)]", Call(Verb.tap_air_cushion, 2, 3)),
        ("[sleep(seconds=0.01)]", Call(Verb.sleep, 0, 0.01)),
        ("[sleep(1e9)]", "no_call"),
        ("[Sleep( 2.5 )]", Call(Verb.sleep, 0, 2.5)),
        ("[move_pulley_to(id=1, position=0.75)]", Call(Verb.move_pulley_to, 1, 0.75)),
        ("[success()]", Call(Verb.success)),
        ("[fail( )]", Call(Verb.fail)),
        ("[cut_pin()]", "missing_argument"),
        ("[cut_pin(1, 2)]", "bad_arguments"),
        ("[cut_pin(1.5)]", "bad_arguments"),
        ("[cut_pin(pin=1)]", "bad_arguments"),
        ("[destroy(1)]", "unknown_call"),
        ("[invalid()]", "unknown_call"),
        ("cut the rope", "no_call"),
        ("", "no_call"),
    ],
)
def test_calls_are_read_from_text(text: str, call: Call | str) -> None:
    assert read_call(text) == call


def test_hostile_text_is_read_in_no_time() -> None:
    for text in ("[" * 200_000, "cut_pin(" * 30_000, "cut_pin(1," + "1," * 60_000, "(" * 99_999):
        assert isinstance(read_call(text), str)
    assert read_call("__import__('os').system('x') [cut_pin(id=1)]") == Call(Verb.cut_pin, 1)
