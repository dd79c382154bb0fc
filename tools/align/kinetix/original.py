"""Play the same decisions in the original package, in an environment of its own."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.align.kinetix.golden import compare_run, rows_of
from tools.align.original import NoOriginal
from tools.align.tally import Tally
from topple.tasks.draw import generator
from topple.worlds.kinetix.actions import DECISIONS
from topple.worlds.kinetix.level import MOTORS, THRUSTERS
from topple.worlds.kinetix.template import HandMade, all_templates

_PACKAGES = ("kinetix-env==3.0.2", "jax2d==1.0.1")
_WORKER = Path(__file__).with_name("worker.py")
_HINT = "Kinetix is compared where pip can install it: about 110 packages, 1.5 GB"
# Without fused multiply-add, whose use depends on the compiler.
EXACT = {"XLA_FLAGS": "--xla_cpu_max_isa=AVX", "JAX_PLATFORMS": "cpu"}


def add_options(group: argparse._ArgumentGroup) -> None:
    """Declare how many episodes are played per level, and where the package is."""
    group.add_argument(
        "--episodes", type=int, default=1, help="episodes per level in both engines; 1 by default"
    )
    group.add_argument(
        "--kinetix", metavar="PYTHON", help="a Python that has kinetix-env; installed if left out"
    )


def compare_original(options: argparse.Namespace) -> list[Tally]:
    """Play random decisions with the package's own loader and environment step."""
    requests = _requests(options.episodes)
    with _python(options.kinetix) as python:
        runs = _played(python, requests)
    tallies: dict[str, Tally] = {}
    for request, run in zip(requests, runs, strict=True):
        note = f"{request['size']}/{request['level']}"
        found = compare_run({**request, **run, "poses": {}}, rows_of(request["sequence"]))
        del found["poses"]  # only the last ones are compared
        for field, same in found.items():
            tallies.setdefault(field, Tally(f"Kinetix {field}")).add(same, note)
    return list(tallies.values())


def _requests(count: int) -> list[dict[str, Any]]:
    """Draw decisions for every hand-made level."""
    found = []
    for template in all_templates().values():
        if not isinstance(template, HandMade):
            continue
        rng = generator("align", template.name)
        size, _, level = template.name.partition("_")
        for _ in range(count):
            motors = rng.integers(3, size=(DECISIONS, MOTORS)).tolist()
            thrusters = rng.integers(2, size=(DECISIONS, THRUSTERS)).tolist()
            sequence = [a + b for a, b in zip(motors, thrusters, strict=True)]
            found.append({"size": size, "level": level, "sequence": sequence})
    return found


@contextmanager
def _python(given: str | None) -> Iterator[str]:
    """Return a Python that has the package: the one given, or one in a new environment."""
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        install = [python, "-m", "pip", "install", "--quiet", *_PACKAGES]
        if subprocess.run(install, check=False, stdout=sys.stderr).returncode:
            raise NoOriginal(f"cannot install {' and '.join(_PACKAGES)}", _HINT)
        yield python


def _played(python: str, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [python, str(_WORKER)],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **EXACT},
    )
    if done.returncode:
        raise NoOriginal(f"the package does not run: {done.stderr.strip()[-300:]}", _HINT)
    runs: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return runs
