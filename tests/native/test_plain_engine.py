"""The engine with its accelerations gives the bits of the engine without them."""

from __future__ import annotations

import importlib.util
import math
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from topple import _native
from topple.sim import Body, Circle, Joint, JointKind, Material, Physics, Polygon, Scene, Shape
from topple.worlds.iphyre.search import random_plans
from topple.worlds.iphyre.template import FAITHFUL, PUBLISHED
from topple.worlds.iphyre.world import all_templates as all_games
from topple.worlds.iphyre.world import own_task as own_game
from topple.worlds.phyre import (
    TIERS,
    PhyreTask,
    Relation,
    Tier,
    shipped_templates,
    validate,
)
from topple.worlds.phyre.task import HOLD_STEPS

FOLDER = Path(__file__).parents[2] / "build" / "module" / "plain"
TASKS_PER_TEMPLATE = 2
ACTIONS_PER_TASK = 10
PLANS_PER_GAME = 4
HEAPS = 50
# The kinds of watcher, and PHYRE's gap between two balls that count as touching.
TOUCHING, NEAR, GAP = 0, 1, 0.1


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """The same core, built without the accelerations of the engine."""
    found = next(FOLDER.glob("_native*.so"), None)
    if found is None:
        pytest.fail(f"no plain engine in {FOLDER}: `make test-python` builds it first")
    spec = importlib.util.spec_from_file_location("_native", found)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_core(core: ModuleType, task: PhyreTask) -> object:
    goal, bodies = task.goal, task.scene.bodies
    assert goal.relation is Relation.TOUCHING
    balls = all(isinstance(bodies[i].shapes[0], Circle) for i in (goal.first, goal.second))
    kind = NEAR if balls else TOUCHING
    watcher = core.Watcher(kind, goal.first, goal.second, GAP, HOLD_STEPS, False, False, [])
    return core.phyre.Task(core.Scene.read(task.scene), watcher)


def played(
    core: ModuleType, tasks: list[PhyreTask], which: NDArray[np.int64], actions: NDArray[np.float64]
) -> list[list[int]]:
    options = core.phyre.Options()
    options.digest = True
    handles = [in_core(core, task) for task in tasks]
    batch = core.phyre.simulate(handles, which, actions, options, 2)
    return [batch.status().tolist(), batch.steps().tolist(), batch.digest().tolist()]


def test_the_two_builds_are_the_ones_we_mean(plain: ModuleType) -> None:
    assert "plain" in plain.flags
    assert "plain" not in _native.flags


@pytest.mark.parametrize("tier", TIERS.values(), ids=lambda tier: tier.name)
@pytest.mark.parametrize("part", range(5))
def test_every_attempt_ends_in_the_same_bits(tier: Tier, part: int, plain: ModuleType) -> None:
    templates = shipped_templates(tier.name)[part::5]
    tasks = [t.task(t.shipped[2 * k]) for t in templates for k in range(TASKS_PER_TEMPLATE)]
    which, actions = [], []
    for number, task in enumerate(tasks):
        draws = task.tier.action_set(400, seed=100 + part)
        valid = draws[validate(task, draws) == 0][:ACTIONS_PER_TASK]
        which += [number] * len(valid)
        actions.append(valid)
    numbers, table = np.array(which, np.int64), np.concatenate(actions)
    assert len(table) > 0.9 * len(tasks) * ACTIONS_PER_TASK
    assert played(_native, tasks, numbers, table) == played(plain, tasks, numbers, table)


@pytest.mark.parametrize("index", [PUBLISHED, FAITHFUL])
def test_every_game_of_iphyre_ends_in_the_same_bits(index: int, plain: ModuleType) -> None:
    tasks = [own_game(template.task(index)) for template in all_games().values()]
    levels = [task.level for task in tasks for _ in range(PLANS_PER_GAME)]
    plans = [t.removals(plan) for t in tasks for plan in random_plans(t, PLANS_PER_GAME)]
    quick, slow = (
        [
            (play.steps, play.reward, play.digest)
            for play in core.iphyre.play(
                [core.iphyre.Level(*level.for_engine().values()) for level in levels], plans, 0, 2
            )
        ]
        for core in (_native, plain)
    )
    assert quick == slow
    assert len(set(quick)) > len(quick) / 2


