"""Run folders as an evaluation leaves them, for tests that read some."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from topple.protocols import protocol
from topple.tasks.attempt import Attempt

NOTHING: Mapping[str, Any] = {}
PROTOCOLS = {  # one of each world, whose tasks are quick
    "birds": "phyq-people",
    "iphyre": "iphyre-within",
    "kinetix": "kinetix-s",
    "phyre": "phyre-b-within",
    "pool": "pool-puzzles",
    "rope": "rope-within",
}


def settings(
    name: str = "phyre-b-within",
    agent: str = "random",
    *,
    rules: Mapping[str, Any] = NOTHING,
    kind: Mapping[str, Any] = NOTHING,
    **changed: Any,
) -> dict[str, Any]:
    """Give the settings of a run; `rules` and `kind` change those of protocol and agent."""
    usual = {"attempts": 100, "most_tries": 2000, "uncounted": ["failed", "invalid"]}
    plain = {"settings": {}, "online": False, "simulates": False}
    return {
        "format": 1,
        "topple": "0.1.0",
        "world": {"name": protocol(name).world, "version": 1},
        "protocol": {"name": name, "version": 1, **usual, **rules},
        "part": "test",
        "folds": [0],
        "limit": None,
        "agent": {"name": agent, "version": 1, **plain, **kind},
        "seed": 0,
        "tasks": {},
        "made_by": {},
        **changed,
    }


def write_run(folder: Path, settings: Mapping[str, Any], attempts: Iterable[Attempt]) -> Path:
    """Write a run that is not finished."""
    folder.mkdir(exist_ok=True)
    (folder / "run.json").write_text(json.dumps(settings))
    (folder / "attempts.jsonl").write_text("".join(f"{a.to_line()}\n" for a in attempts))
    return folder


def finish(folder: Path, attempts: int, tasks: int, practice: int = 0) -> Path:
    """Say that a run is finished."""
    told = {"attempts": attempts, "tasks": tasks, "wall_s": 1.0}
    told |= {"practice_simulations": practice, "practice_wall_s": 0.5}
    (folder / "finished.json").write_text(json.dumps(told))
    return folder


def records(path: Path) -> list[str]:
    """Return the records of a run without its wall-clock times."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [json.dumps({**row, "wall_ms": 0}) for row in rows]
