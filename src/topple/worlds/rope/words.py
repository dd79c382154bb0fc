"""Rope tasks and attempts in words and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.parts import Table, Wanted
from topple.worlds.rope.calls import (
    ARGUMENTS,
    MOST_CALLS,
    Call,
    Timed,
    Verb,
    offered,
    plan_of,
    refusal,
)
from topple.worlds.rope.level import (
    SECONDS,
    ActivePin,
    Cushion,
    Gate,
    Hat,
    Level,
    Pad,
    Pin,
    Pulley,
    Rope,
    Spikes,
    Star,
)
from topple.worlds.rope.names import NAMES
from topple.worlds.rope.order import place
from topple.worlds.rope.simulate import Play, outcome_of, simulate
from topple.worlds.rope.story import story
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.world import WORLD, all_templates, own_task


def lines(task: Task) -> list[str]:
    """Describe a task: its pack, its goal, its items and its calls."""
    own, template = own_task(task), all_templates()[task.id.template]
    return [
        f"pack {template.group}",
        own.caption,
        f"items: {_count(own.level)}",
        f"calls: {', '.join(_signature(verb) for verb in offered(own.level))}",
        f"up to {MOST_CALLS} calls, not counting sleeps, in {SECONDS} seconds",
        *(hardness(task) or ["not certified"]),
    ]


def ease(task: Task) -> float:
    """Return the share of random plans that solve a task."""
    found = WORLD.certificate(task)
    return float(found.facts["share"]) if found else 0.0


def hardness(task: Task) -> list[str]:
    """Say how long and how exact the solution is, and how often chance solves a task."""
    found = WORLD.certificate(task)
    if found is None:
        return []
    facts = found.facts
    return [
        f"certified: difficulty {facts['difficulty']}, the solution collects "
        f"{facts['stars']} stars, its tightest gap is {facts['window']:g} s wide, "
        f"{facts['share']:.1%} of random plans feed the creature"
    ]


def table(task: Task) -> Table | None:
    """Return the items of a task with their ids."""
    level = own_task(task).level
    rows: list[tuple[str, ...]] = [("mouth", "", place_of(level.mouth), "")]
    for kind, name in NAMES.items():
        for i, each in enumerate(getattr(level, kind), 1):
            rows.append((name, str(i), place_of(each), further(each)))
    return ("item", "id", "place", "further"), rows


def facts(task: Task) -> dict[str, Any]:
    """Return a task as plain data."""
    own, template = own_task(task), all_templates()[task.id.template]
    found = WORLD.certificate(task)
    return {
        "task": str(own),
        "pack": template.group,
        "caption": own.caption,
        "rate": own.level.rate,
        "level": own.level.to_data(),
        "calls": [verb.name for verb in offered(own.level)],
        "certificate": dict(found.facts) if found else None,
    }


def moves(task: Task, action: Action) -> list[str]:
    """Describe every call."""
    return [f"{_words(call)} at {seconds:.2f} s" for seconds, call in plan_of(action)]


def _words(call: Call) -> str:
    """Write a call; a record also holds calls that could not be carried out."""
    return (
        f"verb {call.verb}, a refused call, which does nothing,"
        if call.verb is Verb.invalid
        else f"{call}"
    )


def results(
    tasks: Sequence[Task], actions: Sequence[Action | None], wanted: Wanted
) -> list[dict[str, Any]]:
    """Play plans; return outcome, stars, claim and events."""
    if wanted.stable:
        raise BadInput("rope does not measure stability", "leave out --stable")
    own = [own_task(task) for task in tasks]
    plans = [() if action is None else action for action in actions]
    notes = [refusal(plan, task.level) for task, plan in zip(own, plans, strict=True)]
    calls = [[] if note else plan_of(plan) for plan, note in zip(plans, notes, strict=True)]
    levels = [task.level for task in own]
    # The last frame is the final state, whatever the stride.
    stride = wanted.stride or (SECONDS * levels[0].rate if wanted.bodies and levels else 0)
    plays = simulate(levels, calls, stride=stride, threads=wanted.threads)
    return [
        {"task": str(task), "outcome": str(Outcome.INVALID), "reason": note}
        if note
        else _result(task, play, plan, wanted)
        for task, play, plan, note in zip(own, plays, calls, notes, strict=True)
    ]


def claim_of(plan: Sequence[Timed]) -> str:
    """Return what the player claimed, `success` or `fail`; "" for nothing."""
    claims = [call.verb.name for _, call in plan if call.verb in (Verb.success, Verb.fail)]
    return claims[-1] if claims else ""


def further(item: object) -> str:
    """Describe what an item has besides its place: ropes, a reach, a direction, a rhythm."""
    match item:
        case Pin(ropes=ropes, crawler=crawler):
            return ", ".join([*map(_rope, ropes), *(["crawler"] if crawler else [])])
        case ActivePin(radius=radius, crawler=crawler):
            return f"radius {radius:g}{', crawler' if crawler else ''}"
        case Pulley(x1=x1, y1=y1, x2=x2, y2=y2, ropes=ropes):
            rail = f"rail from ({x1:g}, {y1:g}) to ({x2:g}, {y2:g})"
            return ", ".join([rail, *map(_rope, ropes)])
        case Cushion(dx=dx, dy=dy):
            return f"blows along ({dx:g}, {dy:g})"
        case Star(expires=expires) if expires:
            return f"until {expires:g} s"
        case Gate(on=on, off=off, phase=phase):
            return f"{on:g} s lit, {off:g} s dark, started {phase:g} s ago"
        case Hat(pair=pair, nx=nx, ny=ny):
            return f"pair {pair}, faces ({nx:g}, {ny:g})"
        case Pad(restitution=restitution):
            return f"restitution {restitution:g}"
    return ""


def _rope(rope: Rope) -> str:
    kind = f"elastic rope, stiffness {rope.stiffness:g}" if rope.stiffness else "cord"
    return f"{kind} {rope.length:g} to candy {rope.candy}"


def place_of(item: Any) -> str:
    """Describe where an item is."""
    if isinstance(item, Spikes | Gate | Pad):
        return f"{item.x1:g}, {item.y1:g} to {item.x2:g}, {item.y2:g}"
    x, y = place(item)
    return f"{x:g}, {y:g}"


def _count(level: Level) -> str:
    found = []
    for kind, name in NAMES.items():
        if count := len(getattr(level, kind)):
            found.append(f"{count} {name if count == 1 else kind.replace('_', ' ')}")
    return ", ".join(found)


def _signature(verb: Verb) -> str:
    return f"{verb.name}({', '.join(ARGUMENTS.get(verb, ()))})"


def _result(task: RopeTask, play: Play, plan: Sequence[Timed], wanted: Wanted) -> dict[str, Any]:
    found: dict[str, Any] = {
        "task": str(task),
        "outcome": str(outcome_of(play.ending)),
        "ending": play.ending.name,
        "claim": claim_of(plan),
        "stars": play.stars,
        "seconds": play.seconds,
        "steps": play.steps,
        "story": story(play),
        "events": [[e.seconds, e.what, e.item, e.candy, e.effect] for e in play.events],
        "digest": play.digest,
    }
    if wanted.bodies:
        found["bodies"] = [list(candy[:4]) for candy in play.frames[-1].candies]
    if wanted.stride:
        found |= {
            "frame_seconds": [frame.seconds for frame in play.frames],
            "frames": [[list(candy[:4]) for candy in frame.candies] for frame in play.frames],
        }
    return found
