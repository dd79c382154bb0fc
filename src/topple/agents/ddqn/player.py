"""Who plays practice games: shots at positions, here or in a process apart."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from topple.agents.ddqn.observation import Eye
from topple.errors import BadInput, EngineFault, ToppleError
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds import Game, play_on, simulate
from topple.worlds.birds.angles import ANGLES, angle_shot
from topple.worlds.birds.observation import Seen
from topple.worlds.birds.task import BirdsTask

# What an angle came to; otherwise the number of the position it led to.
UNTRIED, MISSED, SOLVED = -3, -2, -1
_CODES = {
    None: UNTRIED,  # the game goes on
    Outcome.SOLVED: SOLVED,
    Outcome.MISSED: MISSED,
    Outcome.UNSETTLED: MISSED,
    Outcome.FAILED: MISSED,  # the engine gave up: nothing to learn but to stay away
}
_SHOTS = [angle_shot(number) for number in range(ANGLES)]
_GROUP = 2000  # games in memory at a time

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is seen at new positions, and whether the bird on the sling is the last one."""

    rows: NDArray[np.uint8]
    last: NDArray[np.bool_]


class Player(Protocol):
    """Plays shots; positions are numbered in the order in which they are come to."""

    def begin(self) -> Shown:
        """Come to the beginnings of all tasks, in order."""

    def play(self, at: Numbers, angles: Numbers) -> tuple[Numbers, Shown]:
        """Make shots; give what each came to, and the new positions."""


class Here:
    """Plays in this process."""

    def __init__(self, tasks: Sequence[Task], eye: Eye, threads: int | None) -> None:
        self._tasks = [_own(task) for task in tasks]
        self._eye, self._threads = eye, threads
        self._several = np.array([len(task.level.birds) > 1 for task in self._tasks], np.bool_)
        # By position; those of tasks with one bird need no snapshot, but for the count.
        self._task: list[int] = []
        self._snapshots: list[bytes] = []
        self._levels: dict[int, Game] = {}  # of tasks with several birds, to restore games of

    def begin(self) -> Shown:
        return _joined([self._begin(part) for part in _groups(np.arange(len(self._tasks)))])

    def play(self, at: Numbers, angles: Numbers) -> tuple[Numbers, Shown]:
        found = np.empty(len(at), np.int32)
        several = self._several[[self._task[position] for position in at]]
        found[~several] = self._finish(at[~several], angles[~several])
        shown = [self._look([], [])]
        for part in _groups(np.flatnonzero(several)):
            found[part], more = self._go_on(at[part], angles[part])
            shown.append(more)
        return found, _joined(shown)

    def _begin(self, numbers: NDArray[np.intp]) -> Shown:
        games = [Game(self._tasks[i].level, self._tasks[i].rules) for i in numbers]
        play_on(games, [None] * len(games), threads=self._threads)
        for number, game in zip(numbers.tolist(), games, strict=True):
            if game.over:
                raise BadInput(f"{self._tasks[number]} is {game.outcome} before the first shot")
            if self._several[number]:
                self._levels[number] = game
        return self._look(games, numbers.tolist())

    def _finish(self, at: Numbers, angles: Numbers) -> Numbers:
        """Play tasks that have one bird."""
        plays = simulate(
            [self._tasks[self._task[position]].level for position in at],
            [[_SHOTS[angle]] for angle in angles],
            rules=self._tasks[0].rules,
            outcome_only=True,
            threads=self._threads,
        )
        return np.array([_CODES[play.outcome] for play in plays], np.int32)

    def _go_on(self, at: Numbers, angles: Numbers) -> tuple[Numbers, Shown]:
        """Shoot one of several birds, and look at what is left."""
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

    def _look(self, games: Sequence[Game], tasks: Sequence[int]) -> Shown:
        """Look at new positions, and keep what it takes to play on from them."""
        self._task += tasks
        self._snapshots += [
            game.snapshot() if self._several[task] else b""
            for game, task in zip(games, tasks, strict=True)
        ]
        rows = np.empty((len(games), self._eye.bytes), np.uint8)
        last = np.empty(len(games), np.bool_)
        for i, game in enumerate(games):
            seen = Seen(game)
            rows[i], last[i] = self._eye.row(seen), len(seen.birds) == 1
        return Shown(rows, last)


class Apart:
    """Plays in a process of its own, where Python's lock does not hold up updates on a GPU."""

    def __init__(self, tasks: Sequence[Task], eye: Eye, threads: int | None) -> None:
        own = [_own(task) for task in tasks]
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, own, eye, threads), daemon=True)
        self.process.start()
        theirs.close()  # so that the end of the process ends the line

    def begin(self) -> Shown:
        shown: Shown = self._ask("begin")
        return shown

    def play(self, at: Numbers, angles: Numbers) -> tuple[Numbers, Shown]:
        played: tuple[Numbers, Shown] = self._ask("play", at, angles)
        return played

    def _ask(self, *question: Any) -> Any:
        try:
            self._line.send(question)
            answer = self._line.recv()
        except (EOFError, OSError) as error:
            raise EngineFault(
                "the process that plays practice games has died",
                "the same command goes on; fewer --threads need less memory",
            ) from error
        if isinstance(answer, ToppleError):
            raise answer
        return answer


def _serve(line: Connection, tasks: Sequence[Task], eye: Eye, threads: int | None) -> None:
    """Answer until nobody is there to ask; Ctrl-C is for the one who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    player = Here(tasks, eye, threads)
    while True:
        try:
            name, *arguments = line.recv()
        except EOFError:
            return
        try:
            answer = getattr(player, name)(*arguments)
        except ToppleError as error:
            answer = error
        line.send(answer)


def _joined(parts: Sequence[Shown]) -> Shown:
    rows = np.concatenate([part.rows for part in parts])
    return Shown(rows, np.concatenate([part.last for part in parts]))


def _groups(numbers: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    for start in range(0, len(numbers), _GROUP):
        yield numbers[start : start + _GROUP]


def _own(task: Task) -> BirdsTask:
    if not isinstance(task, BirdsTask):
        raise BadInput(f"`{task}` is no task of birds", "give a protocol of birds, like phyq-local")
    return task
