"""Whatever comes in, out comes an outcome or an error that says what is wrong.

TOPPLE_FUZZ=50 makes fifty times as many examples, a hundred thousand in all, and takes its time;
`--hypothesis-show-statistics` then tells what became of them.
"""

from __future__ import annotations

import copy
import io
import json
import math
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st

from topple.cli.main import main
from topple.errors import BadScene, EngineFault, ToppleError
from topple.sim import Scene, Sim
from topple.tasks.outcome import Outcome
from topple.worlds import phyre

TIMES = int(os.environ.get("TOPPLE_FUZZ", "1"))
STEPS = 8
LONGEST_MESSAGE = 500
TASK = phyre.task("00003:017")
SCENE: dict[str, Any] = json.loads(TASK.scene.to_json())

Test = Callable[..., None]


def examples(usual: int) -> Callable[[Test], Test]:
    def apply(test: Test) -> Test:
        return settings(
            max_examples=usual * TIMES,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        )(test)

    return apply


WILD_NUMBERS = [
    0,
    -1,
    1,
    2,
    0.5,
    255,
    256,
    1e-9,
    -1e-9,
    5e-324,
    1e5,
    1e9,
    1e18,
    1e39,
    1e300,
    -1e300,
]
WILD_NUMBERS += [-1e300, math.nan, math.inf, -math.inf, 2**31, -(2**31) - 1, 2**63, 10**400]
WILD: st.SearchStrategy[Any] = st.sampled_from([*WILD_NUMBERS, True, None, "", "1", [], {}])
NUMBERS = st.floats(-300, 300) | st.integers(-300, 300) | st.floats() | WILD
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


def says_why(error: ToppleError) -> None:
    event(type(error).__name__)
    assert 0 < len(str(error)) < LONGEST_MESSAGE


def runs_or_says_why(scene: Scene) -> None:
    try:
        sim = Sim(scene)
        sim.step(STEPS)
        assert np.isfinite(sim.poses()).all()
        assert Sim.restore(sim.snapshot()).digest() == sim.digest()
        event("ran")
    except (BadScene, EngineFault) as error:
        says_why(error)


def read_and_run(text: str) -> None:
    try:
        scene = Scene.from_json(text)
    except BadScene as error:
        says_why(error)
        return
    assert Scene.from_json(scene.to_json()) == scene
    runs_or_says_why(scene)


