"""Rope refuses what it does not offer: nothing is bent until it fits."""

from __future__ import annotations

import pytest

from topple.protocols import protocol
from topple.worlds.rope.calls import Verb
from topple.worlds.rope.models.forms import Calls
from topple.worlds.rope.world import all_templates
from topple.worlds.voices import voice_of


@pytest.mark.parametrize(
    ("says", "offered"),
    [
        ("[sleep(seconds=0)]", False),
        ("[sleep(seconds=0.05)]", False),
        ("[sleep(seconds=100)]", False),
        ("[sleep(seconds=0.1)]", True),
        ("[sleep(seconds=10)]", True),
        ("[tap_air_cushion(id=1, times=9)]", False),
        ("[tap_air_cushion(id=1, times=0)]", False),
        ("[tap_air_cushion(id=1, times=2.5)]", False),
        ("[tap_air_cushion(id=1, times=5)]", True),
    ],
)
def test_a_number_out_of_range_is_invalid(says: str, offered: bool) -> None:
    task = all_templates()["circle_and_cushion"].task(0)
    form = Calls().fit(task)
    values = form.read(says).values
    assert values is not None
    assert (form.refusal(values) == "") == offered


@pytest.mark.parametrize("answers", ["text", "structured"])
@pytest.mark.parametrize(
    ("call", "value", "played"),
    [
        (Verb.tap_air_cushion, 9, 5),
        (Verb.tap_air_cushion, 0, 1),
        (Verb.tap_air_cushion, 2.5, 2),
        (Verb.sleep, 0, 0.1),
        (Verb.sleep, 25, 25),
        (Verb.sleep, 1000, 60),
    ],
)
def test_deepphys_protocol_brings_numbers_into_range(
    call: Verb, value: float, played: float, answers: str
) -> None:
    task = all_templates()["circle_and_cushion"].task(0)
    kept, refused = (
        voice_of(protocol(name)).form("calls").fit(task) for name in ("deepphy-rope", "rope-packs")
    )
    given = {"id": 1, "times": value} if call is Verb.tap_air_cushion else {"seconds": value}
    says = f"[{call.name}({', '.join(f'{name}={each}' for name, each in given.items())})]"
    for form, expected in ((kept, played), (refused, value)):
        fields = {"call": call.name, "id": 1, "value": value}
        values = form.read(says).values if answers == "text" else form.values_in(fields)
        assert values is not None
        assert values[2] == expected
        assert (form.refusal(values) == "") == (form is kept)
