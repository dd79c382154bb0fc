"""Bird tasks and attempts in words and as plain data."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from topple.errors import BadInput
from topple.sim import maths
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.staging.stage import BIRDS, PIGS
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD, own_task
from topple.worlds.parts import Table, Wanted

_COLOURS = {kind: colour for colour, kind in BIRDS.items()}
_SIZES = {kind: size for size, kind in PIGS.items()}


def lines(task: Task) -> list[str]:
    """Describe a task: its origin, its goal and its things."""
    own, template = own_task(task), WORLD.template(task.id.template)
    numbers = template.numbers
    origin = (
        f"Phy-Q {numbers['phyq']}, file {numbers['original']}, " if any(numbers.values()) else ""
    )
    return [
        f"{origin}scenario {template.group.replace('_', ' ')}",
        own.caption,
        f"birds: {', '.join(_birds(own))}",
        f"pigs: {_count(_pigs(own))}",
        f"blocks: {_count(_materials(own)) or 'none'}",
        f"platforms: {_platforms(own)}",
        *(hardness(task) or ["not certified"]),
    ]


def ease(task: Task) -> float:
    """Return how exact a shot must be; what shooting straight at a pig solves comes first."""
    found = WORLD.certificate(task)
    return (found.facts["straight"] + found.facts["margin"]) / 2 if found else 0.0


def hardness(task: Task) -> list[str]:
    """Say how exact a shot must be, and whether the obvious one is enough."""
    found = WORLD.certificate(task)
    if found is None:
        return []
    easy = "solves" if found.facts["straight"] else "does not solve"
    return [
        f"certified: {found.facts['margin']:.0%} of nearby shots solve it too",
        f"shooting straight at a pig {easy} it",
    ]


def table(task: Task) -> Table | None:
    """Return no table: the lines describe everything."""
    return None


def facts(task: Task) -> dict[str, Any]:
    """Return a task as plain data."""
    own, template = own_task(task), WORLD.template(task.id.template)
    found = WORLD.certificate(task)
    known = {name: found.facts[name] for name in ("margin", "straight")} if found else None
    return {
        "task": str(own),
        "phyq": template.numbers.get("phyq") or None,
        "original": template.numbers.get("original") or None,
        "scenario": template.group,
        "caption": own.caption,
        "birds": _birds(own),
        "pigs": Counter(_pigs(own)),
        "blocks": Counter(_materials(own)),
        "platforms": _platforms(own),
        "certificate": known,
    }


def moves(task: Task, action: Action) -> list[str]:
    """Describe the shot of every bird."""
    own = own_task(task)
    most = own.rules.most_stretch
    shots = zip(_birds(own), shots_of(action), strict=False)
    return [_move(bird, shot, most) for bird, shot in shots]


def results(
    tasks: Sequence[Task], actions: Sequence[Action | None], wanted: Wanted
) -> list[dict[str, Any]]:
    """Play shots until the outcome is known."""
    if wanted.stride or wanted.stable:
        raise BadInput(
            "only phyre measures frames and stability", "leave out --stride and --stable"
        )
    own = [own_task(task) for task in tasks]
    shots = [shots_of(() if action is None else action) for action in actions]
    plays = simulate(
        [task.level for task in own],
        shots,
        rules=[task.rules for task in own],
        outcome_only=True,
        threads=wanted.threads,
    )
    return [_result(task, play) for task, play in zip(own, plays, strict=True)]


def _result(task: BirdsTask, play: Play) -> dict[str, Any]:
    error = {"error": play.error} if play.error else {}
    return {
        "task": str(task),
        "outcome": str(play.outcome),
        **error,
        "shots": play.shots,
        "pigs_left": play.pigs_left,
        "steps": play.steps,
        "digest": play.digest if play.steps else None,
    }


def _move(bird: str, shot: Shot, most: float) -> str:
    angle = math.degrees(maths.atan2(-shot.y, -shot.x))
    stretch = maths.hypot(shot.x, shot.y)
    late = f"after {shot.delay:g} s " if shot.delay else ""
    tap = "" if shot.tap is None else f", tapped after {shot.tap:.2f} s"
    asked = f" instead of {stretch:.2f}" if round(stretch, 2) > most else ""
    drawn = f"drawn {min(stretch, most):.2f}{asked}"
    return f"{bird} bird {late}at {angle:.1f} degrees, {drawn}{tap}"


def _birds(task: BirdsTask) -> list[str]:
    return [_COLOURS[bird] for bird in task.level.birds]


def _pigs(task: BirdsTask) -> list[str]:
    return [_SIZES[thing.type] for thing in task.level.things if thing.role == "pig"]


def _materials(task: BirdsTask) -> list[str]:
    blocks = [thing.material for thing in task.level.things if thing.role == "block"]
    return blocks + ["TNT" for thing in task.level.things if thing.role == "tnt"]


def _platforms(task: BirdsTask) -> int:
    return sum(thing.role == "platform" for thing in task.level.things)


def _count(words: Iterable[str]) -> str:
    return ", ".join(f"{count} {word}" for word, count in sorted(Counter(words).items()))