@examples(300)
@given(st.text(max_size=60) | JSON.map(json.dumps))
def test_any_text_as_a_scene(text: str) -> None:
    read_and_run(text)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Give the path of everything inside."""
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    found = [path] if path else []
    for key, value in inside if isinstance(data, dict | list) else ():
        found += places(value, (*path, key)) if isinstance(value, dict | list) else [(*path, key)]
    return found


PLACES = places(SCENE)


@examples(400)
@given(st.data())
def test_a_scene_with_parts_exchanged(data: st.DataObject) -> None:
    scene = copy.deepcopy(SCENE)
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from(PLACES))
        holder: Any = scene
        try:
            for key in path:
                holder = holder[key]
            match data.draw(st.sampled_from(["replace", "delete", "double"])):
                case "replace":
                    holder[last] = data.draw(NUMBERS | JSON)
                case "delete":
                    del holder[last]
                case "double" if isinstance(holder, list):
                    holder.insert(last, copy.deepcopy(holder[last]))
        except (KeyError, IndexError, TypeError):
            continue  # An exchange before has taken this place away.
    read_and_run(json.dumps(scene))


COORDINATES = (
    st.floats(-60, 60)
    | st.floats(-1e5, 1e5)
    | WILD.filter(lambda value: isinstance(value, int | float))
)
CIRCLES = COORDINATES.map(lambda radius: {"radius": radius})
POLYGONS = st.lists(st.tuples(COORDINATES, COORDINATES), max_size=10).map(
    lambda vertices: {"vertices": vertices}
)
REGULAR = st.tuples(st.integers(3, 8), st.floats(0.01, 50), st.floats(1e-4, 1)).map(
    lambda drawn: {
        "vertices": [
            (
                drawn[1] * math.cos(2 * math.pi * i / drawn[0]),
                drawn[1] * drawn[2] * math.sin(2 * math.pi * i / drawn[0]),
            )
            for i in range(drawn[0])
        ]
    }
)
MATERIALS = st.fixed_dictionaries(
    {},
    optional={
        name: st.floats(0, 2) | COORDINATES
        for name in ("density", "friction", "restitution", "linear_damping", "angular_damping")
    },
)
BODIES = st.fixed_dictionaries(
    {
        "kind": st.just("thing"),
        "x": st.floats(0, 256) | COORDINATES,
        "y": st.floats(0, 256) | COORDINATES,
        "angle": st.floats(-4, 4) | COORDINATES,
        "shapes": st.lists(st.one_of(REGULAR, CIRCLES, POLYGONS), min_size=1, max_size=3),
        "dynamic": st.booleans(),
        "colour": st.integers(0, 6),
        "material": MATERIALS,
    }
)


@examples(300)
@given(
    bodies=st.lists(BODIES, max_size=6),
    copies=st.sampled_from([1] * 30 + [40, 300]),
    physics=st.fixed_dictionaries(
        {},
        optional={
            "gravity": st.tuples(COORDINATES, COORDINATES),
            "time_step": st.floats(1e-6, 1) | COORDINATES,
            "velocity_iterations": st.integers(1, 30) | st.integers(),
            "position_iterations": st.integers(1, 30) | st.integers(),
        },
    ),
    scale=st.sampled_from([6.0] * 10 + [1.0, 100.0, 1e-3, 0.0, -1.0, 1e9]),
)
def test_scenes_of_any_bodies(
    bodies: list[dict[str, Any]], copies: int, physics: dict[str, Any], scale: float
) -> None:
    scene = {"width": 256, "height": 256, "scale": scale, "physics": physics}
    read_and_run(json.dumps({**scene, "bodies": bodies * copies}))


ARRAYS = numpy_st.arrays(
    numpy_st.scalar_dtypes(), numpy_st.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=7)
)
TABLES: st.SearchStrategy[Any] = numpy_st.arrays(
    st.sampled_from([np.dtype(kind) for kind in ("f4", "f8", "f2", "i8", ">f4")]),
    st.tuples(st.integers(0, 5), st.sampled_from([3, 6])),
)
ROWS = st.lists(st.lists(st.floats(0, 1) | NUMBERS, min_size=2, max_size=7), max_size=4)


@examples(500)
@given(
    name=st.sampled_from(["00003:017", "00101:007", "phyre/off_the_ledge:1000"]),
    actions=st.one_of(ARRAYS, TABLES, ROWS, JSON, st.binary(), st.lists(NUMBERS, max_size=7)),
    stride=st.sampled_from([0, 0, 1, 3, 10**9, -1]),
)
def test_anything_as_an_action(name: str, actions: object, stride: int) -> None:
    task = phyre.task(name)
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


IDS = st.one_of(
    st.text(max_size=40),
    st.from_regex(r"\A\d{0,7}:\d{0,11}\Z"),
    st.from_regex(r"\Aphyre/[a-z_]{0,20}(@\d{0,3})?:\d{0,11}\Z"),
    st.builds(
        "{}{}{}:{}".format,
        st.sampled_from(["phyre/", "phyre//", "birds/", "", "PHYRE/", " phyre/"]),
        st.sampled_from([*phyre.all_templates(), "off_the_lege", "00002", ""]),
        st.sampled_from(["", "@1", "@0", "@2", "@", "@99999999999"]),
        st.integers(-5, 40) | st.integers(1000, 1010) | st.integers(),
    ),
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
    assert phyre.task(found.phyre_id) is found


def test_a_very_long_id_is_refused_quickly() -> None:
    for text in ("phyre/" + "a" * 10**6 + ":1", "1" * 10**6, "phyre/x@" + "9" * 10**6 + ":1"):
        with pytest.raises(ToppleError) as caught:
            phyre.task(text)
        assert len(str(caught.value)) < LONGEST_MESSAGE


LINES = st.one_of(
    st.binary(max_size=80),
    JSON.map(lambda row: json.dumps(row).encode()),
    st.fixed_dictionaries(
        {
            "task": st.sampled_from(["00003:017", "00101:007", "00003:1000"]) | IDS | JSON,
            "action": st.lists(st.floats(0, 1), min_size=3, max_size=3)
            | st.lists(st.floats(0, 1) | NUMBERS, max_size=7)
            | JSON,
        },
        optional={"id": JSON, "more": JSON},
    ).map(lambda row: json.dumps(row).encode()),
)


@examples(100)
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


POKES = st.lists(
    st.tuples(
        st.sampled_from(["step", "push", "place", "remove", "add", "branch"]),
        st.integers(-1, 8) | st.integers(),
        NUMBERS,
        NUMBERS,
        NUMBERS,
    ),
    max_size=8,
)


@examples(200)
@given(POKES)
def test_any_poke_at_a_simulation(pokes: list[tuple[str, Any, Any, Any, Any]]) -> None:
    sim = Sim(TASK.scene)
    for what, body, x, y, angle in pokes:
        before = sim.digest()
        try:
            match what:
                case "step":
                    sim.step(STEPS)
                case "push":
                    sim.push(body, (x, y))
                case "place":
                    sim.place(body, x, y, angle)
                case "remove":
                    sim.remove(body)
                case "add":
                    sim.add(TASK.scene.bodies[body % len(TASK.scene.bodies)])
                case "branch":
                    sim = sim.branch()
            event("done")
        except ToppleError as error:
            event(type(error).__name__)
            kept = sim.digest() == before
            assert kept, "a refused poke changed the simulation"
    sim.step(STEPS)


@examples(100)
@given(st.binary(max_size=300), st.integers(0, 2000), st.integers(1, 255))
def test_any_bytes_as_a_snapshot(noise: bytes, at: int, flip: int) -> None:
    whole = bytearray(Sim(TASK.scene).snapshot())
    whole[at % len(whole)] ^= flip
    for damaged in (noise, bytes(whole)):
        with pytest.raises(BadScene):
            Sim.restore(damaged)
