"""Replay attempts of runs, for `topple show RUN`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._console import complain, show_json

if TYPE_CHECKING:
    from topple.draw.film import Film
    from topple.tasks.attempt import Action, Attempt
    from topple.tasks.task import Task


def replay(args: argparse.Namespace, folder: Path) -> int:
    """Play an attempt of a run again and show it; return 1 if its record says something else."""
    from topple import worlds
    from topple.cli._films import checked_path, describe_attempt, explain_refusal, save
    from topple.draw import STRIDE

    path = checked_path(args.out)
    task, attempt = _find(args, folder)
    action = _action(attempt)
    (again,) = worlds.world(task.id.world).play([task], [action], threads=1)
    now = (again.outcome, again.steps, again.digest)
    same = now == (attempt.outcome, attempt.steps, attempt.digest)
    film = worlds.film(task, action, args.stride or STRIDE)
    if path:
        save(film, path, args.size, args.stride)
    if args.json:
        facts = {"fold": attempt.fold, "number": attempt.number, "as_recorded": same}
        show_json({**facts, **attempt_facts(film), **({"file": str(path)} if path else {})})
    else:
        print(f"{task}, fold {attempt.fold}, attempt {attempt.number}")
        describe_attempt(film)
    explain_refusal(film)
    if not same:
        recorded = f"{attempt.outcome} after {attempt.steps} steps, {attempt.digest}"
        complain(
            f"the record says {recorded}; now {again.outcome} after {again.steps}, {again.digest}",
            "show it with the version of Topple that made the run",
        )
    return 0 if same else 1


def attempt_facts(film: Film) -> dict[str, Any]:
    """Return an attempt as plain data."""
    from topple.worlds import parts, world

    own, wanted = world(film.task.id.world), parts.Wanted(bodies=True, threads=1)
    (found,) = parts.results(own, [film.task], [film.action], wanted)
    return {"action": film.action, **found}


def _find(args: argparse.Namespace, folder: Path) -> tuple[Task, Attempt]:
    """Find the attempt that is asked for, with the levels and rules of its run."""
    from topple import worlds
    from topple.runs.find import find_attempt, first_task
    from topple.runs.folder import read_settings
    from topple.runs.levels import know_levels
    from topple.tasks.protocol import Choices

    rules = Choices.from_data(read_settings(folder).get("protocol", {})).rules
    know_levels(folder)
    task = worlds.find_task(args.task or first_task(folder), rules)
    return task, find_attempt(folder, str(task), args.attempt, args.fold)


def _action(attempt: Attempt) -> Action:
    """Return the action of an attempt; without one, the attempt cannot be played again."""
    from topple.errors import BadInput

    numbers = [number for number in attempt.action or () if number is not None]
    if not numbers or len(numbers) != len(attempt.action or ()):
        raise BadInput(
            f"attempt {attempt.number} has no action to play: {attempt.note}",
            "choose another with --attempt",
        )
    return tuple(numbers)
