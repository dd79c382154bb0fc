"""Simulators of practice shots: in this process, or in another one."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, EngineFault, ToppleError
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds import BirdsGame, play_on, simulate
from topple.worlds.birds.agents.ddqn.encoder import Encoder
from topple.worlds.birds.angles import ANGLES, angle_shot
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.task import BirdsTask

# The result of a shot; otherwise the number of the position that it led to.
UNTRIED, MISSED, SOLVED = -3, -2, -1
_CODES = {
    None: UNTRIED,  # the game is not over
    Outcome.SOLVED: SOLVED,
    Outcome.MISSED: MISSED,
    Outcome.UNSETTLED: MISSED,
    Outcome.FAILED: MISSED,  # the engine gave up: an angle to avoid
}
_SHOTS = [angle_shot(number) for number in range(ANGLES)]
_GROUP = 2000  # games in memory at a time

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class NewPositions:
    """Encoded observations, and whether the bird on the sling is the last one."""

    rows: NDArray[np.uint8]
    last: NDArray[np.bool_]


class Simulator(Protocol):
    """Simulates shots; positions are numbered in the order in which they are reached."""

    def begin(self) -> NewPositions:
        """Return the first positions of all tasks, in order."""

    def play(self, at: Numbers, angles: Numbers) -> tuple[Numbers, NewPositions]:
        """Simulate shots; return their results, and the positions they led to."""


class LocalSimulator:
    """Simulates in this process."""

    def __init__(self, tasks: Sequence[Task], encoder: Encoder, threads: int | None) -> None:
        self._tasks = [_own(task) for task in tasks]
        self._encoder, self._threads = encoder, threads
        self._several = np.array([len(task.level.birds) > 1 for task in self._tasks], np.bool_)
        # Snapshots are stored by position; tasks with one bird need none, so theirs is empty.
        self._task: list[int] = []
        self._snapshots: list[bytes] = []
        self._levels: dict[int, BirdsGame] = {}  # games with several birds, to restore snapshots

    def begin(self) -> NewPositions:
        return _join([self._begin(part) for part in _groups(np.arange(len(self._tasks)))])

    def play(self, at: Numbers, angles: Numbers) -> tuple[Numbers, NewPositions]:
        found = np.empty(len(at), np.int32)
        several = self._several[[self._task[position] for position in at]]
        found[~several] = self._finish(at[~several], angles[~several])
        new = [self._look([], [])]
        for part in _groups(np.flatnonzero(several)):
            found[part], more = self._continue(at[part], angles[part])
            new.append(more)
        return found, _join(new)

    def _begin(self, numbers: NDArray[np.intp]) -> NewPositions:
        games = [BirdsGame(self._tasks[i]) for i in numbers]
        play_on(games, [None] * len(games), threads=self._threads)
        for number, game in zip(numbers.tolist(), games, strict=True):
            if game.over:
                raise BadInput(f"{self._tasks[number]} is {game.outcome} before the first shot")
            if self._several[number]:
                self._levels[number] = game
        return self._look(games, numbers.tolist())

    def _finish(self, at: Numbers, angles: Numbers) -> Numbers:
        """Simulate shots at tasks with one bird."""
        plays = simulate(
            [self._tasks[self._task[position]].level for position in at],
            [[_SHOTS[angle]] for angle in angles],
            rules=self._tasks[0].rules,
            outcome_only=True,
            threads=self._threads,
        )
        return np.array([_CODES[play.outcome] for play in plays], np.int32)

    def _continue(self, at: Numbers, angles: Numbers) -> tuple[Numbers, NewPositions]:
        """Shoot one of several birds."""
        tasks = [self._task[position] for position in at]
        games = [
            self._levels[task].restore(self._snapshots[position])
            for task, position in zip(tasks, at.tolist(), strict=True)
        ]
        faults = play_on(games, [_SHOTS[angle] for angle in angles], threads=self._threads)
        codes = [
            MISSED if fault else _CODES[game.outcome]
            for game, fault in zip(games, faults, strict=True)
        ]
        found = np.array(codes, np.int32)
        on = np.flatnonzero(found == UNTRIED)
        found[on] = len(self._task) + np.arange(len(on))
        return found, self._look([games[i] for i in on], [tasks[i] for i in on])

    def _look(self, games: Sequence[BirdsGame], tasks: Sequence[int]) -> NewPositions:
        """Encode new positions, and store what it takes to continue from them."""
        self._task += tasks
        self._snapshots += [
            game.snapshot() if self._several[task] else b""
            for game, task in zip(games, tasks, strict=True)
        ]
        rows = np.empty((len(games), self._encoder.bytes), np.uint8)
        last = np.empty(len(games), np.bool_)
        for i, game in enumerate(games):
            seen = Observation(game)
            rows[i], last[i] = self._encoder.row(seen), len(seen.birds) == 1
        return NewPositions(rows, last)


class ProcessSimulator:
    """Simulates in another process, so that Python's lock does not delay updates on a GPU."""

    def __init__(self, tasks: Sequence[Task], encoder: Encoder, threads: int | None) -> None:
        own = [_own(task) for task in tasks]
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(theirs, own, encoder, threads), daemon=True
        )
        self.process.start()
        theirs.close()  # so that the end of the process closes the pipe

    def begin(self) -> NewPositions:
        new: NewPositions = self._ask("begin")
        return new

    def play(self, at: Numbers, angles: Numbers) -> tuple[Numbers, NewPositions]:
        played: tuple[Numbers, NewPositions] = self._ask("play", at, angles)
        return played

    def _ask(self, *question: Any) -> Any:
        try:
            self._pipe.send(question)
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise EngineFault(
                "the process that plays practice games has died",
                "run the same command again to continue; fewer --threads need less memory",
            ) from error
        if isinstance(answer, ToppleError):
            raise answer
        return answer


def _serve(pipe: Connection, tasks: Sequence[Task], encoder: Encoder, threads: int | None) -> None:
    """Answer requests until the pipe is closed; Ctrl-C is handled by the other side."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    simulator = LocalSimulator(tasks, encoder, threads)
    while True:
        try:
            name, *arguments = pipe.recv()
        except EOFError:
            return
        try:
            answer = getattr(simulator, name)(*arguments)
        except ToppleError as error:
            answer = error
        pipe.send(answer)


def _join(parts: Sequence[NewPositions]) -> NewPositions:
    rows = np.concatenate([part.rows for part in parts])
    return NewPositions(rows, np.concatenate([part.last for part in parts]))


def _groups(numbers: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    for start in range(0, len(numbers), _GROUP):
        yield numbers[start : start + _GROUP]


def _own(task: Task) -> BirdsTask:
    if not isinstance(task, BirdsTask):
        raise BadInput(f"`{task}` is not a birds task", "use a birds protocol, such as phyq-local")
    return task
