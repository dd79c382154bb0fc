"""Long runs: the last attempts take as much work as the first, counted in calls of functions."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from topple.agents import Agent, agent
from topple.runs.evaluate import Plan, run
from topple.runs.recorder import Recorder
from topple.runs.watch import Silence
from topple.tasks.attempt import Action, Attempt
from topple.tasks.draw import generator
from topple.tasks.protocol import Protocol, Split
from topple.tasks.task import Task

FOLDS = tuple(range(6))
TASKS = tuple(f"pool/cut_shot:{index}" for index in range(10, 20))
TRIES = 4


@agent("same-again", version=1)
class SameAgain(Agent):
    """Plays the same shots in every fold, and plays on after it has solved a task."""

    passes = TRIES

    def act(self, task: Task, past: Sequence[Attempt]) -> Action:
        return task.actions.sample(generator(task, len(past)))


class CallsPerFold(Silence):
    """Counts calls of functions until the last round of each fold."""

    def __init__(self) -> None:
        self.calls = 0
        self.at_ends: list[int] = []

    def playing(self, recorder: Recorder, tasks: int) -> None:
        if recorder.attempts % (len(TASKS) * TRIES) == 0:
            self.at_ends.append(self.calls)

    @contextmanager
    def counting(self) -> Iterator[None]:
        def count(frame: object, event: str, argument: object) -> None:
            self.calls += event in ("call", "c_call")

        gc.disable()  # what other tests left behind would be counted where it is collected
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(None)
            gc.enable()


def test_every_fold_of_a_run_takes_as_many_calls(tmp_path: Path) -> None:
    protocol = Protocol(
        *("many", "Many attempts.", "pool", FOLDS, lambda fold: Split((), (), TASKS)),
        attempts=TRIES,
        plays_on=True,
    )
    watch = CallsPerFold()
    with watch.counting():
        run(Plan(protocol, SameAgain(), FOLDS), tmp_path / "run", workers=1, watch=watch)
    assert len(watch.at_ends) == len(FOLDS)
    # Caches are filled in the first fold.
    made = [after - before for before, after in pairwise(watch.at_ends)]
    assert min(made) == max(made) > len(TASKS) * TRIES