def heap(seed: int) -> Scene:
    """Throw bodies of all kinds together: light and heavy, slippery and bouncy, thin and round."""
    rng = np.random.default_rng(seed)
    wall = Polygon(((60, 2), (-60, 2), (-60, -2), (60, -2)))
    sides = ((50, 0, 0), (0, 50, math.pi / 2), (100, 50, math.pi / 2))
    bodies = [Body("wall", x, y, angle, (wall,), False, 6) for x, y, angle in sides]
    for _ in range(rng.integers(3, 25)):
        material = Material(
            density=10 ** rng.uniform(-1, 1),
            friction=rng.choice([0.0, 0.5, 2.0]),
            restitution=rng.choice([0.0, 0.2, 0.9, 1.0]),
            linear_damping=rng.choice([0.0, 0.3]),
            angular_damping=rng.choice([0.0, 0.01, 1.0]),
        )
        count = rng.integers(3, 9)
        corners = 2 * math.pi * np.arange(count) / count
        w, h = rng.uniform(1, 9), rng.uniform(0.3, 6)
        outline = tuple((w * math.cos(c), h * math.sin(c)) for c in corners)
        shapes: tuple[Shape, ...] = (Circle(rng.uniform(0.5, 5)), Polygon(outline))
        x, y, angle = rng.uniform(10, 90), rng.uniform(5, 95), rng.uniform(-4, 4)
        kept = shapes if rng.random() < 0.2 else (shapes[rng.integers(2)],)
        dynamic = bool(rng.random() < 0.85)
        bodies.append(Body("thing", x, y, angle, kept, dynamic, 1, material=material))
    time_step = rng.choice([1 / 60, 1 / 30, 1 / 240])
    return Scene(tuple(bodies), 100.0, 100.0, 6.0, Physics(time_step=time_step))


@pytest.mark.parametrize("part", range(4))
def test_heaps_that_are_pushed_and_cut_go_on_with_the_same_bits(
    part: int, plain: ModuleType
) -> None:
    for seed in range(HEAPS * part, HEAPS * (part + 1)):
        scene = heap(seed)
        sims = [core.Sim(core.Scene.read(scene)) for core in (_native, plain)]
        moving = [i for i, body in enumerate(scene.bodies) if body.dynamic]
        for stage in range(4):
            for sim in sims:
                sim.step(60)
                if moving:
                    sim.push(moving[stage % len(moving)], 30.0 - 15.0 * stage, 10.0)
                    sim.place(moving[-1], 50.0, 90.0, 1.0)
                if stage == 2:
                    sim.remove(0)  # the floor
            assert sims[0].digest() == sims[1].digest(), f"heap {seed}, stage {stage}"


def test_heaps_solved_in_lanes_go_on_with_the_same_bits(plain: ModuleType) -> None:
    for seed in range(HEAPS):
        scene = heap(seed)
        # Only many rounds of the solver over many contacts are worth it.
        scene = replace(scene, physics=replace(scene.physics, velocity_iterations=200))
        quick, slow = (core.Sim(core.Scene.read(scene)) for core in (_native, plain))
        for _ in range(8):
            quick.step(20)
            slow.step(20)
            assert quick.digest() == slow.digest(), f"heap {seed}, step {quick.steps}"


def tied(seed: int) -> Scene:
    """Tie the bodies of a heap to their neighbours: hinges, rods and ropes."""
    scene, rng = heap(seed), np.random.default_rng(seed)
    kinds: tuple[JointKind, ...] = ("hinge", "rod", "rope")
    joints = []
    for i in range(3, len(scene.bodies) - 1):
        if scene.bodies[i].dynamic or scene.bodies[i + 1].dynamic:
            kind = kinds[rng.integers(3)]
            length = 0.0 if kind == "hinge" else float(rng.uniform(5, 40))
            collide = bool(rng.random() < 0.5)
            joints.append(Joint(kind, i, i + 1, (0.3, 0.2), length=length, collide=collide))
    return replace(scene, joints=tuple(joints))


def test_heaps_with_joints_go_on_with_the_same_bits(plain: ModuleType) -> None:
    for seed in range(HEAPS):
        scene = tied(seed)
        sims = [core.Sim(core.Scene.read(scene)) for core in (_native, plain)]
        for stage in range(4):
            for sim in sims:
                sim.step(60)
                if sim.joints():
                    sim.cut(sim.joints()[stage % len(sim.joints())])
            assert sims[0].digest() == sims[1].digest(), f"heap {seed}, stage {stage}"
