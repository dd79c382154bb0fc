"""Whatever comes in as an action, an id or a line ends in an outcome or a telling error."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st
from making import JSON, LONGEST_MESSAGE, NUMBERS, WILD_NUMBERS, examples, mostly, says_why

from topple.cli.main import main
from topple.errors import ToppleError
from topple.tasks.outcome import Outcome
from topple.worlds import phyre

STEPS = 8

ARRAYS: st.SearchStrategy[Any] = numpy_st.arrays(
    numpy_st.scalar_dtypes(), numpy_st.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=7)
)
KINDS = st.sampled_from([np.dtype(kind) for kind in ("f4", "f8", "f2", "i8", ">f4")])
SHARES = mostly(st.floats(0.1, 0.9), st.floats(0, 1) | st.sampled_from(WILD_NUMBERS[:-1]))


@st.composite
def actions_for(draw: st.DrawFn, width: int) -> object:
    """Make actions of the right width, of the wrong one, or what is none at all."""
    rows = st.lists(st.lists(SHARES, min_size=width, max_size=width), max_size=4)
    right = rows.map(lambda table: np.array(table, np.float64).reshape(len(table), width))
    match draw(st.sampled_from(["right", "right", "rows", "table", "array", "numbers", "any"])):
        case "right":
            table = draw(right)
            with np.errstate(all="ignore"):
                return table.astype(draw(KINDS)) if draw(st.booleans()) else table
        case "rows":
            return draw(rows)
        case "table":
            return draw(numpy_st.arrays(draw(KINDS), (draw(st.integers(0, 5)), width)))
        case "array":
            return draw(ARRAYS)
        case "numbers":
            return draw(st.lists(NUMBERS, max_size=7))
        case _:
            return draw(JSON | st.binary() | st.lists(st.lists(NUMBERS, max_size=7), max_size=4))


@examples(500)
@given(
    name=st.sampled_from(["00003:017", "00101:007", "phyre/off_the_ledge:1000"]),
    data=st.data(),
    stride=mostly(st.sampled_from([0, 1, 3]), st.sampled_from([10**9, -1])),
)
def test_anything_as_an_action(name: str, data: st.DataObject, stride: int) -> None:
    task = phyre.task(name)
    actions = data.draw(actions_for(task.tier.dimensions))
    try:
        batch = phyre.simulate(task, actions, most_steps=STEPS, stride=stride, digest=True)
        reasons = phyre.validate(task, actions)
    except ToppleError as error:
        says_why(error)
        return
    event("played" if batch.steps.any() else "nothing to play")
    assert np.array_equal(reasons, batch.reasons)
    for i in range(len(batch)):
        assert batch.outcome(i) in (Outcome.SOLVED, Outcome.MISSED, Outcome.INVALID)
        assert (batch.outcome(i) is Outcome.INVALID) == (batch.reason(i) is not phyre.Reason.NONE)
        assert np.isfinite(batch.bodies(i)).all()


NEAR_IDS = st.builds(
    "{}{}{}:{}".format,
    mostly(st.just("phyre/"), st.sampled_from(["phyre//", "birds/", "", "PHYRE/", " phyre/"])),
    mostly(
        st.sampled_from([*phyre.all_templates()]), st.sampled_from(["off_the_lege", "00002", ""])
    ),
    mostly(st.sampled_from(["", "@1"]), st.sampled_from(["@0", "@2", "@", "@99999999999"])),
    mostly(st.integers(0, 20) | st.integers(1000, 1010), st.integers()),
)
IDS = st.one_of(
    NEAR_IDS,
    NEAR_IDS.map(lambda text: text.swapcase()),
    st.text(max_size=40),
    st.from_regex(r"\A\d{0,7}:\d{0,11}\Z"),
    st.from_regex(r"\Aphyre/[a-z_]{0,20}(@\d{0,3})?:\d{0,11}\Z"),
)


@examples(300)
@given(IDS)
def test_anything_as_an_id(text: str) -> None:
    try:
        found = phyre.task(text)
    except ToppleError as error:
        says_why(error)
        return
    event("found")
    assert phyre.task(str(found.id)) is found
    if found.phyre_id:
        assert phyre.task(found.phyre_id) is found


def test_a_very_long_id_is_refused_quickly() -> None:
    for text in ("phyre/" + "a" * 10**6 + ":1", "1" * 10**6, "phyre/x@" + "9" * 10**6 + ":1"):
        with pytest.raises(ToppleError) as caught:
            phyre.task(text)
        assert len(str(caught.value)) < LONGEST_MESSAGE


ATTEMPTS = st.fixed_dictionaries(
    {
        "task": mostly(st.sampled_from(["00003:017", "00000:007", "00003:1000"]), IDS | JSON),
        "action": mostly(
            st.lists(SHARES, min_size=3, max_size=3) | st.none(),
            st.lists(st.floats(0, 1) | NUMBERS, max_size=7) | JSON,
        ),
    },
    optional={"id": mostly(st.integers() | st.text(max_size=8), JSON)},
)
LINES = st.one_of(
    ATTEMPTS.map(lambda row: json.dumps(row).encode()),
    st.binary(max_size=80),
    JSON.map(lambda row: json.dumps(row).encode()),
)


@examples(150)
@given(
    lines=st.lists(LINES, max_size=8),
    options=st.sampled_from([[], ["--bodies"], ["--stride", "500"], ["--stable"]]),
)
def test_any_lines_through_the_command(lines: list[bytes], options: list[str]) -> None:
    out, err, stdin = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"\n".join(lines)))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(["simulate", *options])
    finally:
        sys.stdin = stdin
    asked = [line for line in b"\n".join(lines).split(b"\n") if line.strip()]
    rows = [json.loads(row) for row in out.getvalue().splitlines()]
    assert len(rows) == len(asked)
    assert code == int(any("error" in row for row in rows))
    for row in rows:
        event("error" if "error" in row else row["outcome"])
        assert row.get("error") or row["outcome"] in ("solved", "missed", "invalid")
