"""Whatever comes in as a scene or a poke, out comes a simulation or an error that says why not."""

from __future__ import annotations

import copy
import json
import math
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from making import JSON, NUMBERS, WILD_NUMBERS, examples, mostly, says_why

from topple.errors import BadScene, EngineFault, ToppleError
from topple.sim import Scene, Sim
from topple.worlds import phyre

STEPS = 8
START = phyre.task("00003:017").scene
SCENE: dict[str, Any] = json.loads(START.to_json())


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


@examples(100)
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


@examples(200)
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


COORDINATES = st.floats(-60, 60) | st.floats(-1e5, 1e5) | st.sampled_from(WILD_NUMBERS)


def regular(corners: int, size: float, flat: float) -> dict[str, Any]:
    if isinstance(size, int) and abs(size) > sys.float_info.max:
        return {"vertices": [(size, size)] * corners}  # a whole number that no float can hold
    angles = [2 * math.pi * i / corners for i in range(corners)]
    return {"vertices": [(size * math.cos(a), size * flat * math.sin(a)) for a in angles]}


SHAPES = mostly(
    st.builds(regular, st.integers(3, 8), st.floats(0.5, 50), st.floats(0.05, 1))
    | st.floats(0.1, 40).map(lambda radius: {"radius": radius}),
    st.builds(regular, st.integers(0, 9), COORDINATES, st.floats(1e-6, 1)).filter(bool)
    | COORDINATES.map(lambda radius: {"radius": radius})
    | st.lists(st.tuples(COORDINATES, COORDINATES), max_size=10).map(lambda v: {"vertices": v}),
)
MATERIALS = st.fixed_dictionaries(
    {},
    optional={
        name: mostly(st.floats(0.01, 1), COORDINATES)
        for name in ("density", "friction", "restitution", "linear_damping", "angular_damping")
    },
)
BODIES = st.fixed_dictionaries(
    {
        "kind": st.just("thing"),
        "x": mostly(st.floats(0, 256), COORDINATES),
        "y": mostly(st.floats(0, 256), COORDINATES),
        "angle": mostly(st.floats(-4, 4), COORDINATES),
        "shapes": st.lists(SHAPES, min_size=1, max_size=3),
        "dynamic": st.booleans(),
        "colour": mostly(st.integers(0, 6), st.integers()),
        "material": MATERIALS,
    }
)


@examples(100)
@given(
    bodies=st.lists(BODIES, max_size=6),
    copies=mostly(st.just(1), st.sampled_from([40, 300])),
    physics=st.fixed_dictionaries(
        {},
        optional={
            "gravity": st.tuples(st.floats(-30, 30), mostly(st.floats(-30, 0), COORDINATES)),
            "time_step": mostly(st.floats(1e-6, 1), COORDINATES),
            "velocity_iterations": mostly(st.integers(1, 30), st.integers()),
            "position_iterations": mostly(st.integers(1, 30), st.integers()),
        },
    ),
    scale=mostly(st.just(6.0), st.sampled_from([1.0, 100.0, 1e-3, 0.0, -1.0, 1e9])),
)
def test_scenes_of_any_bodies(
    bodies: list[dict[str, Any]], copies: int, physics: dict[str, Any], scale: float
) -> None:
    scene = {"width": 256, "height": 256, "scale": scale, "physics": physics}
    read_and_run(json.dumps({**scene, "bodies": bodies * copies}))


PLACE = st.tuples(mostly(st.floats(-3, 3), NUMBERS), st.floats(-3, 3))
JOINTS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["hinge", "rod", "rope"]),
        "first": mostly(st.integers(0, 1), NUMBERS),
        "second": mostly(st.just(2), NUMBERS),
        "length": mostly(st.floats(1, 200), NUMBERS),
    },
    optional={"first_at": PLACE, "second_at": PLACE, "collide": st.booleans()},
)
DENSITIES = st.sampled_from([0.001, 0.25, 1e5])
DISCS = st.builds(
    lambda x, y, r, density: {
        **{"kind": "thing", "x": x, "y": y, "angle": 0.0, "shapes": [{"radius": r}]},
        **{"dynamic": True, "colour": 1, "material": {"density": density}},
    },
    st.floats(0, 256),
    st.floats(0, 256),
    st.floats(0.1, 40),
    DENSITIES,
)


@examples(150)
@given(
    bodies=st.tuples(BODIES | DISCS, DISCS, DISCS),
    joints=st.lists(JOINTS, min_size=1, max_size=4),
)
def test_any_joints_between_any_bodies(
    bodies: tuple[dict[str, Any], ...], joints: list[dict[str, Any]]
) -> None:
    for joint in joints:
        if joint["kind"] == "hinge" and isinstance(joint["length"], float):
            joint["length"] = 0.0
    scene = {"width": 256, "height": 256, "scale": 6.0, "bodies": bodies, "joints": joints}
    read_and_run(json.dumps(scene))


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
    sim = Sim(START)
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
                    sim.add(START.bodies[body % len(START.bodies)])
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
    whole = bytearray(Sim(START).snapshot())
    whole[at % len(whole)] ^= flip
    for damaged in (noise, bytes(whole)):
        with pytest.raises(BadScene):
            Sim.restore(damaged)
