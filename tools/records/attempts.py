"""Keep the attempts of many folds in one small file, and play them again.

  python -m tools.records.attempts pack runs/phyre-b-cross-fold-* --out phyre-b-cross.json.gz
  python -m tools.records.attempts check docs/results/ranker/phyre-b-within.json.gz
  python -m tools.records.attempts unpack phyre-b-cross.json.gz --fold 3 --out runs/ranker

The ranker chooses from PHYRE's list of actions, so an attempt is a number in that list. `check`
simulates every attempt and computes AUCCESS per fold from the outcomes alone. Exit code 1: a score
differs from the stored one, or an attempt follows a success of an agent that does not play on.
`unpack` plays the attempts of a fold and writes them as a run folder, which `topple submit` packs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from topple.agents.practice import Practice
from topple.metrics.credit import auccess
from topple.protocols import protocol
from topple.runs.evaluate import Plan
from topple.runs.evaluate import run as play
from topple.runs.load import load
from topple.runs.reduce import read_attempts
from topple.runs.score import score
from topple.runs.settings import RunSettings
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.worlds.phyre import simulate, task
from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.agents.ranker.agent import Ranker, RankerOnline

_LISTED = 100_000
_EQUAL = 1e-9


def pack(runs: Sequence[Path]) -> dict[str, Any]:
    """Return the attempts of runs of one protocol as numbers of the list, by fold and task."""
    kinds = [_kind(load(run).settings) for run in runs]
    if any(kind != kinds[0] for kind in kinds):
        sys.exit("error: several protocols, agents or settings\nhint: pack each of them apart")
    folds: dict[str, Any] = {}
    for run in runs:
        tried: dict[str, list[int]] = {}
        for each in read_attempts(run / "attempts.jsonl"):
            assert each.action is not None
            action = np.array(each.action)
            tried.setdefault(each.task, []).append(_numbers(len(action))[action.tobytes()])
            fold = str(each.fold)
        folds[fold] = {"auccess": score(run).facts()["auccess"]["value"], "tried": tried}
    return {**kinds[0], "listed": _LISTED, "folds": folds}


def _kind(run: RunSettings) -> dict[str, Any]:
    """Return what all packed runs share; where a model lay says nothing elsewhere."""
    settings = {name: value for name, value in run.agent_settings.items() if name != "model"}
    return {
        "protocol": run.protocol,
        "agent": run.agent,
        "version": run.agent_version,
        "settings": settings,
    }


def check(packed: dict[str, Any]) -> bool:
    """Play every attempt again; print and compare the score of every fold."""
    right = True
    attempts = protocol(packed["protocol"]).attempts
    for fold, row in packed["folds"].items():
        tasks = protocol(packed["protocol"]).split(int(fold)).test
        solved_at, early = [], 0
        for name in tasks:
            first, count = first_success(name, row["tried"].get(name, []), packed["listed"])
            solved_at.append(first)
            early += 0 < first < count and not packed["settings"].get("plays_on")
        found = auccess(np.array(solved_at), attempts)
        same = abs(found - row["auccess"]) < _EQUAL and not early
        right &= same
        verdict = "as stored" if same else f"DIFFERENT: stored {100 * row['auccess']:.2f}"
        print(f"{packed['protocol']} fold {fold}: AUCCESS {100 * found:.2f}, {verdict}", flush=True)
    return right


def first_success(name: str, numbers: Sequence[int], listed: int) -> tuple[int, int]:
    """Return the number of the first attempt that solves a task, 0 if none, and how many count."""
    if not numbers:
        return 0, 0
    found = task(name)
    status = simulate(found, found.tier.candidates(listed)[numbers], outcome_only=True).status
    counted = status[status != 0]
    solved = np.flatnonzero(counted == 1)
    return int(solved[0]) + 1 if len(solved) else 0, len(counted)


class _Recorded(Ranker):
    """The ranker without its network: plays the numbers that it played before."""

    tried: dict[str, list[int]]

    def fit(self, practice: Practice) -> None:
        pass

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        numbers = self.tried.get(str(task), [])
        if len(past) >= len(numbers):
            return None
        return tuple(task.actions.candidates(self.ranked)[numbers[len(past)]].tolist())


class _RecordedOnline(_Recorded, RankerOnline):
    """The online ranker without its network."""

    def update(self, task: Task, attempts: Sequence[Attempt]) -> None:
        pass


def unpack(packed: dict[str, Any], fold: int, out: Path, command: str = "") -> None:
    """Play the attempts of a fold again, as a run folder of the agent that made them."""
    kind = _RecordedOnline if packed["agent"] == "ranker-o" else _Recorded
    versioned = type(kind.__name__, (kind,), {"version": packed["version"]})
    player = versioned(**packed["settings"])
    player.tried = packed["folds"][str(fold)]["tried"]
    play(Plan(protocol(packed["protocol"]), player, (fold,)), out, command=command)


_KNOWN: dict[int, dict[bytes, int]] = {}


def _numbers(dimensions: int) -> dict[bytes, int]:
    """Return the numbers of listed actions by their bytes."""
    if dimensions not in _KNOWN:
        tier = next(each for each in TIERS.values() if each.dimensions == dimensions)
        _KNOWN[dimensions] = {a.tobytes(): n for n, a in enumerate(tier.candidates(_LISTED))}
    return _KNOWN[dimensions]


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(gzip.decompress(path.read_bytes())))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    packing = verbs.add_parser("pack")
    packing.add_argument("runs", nargs="+", type=Path)
    packing.add_argument("--out", type=Path, required=True)
    verbs.add_parser("check").add_argument("file", type=Path)
    unpacking = verbs.add_parser("unpack")
    unpacking.add_argument("file", type=Path)
    unpacking.add_argument("--fold", type=int, default=0)
    unpacking.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    if arguments.verb == "check":
        return 0 if check(read(arguments.file)) else 1
    if arguments.verb == "unpack":
        command = shlex.join(["python", "-m", "tools.records.attempts", *sys.argv[1:]])
        unpack(read(arguments.file), arguments.fold, arguments.out, command)
        return 0
    text = json.dumps(pack(arguments.runs), separators=(",", ":")).encode()
    arguments.out.write_bytes(gzip.compress(text, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
