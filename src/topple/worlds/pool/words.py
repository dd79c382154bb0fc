"""Pool tasks and attempts in words and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.parts import Table, Wanted
from topple.worlds.pool.events import (
    BALL,
    JAW,
    JAWS,
    POCKET,
    POCKET_WORDS,
    POCKETS,
    RAIL,
    RAIL_WORDS,
    RAILS,
)
from topple.worlds.pool.goals import in_words
from topple.worlds.pool.question import LETTERS, Question
from topple.worlds.pool.reels import Attempted, Reel, attempt
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import WORLD, own_task

_MOST_SAID = 12  # events of a shot


def lines(task: Task) -> list[str]:
    """Describe a task: its goal, its balls and how hard it is."""
    own = own_task(task)
    return [
        own.caption,
        goal_of(own),
        f"balls: {_balls(own)}",
        *(hardness(task) or ["not certified"]),
    ]


def ease(task: Task) -> float:
    """Return the share of random shots or answers that solve a task; 0 for whole games."""
    found = WORLD.certificate(task)
    return float(found.facts.get("share", 0.0)) if found else 0.0


def hardness(task: Task) -> list[str]:
    """Say how often chance solves a task, and how exact a shot must be."""
    own, found = own_task(task), WORLD.certificate(task)
    if found is None:
        return []
    if own.question:
        return [f"certified: {found.facts['share']:.1%} of random answers are right"]
    if own.rules:
        return [f"certified: the stored game takes {len(found.solution) // 4} shots"]
    off = f"{found.facts['degrees']:g} degrees and {found.facts['percent']:g} %"
    return [
        f"certified: {found.facts['share']:.1%} of aimed random shots solve it; the stored "
        f"one may be off by {off}"
    ]


def goal_of(task: PoolTask) -> str:
    """Return what must happen, as a sentence."""
    if task.question:
        return f"Goal: answer the question. {asked(task.question)}"
    if task.rules is None:
        return f"Goal: {in_words(task.goal)}."
    shaky = "; the hand shakes" if task.rules.shaky else ""
    how = "by a legal shot" if task.rules.fouls else "in any way"
    return f"Goal: ball 9 falls {how}, within {task.rules.shots} shots{shaky}."


def asked(question: Question) -> str:
    """Return a question with its shot and options, as a sentence or a few."""
    options = ", ".join(
        f"{letter}: {words}" for letter, words in zip(LETTERS, question.options, strict=False)
    )
    return f"The cue ball is struck at {_shot(question.shot)}. {question.text} {options}."


def table(task: Task) -> Table | None:
    """Return where the balls are, in millimetres."""
    own = own_task(task)
    rows: list[tuple[str, ...]] = [
        (name_of(ball), f"{1000 * x:.1f}", f"{1000 * y:.1f}") for ball, x, y in own.balls
    ]
    return ("ball", "x mm", "y mm"), rows


def facts(task: Task) -> dict[str, Any]:
    """Return a task as plain data."""
    own = own_task(task)
    found = WORLD.certificate(task)
    return {
        "task": str(own),
        "chapter": WORLD.templates()[own.id.template].chapter,
        "caption": own.caption,
        "goal": goal_of(own),
        "balls": {str(ball): [x, y] for ball, x, y in own.balls},
        "shots": own.rules.shots if own.rules else 1,
        "model": own.model,
        "certificate": dict(found.facts) if found else None,
    }


def moves(task: Task, action: Action) -> list[str]:
    """Describe every shot, and what it did."""
    played = attempt(own_task(task), action)
    said = [f"{_shot(reel.shot)}: {story(reel)}" for reel in played.reels]
    return said or [f"refused: {played.reason}"]


def results(
    tasks: Sequence[Task], actions: Sequence[Action | None], wanted: Wanted
) -> list[dict[str, Any]]:
    """Play shots until the outcome is known."""
    if wanted.stride or wanted.stable:
        raise BadInput(
            "pool measures neither frames nor stability", "leave out --stride and --stable"
        )
    played = WORLD.play(tasks, actions, wanted.threads)
    rows = []
    for task, action, each in zip(tasks, actions, played, strict=True):
        row: dict[str, Any] = {"task": str(task), "outcome": str(each.outcome)}
        if each.note:
            row["error"] = each.note
        said = moves(task, action) if action is not None and not each.note else []
        row |= {"steps": each.steps, "digest": each.digest or None, "story": said}
        if wanted.bodies and action is not None and not each.note:
            row["bodies"] = _final(own_task(task), action)
        rows.append(row)
    return rows


def ending(played: Attempted) -> str:
    """Return how an attempt ended, in words."""
    if played.reason:
        return f"{played.outcome}: {played.reason}"
    if not played.reels:
        return "nobody shoots"
    if played.game is None:
        return f"{played.outcome}: {_falls(played.reels[0])}"
    game = played.game
    return (
        f"{played.outcome} after {len(game.turns)} shots: {game.points:.0f} balls potted legally, "
        f"{game.fouls} fouls; last shot: {_falls(played.reels[-1])}"
    )


def _falls(reel: Reel) -> str:
    """Describe what a shot comes to: the balls that fall, and a foul."""
    told = (_tell(kind, one, other) for _, kind, one, other in reel.events if kind == POCKET)
    foul = [f"foul: {reel.turn.foul}"] if reel.turn and reel.turn.foul else []
    return ", ".join([*told, *foul]) or "no ball falls"


def story(reel: Reel, *, parts: bool = True) -> str:
    """List the impacts of a shot: cue hits 1, 1 off the foot rail, 9 in the left side pocket.

    With `parts` jaws have their names as parts of the table.
    """
    told = (_tell(kind, one, other, parts=parts) for _, kind, one, other in reel.events)
    said = [words for words in told if words]
    shown = said[:_MOST_SAID]
    if len(said) > _MOST_SAID:
        last = [words for words in said[_MOST_SAID:] if " in the " in words]
        shown += [f"... {len(said) - _MOST_SAID} more impacts", *last]
    if reel.turn and reel.turn.foul:
        shown.append(f"foul: {reel.turn.foul}")
    return ", ".join(shown) or "nothing is hit"


def name_of(ball: int) -> str:
    """Return what a ball is called."""
    return str(ball) if ball else "cue"


def _tell(kind: int, one: int, other: int, *, parts: bool = True) -> str:
    name = name_of(one)
    if kind == BALL:
        return f"{name} hits {name_of(other)}"
    if kind == POCKET:
        return f"{name} in the {POCKET_WORDS[POCKETS[other]]} pocket"
    if kind == RAIL and RAILS[other] in RAIL_WORDS:
        return f"{name} off the {RAIL_WORDS[RAILS[other]]} rail"
    if kind in (RAIL, JAW):
        part = RAILS[other] if kind == RAIL else JAWS[other]
        return f"{name} off a jaw ({part})" if parts else f"{name} off the jaw of a pocket"
    return ""


def _shot(shot: Shot) -> str:
    spot = f", side {shot.side:+.2f}, height {shot.height:+.2f}" if shot.side or shot.height else ""
    return f"{shot.angle:.3f} degrees, {shot.speed:.2f} m/s{spot}"


def _balls(task: PoolTask) -> str:
    return ", ".join(f"{name_of(ball)} at ({x:.3f}, {y:.3f})" for ball, x, y in task.balls)


def _final(task: PoolTask, action: Action) -> list[list[float | None]]:
    played = attempt(task, action)
    places = played.game.table if played.game else played.reels[-1].facts.places(0)
    return [[None if np.isnan(v) else float(v) for v in row] for row in places.tolist()]
