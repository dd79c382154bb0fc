"""Replay an attempt of a run, in words, as a film, a strip or a page.

Without --task, replay the first task that was solved; without --attempt, the attempt that solved
it, or else the last one. The action is played again, and the result is compared with the record;
the exit code is 1 if the two differ. The output formats are those of `topple show`.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from topple.cli._console import complain, show_json

if TYPE_CHECKING:
    from topple.tasks.attempt import Action, Attempt

GROUP = "evaluate"
EXAMPLES = """\
  topple replay runs/random
  topple replay runs/random --task 00003:017
  topple replay runs/random --task 00003:017 --attempt 5 -o attempt.gif
  topple replay runs/straight --task birds/under_a_roof:3 -o attempt.mp4
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    from topple.cli._films import add_film_options
    from topple.cli._types import whole

    parser.add_argument("run", metavar="RUN", help="a run folder")
    parser.add_argument(
        "--task", metavar="ID", help="task id; by default the first solved task, or else the first"
    )
    parser.add_argument(
        "--attempt", type=whole(1, 1_000_000), metavar="N", help="number of the attempt, from 1"
    )
    parser.add_argument(
        "--fold", type=whole(0, 1000), metavar="N", help="fold of the task; the first by default"
    )
    add_film_options(parser)


def run(args: argparse.Namespace) -> int:
    from pathlib import Path

    from topple import worlds
    from topple.cli._films import checked_path, describe_attempt, explain_refusal, save
    from topple.cli.show import attempt_facts
    from topple.draw import STRIDE
    from topple.runs.find import find_attempt, first_task
    from topple.runs.folder import read_settings
    from topple.runs.levels import know_levels
    from topple.tasks.choices import Choices

    path, folder = checked_path(args.out), Path(args.run)
    rules = Choices.from_data(read_settings(folder).get("protocol", {})).rules
    know_levels(folder)
    task = worlds.find_task(args.task or first_task(folder), rules)
    attempt = find_attempt(folder, str(task), args.attempt, args.fold)
    action = _action(attempt)
    own = worlds.world(task.id.world)
    (again,) = own.play([task], [action], threads=1)
    same = (again.outcome, again.steps, again.digest) == (
        attempt.outcome,
        attempt.steps,
        attempt.digest,
    )
    film = worlds.film(task, action, args.stride or STRIDE)
    if path:
        save(film, path, args.size, args.stride)
    if args.json:
        number = {"fold": attempt.fold, "number": attempt.number, "as_recorded": same}
        file = {"file": str(path)} if path else {}
        show_json({**number, **attempt_facts(film), **file})
    else:
        print(f"{task}, fold {attempt.fold}, attempt {attempt.number}")
        describe_attempt(film)
    explain_refusal(film)
    if not same:
        recorded = f"{attempt.outcome} after {attempt.steps} steps, {attempt.digest}"
        complain(
            f"the record says {recorded}; now {again.outcome} after {again.steps}, {again.digest}",
            "replay with the version of Topple that made the run",
        )
    return 0 if same else 1


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
