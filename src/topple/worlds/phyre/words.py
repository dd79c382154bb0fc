"""PHYRE tasks and attempts in words and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topple.sim.counting import uncounted
from topple.sim.scene import Body
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.parts import Table, Wanted
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.goals import Relation
from topple.worlds.phyre.simulate import Batch, simulate, wait
from topple.worlds.phyre.task import HOLD_STEPS, PhyreTask
from topple.worlds.phyre.world import WORLD, own_task

_STABLE = {2: False, 3: True}


def lines(task: Task) -> list[str]:
    """Describe a task: its origin and its goal."""
    own = own_task(task)
    origin = f"PHYRE {own.phyre_id}, " if own.phyre_id else ""
    return [f"{origin}tier {own.tier.name}", own.caption, f"goal: {_goal(own)}"]


def ease(task: Task) -> float:
    """Return the share of random valid actions that solve a task."""
    found = WORLD.certificate(task)
    return found.facts["solved"] / found.facts["valid"] if found else 0.0


def hardness(task: Task) -> list[str]:
    """Say how often chance solves a task."""
    found = WORLD.certificate(task)
    if found is None:
        return []
    solved, valid = found.facts["solved"], found.facts["valid"]
    return [f"certified: {solved} of {valid} random valid actions solve it"]


def table(task: Task) -> Table:
    """Return the bodies as a header and one row each."""
    own = own_task(task)
    rows: list[tuple[str, ...]] = []
    for i, body in enumerate(own.scene.bodies):
        if body.kind != "wall":
            kind = body.kind if body.dynamic else f"fixed {body.kind}"
            numbers = (f"{body.x:.1f}", f"{body.y:.1f}", f"{body.angle:.3f}")
            role = "goal" if i in (own.goal.first, own.goal.second) else ""
            rows.append((str(i), _colour(body), kind, *numbers, f"{body.diameter:.1f}", role))
    return ("body", "colour", "kind", "x", "y", "angle", "diameter", ""), rows


def facts(task: Task) -> dict[str, Any]:
    """Return a task as plain data."""
    own = own_task(task)
    return {
        "task": str(task),
        "phyre": own.phyre_id or None,
        "tier": own.tier.name,
        "caption": task.caption,
        "goal": {
            "relation": own.goal.relation.name.lower(),
            "first": own.goal.first,
            "second": own.goal.second,
            "sentence": _goal(own),
        },
        "bodies": [
            {
                "kind": body.kind,
                "colour": _colour(body),
                "dynamic": body.dynamic,
                "pose": [body.x, body.y, body.angle],
                "diameter": body.diameter,
            }
            for body in own.scene.bodies
        ],
    }


def moves(task: Task, action: Action) -> list[str]:
    """Describe where the balls of an action are placed."""
    with uncounted():  # one step, which tells where the balls are
        batch = simulate(own_task(task), [list(action)], most_steps=1, threads=1)
    return [
        f"ball at x {x:.0f}, y {y:.0f} with radius {radius:.0f} pixels"
        for x, y, radius in batch.balls[0].tolist()
        if x == x  # NaN where the world refused the ball before it was placed
    ]


def results(
    tasks: Sequence[Task], actions: Sequence[Action | None], wanted: Wanted
) -> list[dict[str, Any]]:
    """Play actions of one tier; numbers keep all digits."""
    own = [own_task(task) for task in tasks]
    if actions[0] is None:
        batch = wait(own, stride=wanted.stride, digest=True, threads=wanted.threads)
    else:
        batch = simulate(
            own,
            actions,
            stride=wanted.stride,
            stability=wanted.stable,
            digest=True,
            threads=wanted.threads,
        )
    return [_result(batch, i, str(task), wanted) for i, task in enumerate(own)]


def _result(batch: Batch, i: int, name: str, wanted: Wanted) -> dict[str, Any]:
    outcome, balls, steps = str(batch.outcome(i)), batch.balls[i].tolist(), int(batch.steps[i])
    row: dict[str, Any] = {"task": name, "outcome": outcome}
    if outcome == "invalid":
        row["reason"] = str(batch.reason(i))
    if outcome == "failed":
        row["error"] = batch.native.error(i)
    if int(batch.status[i]) in _STABLE:
        row["stable"] = _STABLE[int(batch.status[i])]
    # A ball that was refused before rounding is at NaN, which is unequal to itself.
    row["balls"] = balls if all(b == b for ball in balls for b in ball) else None
    row["steps"] = steps
    row["digest"] = f"{int(batch.digests[i]):016x}" if steps else None
    if wanted.bodies:
        row["bodies"] = batch.bodies(i).tolist()
    if wanted.stride:
        row["frames"] = batch.frames(i).tolist()
    return row


def _goal(task: PhyreTask) -> str:
    goal, bodies = task.goal, task.scene.bodies
    relation = goal.relation.name.lower().replace("_", " ")
    held = "" if goal.relation is Relation.TOUCHING_BRIEFLY else f" for {HOLD_STEPS // 60} seconds"
    first, second = (
        f"the {_colour(bodies[i])} {bodies[i].kind}" for i in (goal.first, goal.second)
    )
    return f"{first} {relation} {second}{held}"


def _colour(body: Body) -> str:
    return Colour(body.colour).name.lower()
