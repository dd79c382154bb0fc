"""Play the same plans in the original package, in an environment of its own."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from dataclasses import replace
from pathlib import Path
from typing import Any

from tools.align.iphyre.golden import compare_run
from tools.align.original import NoOriginal
from tools.align.tally import Tally
from topple.tasks.draw import generator
from topple.worlds.iphyre.action_space import Plans, plan_of
from topple.worlds.iphyre.games import all_games

_PACKAGES = ("iphyre==0.2.3", "pymunk==6.11.1", "numpy", "pygame")
_WORKER = Path(__file__).with_name("worker.py")
_HINT = "I-PHYRE's package is compared where pip can install it"


def add_options(group: argparse._ArgumentGroup) -> None:
    """Declare how many plans are played per game."""
    group.add_argument(
        "--plans", type=int, default=3, help="plans per game in both engines; 3 by default"
    )


def compare_original(options: argparse.Namespace) -> list[Tally]:
    """Play random plans with the package's batch simulator, at 60 steps per second."""
    plans = _plans(options.plans)
    runs = _played([{"game": game, "plan": plan} for game, plan in plans])
    tallies: dict[str, Tally] = {}
    for (name, plan), run in zip(plans, runs, strict=True):
        level = replace(all_games()[name].level, rate=60, prior_resets=0)
        for field, same in compare_run(level, {"plan": plan, **run}).items():
            tally = tallies.setdefault(field, Tally(f"I-PHYRE {field}"))
            tally.add(same, f"{name} {plan}")
    return list(tallies.values())


def _plans(count: int) -> list[tuple[str, list[tuple[int, float]]]]:
    """Draw plans by object and seconds."""
    found = []
    for game in all_games().values():
        rng = generator("align", game.name)
        blocks = game.level.eliminable
        for _ in range(count):
            entries = plan_of(Plans(len(blocks)).sample(rng))
            found.append((game.name, [(blocks[n], t) for n, t in entries if t > 0]))
    return found


def _played(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        install = [str(python), "-m", "pip", "install", "--quiet", *_PACKAGES]
        if subprocess.run(install, check=False, stdout=sys.stderr).returncode:
            raise NoOriginal(f"cannot install {' and '.join(_PACKAGES)}", _HINT)
        done = subprocess.run(
            [str(python), str(_WORKER)],
            input=json.dumps(requests),
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise NoOriginal(f"the package does not run: {done.stderr.strip()[-300:]}", _HINT)
    runs: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return runs
