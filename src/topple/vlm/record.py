"""Keep turns and attempts while a model plays, in a run folder or in memory.

Besides `attempts.jsonl` a run of a model has `turns.jsonl`: every question by its hash, every
answer as it came, and what was read from it; with tools, `tools.jsonl` has every simulated attempt
that was asked for, with its digest. A turn is written before its attempt. Turns without an
attempt belong to a game that was stopped: it is continued from them, and their cost counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.prompting.exchange import Exchange, Key
from topple.runs.folder import ATTEMPTS, RunFolder
from topple.runs.lines import LineFile
from topple.runs.recorder import Recorder
from topple.runs.turns import LOST, TOOLS, TURNS, read_calls, read_turns, turns_of
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol

__all__ = [
    "TURNS",
    "Record",
    "predictions",
    "read_attempts",
    "read_calls",
    "read_turns",
    "turns_of",
]


class Record:
    """What has been played so far, and where new turns and attempts are written."""

    def __init__(self, folder: RunFolder | None = None, protocol: Protocol | None = None) -> None:
        """Continue what a run folder holds; without one, keep everything in memory."""
        self._recorder: Recorder | None = None
        self.attempts: dict[Key, list[Attempt]] = {}
        self.turns: dict[Key, list[dict[str, Any]]] = {}
        self.calls: dict[Key, list[dict[str, Any]]] = {}
        self._tools: LineFile | None = None
        self.cost_usd = self.dearest_usd = 0.0  # cost of all turns, and of the dearest
        self.read = self.lost = 0  # answers that were read, and those that could not be
        self.last_lost: dict[str, Any] = {}  # the last turn that could not be read
        self.heard: Callable[[Attempt], None] = lambda attempt: None
        if folder is not None and protocol is not None:
            self._recorder = Recorder(folder, protocol, asks_again=True)
            for attempt in folder.attempts():
                self._keep(attempt)
            self._lines = LineFile(folder.path / TURNS)
            lines = list(read_turns(folder.path))
            self.turns = turns_of(lines, self.attempts, unfinished=True)
            self._count(lines)
            self._path = folder.path / TOOLS
            for call in read_calls(folder.path):
                self.calls.setdefault((call["fold"], call["task"]), []).append(call)

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_: object) -> None:
        if self._recorder is not None:
            self._lines.close()
        if self._tools is not None:
            self._tools.close()

    def add(self, exchange: Exchange) -> None:
        """Add an exchange."""
        key = (exchange.turn.fold, exchange.turn.task)
        # The turn is kept as reading it from a file would return it.
        data = json.loads(json.dumps(exchange.turn.data(), allow_nan=False))
        own = self.turns.setdefault(key, [])
        if data not in own:
            own[:] = turns_of([*own, data], self.attempts, unfinished=True)[key]
            self._count([data])
            if self._recorder is not None:
                self._lines.append(json.dumps(data, allow_nan=False))
        if exchange.attempt is not None:
            self._record(exchange.attempt)
            self.heard(exchange.attempt)

    def add_call(self, key: Key, call: dict[str, Any]) -> None:
        """Add a simulated attempt that a model has asked for; it is on disk when this returns."""
        self.calls.setdefault(key, []).append(call)
        if self._recorder is not None:
            self._tools = self._tools or LineFile(self._path)
            self._tools.append(json.dumps(call, allow_nan=False))
            self._tools.sync()

    def left(self, keys: Iterable[Key]) -> list[Key]:
        """Return the tasks that need more attempts; in memory, all do."""
        known = self._recorder
        return [key for key in keys if known is None or not known[key].over]

    def finish(self, tasks: int) -> None:
        """Mark the run as finished."""
        if self._recorder is not None:
            self._recorder.finish(tasks)

    def copy(self, turns: Iterable[dict[str, Any]], attempts: Iterable[Attempt]) -> None:
        """Add turns and attempts that another record holds."""
        for turn in turns:
            self._lines.append(json.dumps(turn, allow_nan=False))
            self._count([turn])
        for attempt in attempts:
            self._record(attempt)

    def _record(self, attempt: Attempt) -> None:
        self._keep(attempt)
        if self._recorder is not None:
            self._recorder.add(attempt)

    def _keep(self, attempt: Attempt) -> None:
        self.attempts.setdefault((attempt.fold, attempt.task), []).append(attempt)

    def _count(self, turns: Iterable[dict[str, Any]]) -> None:
        for turn in turns:
            if turn.get("outcome") == Outcome.FAILED:
                continue  # without an answer, and so without a cost
            if turn.get("outcome") in LOST:
                self.lost, self.last_lost = self.lost + 1, turn
            else:
                self.read += 1
            cost = turn["spent"]["cost_usd"]
            self.cost_usd += cost
            self.dearest_usd = max(self.dearest_usd, cost)


def read_attempts(folder: Path) -> dict[Key, list[Attempt]]:
    """Read the attempts of a run by task; a truncated line is left out."""
    found: dict[Key, list[Attempt]] = {}
    for line in (folder / ATTEMPTS).read_bytes().splitlines(keepends=True):
        if line.endswith(b"\n"):
            attempt = Attempt.from_line(line)
            found.setdefault((attempt.fold, attempt.task), []).append(attempt)
    return dict(sorted(found.items()))


def predictions(folder: Path) -> Iterator[dict[str, Any]]:
    """Return the checked facts of every prediction of a run."""
    if not (folder / TURNS).exists():
        raise BadInput(
            f"{folder} is not a run of a model", "give a folder that `topple eval --model` made"
        )
    for own in turns_of(read_turns(folder), read_attempts(folder)).values():
        yield from (turn["prediction"] for turn in own)
