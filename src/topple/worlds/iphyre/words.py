"""I-PHYRE tasks and attempts in words and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.iphyre.action_space import plan_of, refusal
from topple.worlds.iphyre.level import MOST_ELIMINABLE, SECONDS
from topple.worlds.iphyre.simulate import Play, simulate
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.world import WORLD, all_templates, outcome_of, own_task
from topple.worlds.parts import Table, Wanted

# Why a plan is invalid, and how to correct it.
REASONS = {
    "not_a_plan": "a number is missing or not finite",
    "unknown_block": "it names a block that cannot be removed",
    "block_twice": "it removes a block twice",
    "too_late": "it removes a block after the end",
}
HINTS = {
    "not_a_plan": "give a block and a time in seconds for each removal",
    "unknown_block": f"count the removable blocks from 0; there are at most {MOST_ELIMINABLE}",
    "block_twice": "give each block one time",
    "too_late": f"give times from 0 to {SECONDS} seconds",
}


def lines(task: Task) -> list[str]:
    """Describe a task: its group, its goal and its objects."""
    own, template = own_task(task), all_templates()[task.id.template]
    level = own.level
    return [
        f"game {template.game.number} of I-PHYRE, group {template.group.replace('_', ' ')}",
        own.caption,
        f"balls: {len(level.balls)}",
        f"blocks: {len(level.eliminable)} to remove, {_count(own, 'fixed')} fixed, "
        f"{_count(own, 'moving')} moving",
        f"links: {len(level.links)}, springs: {len(level.springs)}",
        f"{level.rate} steps per second, {SECONDS} seconds",
        *(hardness(task) or ["not certified"]),
    ]


def ease(task: Task) -> float:
    """Return the share of random plans that solve a task."""
    found = WORLD.certificate(task)
    return float(found.facts["share"]) if found else 0.0


def hardness(task: Task) -> list[str]:
    """Say how exact the times must be, and how often chance solves a task."""
    found = WORLD.certificate(task)
    if found is None:
        return []
    easy = "solves" if found.facts["at_once"] else "does not solve"
    return [
        f"certified: all times may be off by {found.facts['tolerance']:g} s; "
        f"{found.facts['share']:.1%} of random plans solve it",
        f"removing everything at once {easy} it",
    ]


def table(task: Task) -> Table | None:
    """Return the objects of a task, with the numbers of blocks that can be removed."""
    level = own_task(task).level
    rows: list[tuple[str, ...]] = []
    for i, block in enumerate(level.blocks):
        number = str(level.eliminable.index(i)) if i in level.eliminable else ""
        ends = f"{block.x1:g}, {block.y1:g}", f"{block.x2:g}, {block.y2:g}"
        rows.append((number, f"{block.kind} block", *ends, ""))
    for ball in level.balls:
        rows.append(("", "ball", f"{ball.x:g}, {ball.y:g}", "", f"{ball.radius:g}"))
    return ("number", "object", "from", "to", "radius"), rows


def facts(task: Task) -> dict[str, Any]:
    """Return a task as plain data."""
    own, template = own_task(task), all_templates()[task.id.template]
    found = WORLD.certificate(task)
    return {
        "task": str(own),
        "iphyre": template.game.number,
        "group": template.group,
        "caption": own.caption,
        "rate": own.level.rate,
        "level": own.level.data(),
        "certificate": dict(found.facts) if found else None,
    }


def moves(task: Task, action: Action) -> list[str]:
    """Describe every removal."""
    removed = sorted((seconds, number) for number, seconds in plan_of(action) if seconds >= 0)
    return [f"block {number} removed at {seconds:g} s" for seconds, number in removed]


def results(
    tasks: Sequence[Task], actions: Sequence[Action | None], wanted: Wanted
) -> list[dict[str, Any]]:
    """Play plans; return outcome, reward, and when balls fell."""
    if wanted.stable:
        raise BadInput("iphyre does not measure stability", "leave out --stable")
    own = [own_task(task) for task in tasks]
    plans = [() if action is None else action for action in actions]
    notes = [
        refusal(plan, len(task.level.eliminable)) for task, plan in zip(own, plans, strict=True)
    ]
    removals = [
        [] if note else task.removals(plan)
        for task, plan, note in zip(own, plans, notes, strict=True)
    ]
    levels = [task.level for task in own]
    plays = simulate(levels, removals, stride=wanted.stride, threads=wanted.threads)
    return [
        {"task": str(task), "outcome": str(Outcome.INVALID), "reason": note}
        if note
        else _result(task, play, wanted)
        for task, play, note in zip(own, plays, notes, strict=True)
    ]


def ending(task: IPhyreTask, play: Play) -> str:
    """Describe how an attempt ended."""
    fallen = sum(step >= 0 for step in play.fallen)
    balls = "" if play.solved else f", {fallen} of {len(play.fallen)} balls fell"
    count = len(play.removed())
    removed = f"{count} block{'' if count == 1 else 's'} removed"
    return (
        f"{outcome_of(play)} after {play.steps / task.level.rate:.1f} s{balls}, {removed}, "
        f"reward {play.reward:.1f}"
    )


def _result(task: IPhyreTask, play: Play, wanted: Wanted) -> dict[str, Any]:
    found: dict[str, Any] = {
        "task": str(task),
        "outcome": str(outcome_of(play)),
        "reward": play.reward,
        "steps": play.steps,
        "removed": [[task.level.eliminable.index(b), step] for step, b in play.removed()],
        "fallen": [None if step < 0 else step for step in play.fallen],
        "digest": f"{play.digest:016x}",
    }
    if wanted.bodies:
        found["bodies"] = play.poses().tolist()
    if wanted.stride:
        found |= {"frame_steps": play.frame_steps().tolist(), "frames": play.frames().tolist()}
    return found


def _count(task: IPhyreTask, kind: str) -> int:
    return sum(block.kind == kind for block in task.level.blocks)
