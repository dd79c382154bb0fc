"""Keep turns and attempts while a model plays, in a run folder or in memory.

Besides `attempts.jsonl` a run of a model has `turns.jsonl`: every question by its hash, every
answer as it came, and what was read from it. A turn is written before its attempt, and only turns
with an attempt count; if a turn was written twice, the last one counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from topple.errors import BadInput, RunError
from topple.prompting.episode import Exchange, Key
from topple.runs.folder import ATTEMPTS, RunFolder
from topple.runs.lines import LineFile
from topple.tasks.attempt import Attempt

TURNS = "turns.jsonl"


class Record:
    """What has been played so far, and where new turns and attempts are written."""

    def __init__(self, folder: RunFolder | None = None) -> None:
        """Continue what a run folder holds; without a folder, keep everything in memory."""
        self._folder = folder
        self.attempts: dict[Key, list[Attempt]] = {}
        self.turns: dict[Key, list[dict[str, Any]]] = {}
        self.cost_usd = 0.0
        self.heard: Callable[[Attempt], None] = lambda attempt: None
        if folder is not None:
            for attempt in folder.attempts():
                self._keep(attempt)
            self._lines = LineFile(folder.path / TURNS)
            self.turns = turns_of(read_turns(folder.path), self.attempts)

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._lines.close()

    def add(self, exchange: Exchange) -> None:
        """Add an exchange."""
        key = (exchange.turn.fold, exchange.turn.task)
        data = exchange.turn.data()
        self.turns.setdefault(key, []).append(data)
        if self._folder is not None:
            self._lines.append(json.dumps(data, allow_nan=False))
        if exchange.attempt is not None:
            self._record(exchange.attempt)
            self.heard(exchange.attempt)

    def copy(self, turns: Iterable[dict[str, Any]], attempts: Iterable[Attempt]) -> None:
        """Add turns and attempts that another record holds."""
        for turn in turns:
            self._lines.append(json.dumps(turn, allow_nan=False))
        for attempt in attempts:
            self._record(attempt)

    def _record(self, attempt: Attempt) -> None:
        self._keep(attempt)
        if self._folder is not None:
            self._folder.append(attempt)

    def _keep(self, attempt: Attempt) -> None:
        self.attempts.setdefault((attempt.fold, attempt.task), []).append(attempt)
        self.cost_usd += attempt.cost_usd


def summary(attempts: Sequence[Attempt], tasks: int) -> dict[str, Any]:
    """Return the summary of a finished run, in the form that runs of agents have."""
    return {
        "attempts": len(attempts),
        "tasks": tasks,
        "wall_s": round(sum(attempt.wall_ms for attempt in attempts) / 1000, 3),
        "practice_simulations": 0,
        "practice_wall_s": 0.0,
    }


def read_attempts(folder: Path) -> dict[Key, list[Attempt]]:
    """Read the attempts of a run by task; a truncated line is left out."""
    found: dict[Key, list[Attempt]] = {}
    for line in (folder / ATTEMPTS).read_bytes().splitlines(keepends=True):
        if line.endswith(b"\n"):
            attempt = Attempt.from_line(line)
            found.setdefault((attempt.fold, attempt.task), []).append(attempt)
    return dict(sorted(found.items()))


def read_turns(folder: Path) -> Iterator[dict[str, Any]]:
    """Read the turns of a run; lines that are no JSON were torn, and are left out."""
    path = folder / TURNS
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if not is_turn(found):
                raise RunError(
                    f"{path}, line {number}: not a turn", "the file was changed by another program"
                )
            yield found


def is_turn(found: Any) -> bool:
    """Return whether data from a file has the fields of a turn that are shown or played again."""
    if not isinstance(found, dict) or not isinstance(found.get("spent"), dict):
        return False
    read, spent = found.get("read"), found["spent"]
    numbers = [spent.get(name) for name in ("tokens_in", "tokens_out", "cost_usd")]
    numbers += read if isinstance(read, list) else []
    return (
        all(isinstance(found.get(name), str) for name in ("task", "asked", "answer", "why"))
        and all(type(found.get(name)) is int for name in ("fold", "attempt", "decision"))
        and all(type(number) in (int, float) for number in numbers)
        and (read is None or isinstance(read, list))
        and isinstance(found.get("prediction"), dict)
    )


def predictions(folder: Path) -> Iterator[dict[str, Any]]:
    """Return the checked facts of every prediction of a run."""
    if not (folder / TURNS).exists():
        raise BadInput(
            f"{folder} is not a run of a model", "give a folder that `topple eval --model` made"
        )
    for own in turns_of(read_turns(folder), read_attempts(folder)).values():
        yield from (turn["prediction"] for turn in own)


def turns_of(
    turns: Iterable[dict[str, Any]], attempts: dict[Key, list[Attempt]]
) -> dict[Key, list[dict[str, Any]]]:
    """Return the turns of recorded attempts in order; of repeated turns the last one."""
    made = {(*key, attempt.number) for key, each in attempts.items() for attempt in each}
    found: dict[Key, dict[tuple[int, int], dict[str, Any]]] = {}
    for turn in turns:
        key = (turn["fold"], turn["task"])
        if (*key, turn["attempt"]) in made:
            found.setdefault(key, {})[turn["attempt"], turn["decision"]] = turn
    return {key: [own[place] for place in sorted(own)] for key, own in found.items()}
