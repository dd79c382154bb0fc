"""Try the actions of DeepPHY's forms on all its tasks of PHYRE, and keep floors and ceilings.

    python tools/deepphy_tried.py [--forms 5x5x5,8x8x8,free] [--threads 16]

Of a grid all actions are tried; with free coordinates, random valid ones. What was tried is kept
under `out/results/deepphy-tried`, a file a template, and goes on where it stopped. Floors and
ceilings are written for reports.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.docs import deepphy_references as references
from topple.progress import Bar
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.worlds import phyre
from topple.worlds.phyre.models.forms import Grid, form
from topple.worlds.phyre.search import random_valid_actions
from topple.worlds.phyre.world import WORLD

OUT = Path(__file__).parents[2] / "out" / "results"
CLASSIC, STRICT = "deepphy-phyre-classic", "deepphy-phyre"
GRIDS, FREE = "5x5x5,8x8x8", "free"
RANDOM = 500  # actions tried with free coordinates, on each task its own
COMMAND = "python tools/deepphy_tried.py"


@dataclass(frozen=True, eq=False, slots=True)
class Tried:
    """What the actions of a form do on all tasks: 1 solved, -1 missed, 0 invalid."""

    names: list[str]
    status: NDArray[np.int8]

    def of(self, names: Sequence[str]) -> NDArray[np.int8]:
        """Give the rows of some tasks."""
        place = {name: i for i, name in enumerate(self.names)}
        return self.status[[place[name] for name in names]]


def main() -> int:
    """Try what is missing, then write."""
    parser = argparse.ArgumentParser(description="Try the actions of DeepPHY's forms.")
    parser.add_argument("--forms", default=f"{GRIDS},{FREE}", help="forms, commas between")
    parser.add_argument("--threads", type=int, help="one a core if not given")
    args = parser.parse_args()
    write({name: try_all(name, args.threads) for name in args.forms.split(",")})
    return 0


def try_all(form_name: str, threads: int | None = None) -> Tried:
    """Try the actions of a form on every task."""
    names = protocol(STRICT).split(0).test
    folder = OUT / "deepphy-tried" / form_name
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[NDArray[np.int8]] = []
    with Bar(f"try {form_name}", "tasks") as bar:
        # Names are sorted, so that the tasks of a template stand together.
        for template, group in groupby(names, lambda name: phyre.task(name).id.template):
            path = folder / f"{template}.npz"
            rows += list(try_some(form_name, list(group), path, threads))
            bar.update(len(rows), len(names))
    return Tried(list(names), np.array(rows))


def try_some(
    form_name: str, names: Sequence[str], path: Path, threads: int | None = None
) -> NDArray[np.int8]:
    """Try the actions of a form on some tasks, or read what came of it before."""
    if path.exists():
        with np.load(path) as kept:
            if kept["names"].tolist() == list(names):
                return np.asarray(kept["status"])
    found = form(form_name)
    tasks = [phyre.task(name) for name in names]
    if isinstance(found, Grid):
        actions = np.array([found.action(values) for values in found.everything()])
        status = WORLD.outcomes(tasks, actions, threads)
    else:
        drawn = [random_valid_actions(task, RANDOM) for task in tasks]
        each = [WORLD.outcomes([t], own, threads) for t, own in zip(tasks, drawn, strict=True)]
        status = np.concatenate(each)
    # A file is whole or not there, whenever this is killed.
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, names=np.array(names), status=status)
    part.replace(path)
    return status


def write(tried: dict[str, Tried]) -> None:
    """Write floors and ceilings in both modes."""
    for rules in map(protocol, (STRICT, CLASSIC)):
        folds = [rules.split(fold).test for fold in rules.folds]
        for name, found in tried.items():
            status = [found.of(names) for names in folds]
            if name == FREE:
                known = [stored_solutions(names) for names in folds]
                ends = references.of_free(status, known, rules.attempts)
            else:
                ends = references.of_grid(status, rules.attempts)
            references.write(rules, name, ends, COMMAND)


def stored_solutions(names: Sequence[str]) -> NDArray[np.bool_]:
    """Play the solutions of certificates: do they solve their tasks?"""
    tasks = [phyre.task(name) for name in names]
    known = [WORLD.certificates(phyre.template(t.id.template)).tasks[t.id.index] for t in tasks]
    played = WORLD.play(tasks, [each.solution for each in known])
    return np.array([each.outcome is Outcome.SOLVED for each in played])


if __name__ == "__main__":
    sys.exit(main())
