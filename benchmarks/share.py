"""Measure the share of the engine in `topple eval`: random agents, one worker, CPU time.

With `--source` the same script measures another copy of the package, such as an earlier state in
its own worktree, in turns with this one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve()
SOURCE = HERE.parents[1] / "src"
PROTOCOLS = (
    *("phyre-b-within", "phyq-local", "iphyre-within"),
    *("pool-puzzles", "rope-within", "kinetix-m"),
)
_NOT_ENGINE = ("maths",)


def main() -> int:
    """Measure all protocols; print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("protocols", nargs="*", default=PROTOCOLS)
    parser.add_argument("--fold", default="0", help="folds to play: 0, 0-4, all (default: 0)")
    parser.add_argument("--limit", type=int, help="number of tasks (default: all of a fold)")
    parser.add_argument("--rounds", type=int, default=1, help="the best round counts")
    parser.add_argument("--source", type=Path, help="folder `src` of another copy of the package")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    sources = [path for path in (options.source, SOURCE) if path]
    rows = [["protocol", "attempts", "CPU s", "attempts per CPU s", "in the engine"]]
    for name in options.protocols:
        turns = [
            [_run(source, name, options.fold, options.limit) for source in sources]
            for _ in range(options.rounds)
        ]
        for source, found in zip(sources, zip(*turns, strict=True), strict=True):
            rows.append(_row(name if source is SOURCE else f"{name}, before", found))
            print(*rows[-1], sep="  ", flush=True)
    _show(rows, save=not options.no_save and not options.source)
    return 0


def _row(name: str, found: tuple[dict[str, float], ...]) -> list[str]:
    best = min(found, key=lambda each: each["cpu_s"])
    attempts, cpu_s = int(best["attempts"]), best["cpu_s"]
    share = best["engine_s"] / cpu_s
    return [name, f"{attempts:,}", f"{cpu_s:.2f}", f"{attempts / cpu_s:,.0f}", f"{share:.0%}"]


def _run(source: Path, name: str, fold: str, limit: int | None) -> dict[str, float]:
    """Evaluate in a fresh process."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["eval", name, "--agent", "random", "--threads", "1", "--out", f"{folder}/run"]
        command += ["--fold", fold] + ([] if limit is None else ["--limit", str(limit)])
        # The start of this process is the start of the command: imports count.
        code = f"import runpy; runpy.run_path({str(HERE)!r})['evaluate']({command!r})"
        # Modules are compiled once, as in an installation.
        environment = os.environ | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": ""}
        made = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True
        )
        if made.returncode:
            raise SystemExit(f"error: `topple {' '.join(command)}` failed:\n{made.stderr}")
        found: dict[str, float] = json.loads(made.stdout.splitlines()[-1])
        finished = json.loads(Path(folder, "run", "finished.json").read_text())
        return {**found, "attempts": finished["attempts"]}


def evaluate(command: list[str]) -> None:
    """Run a command of `topple` in this process and print its CPU seconds, and the engine's."""
    from topple import _native

    clock = _Clock()
    for name, part in vars(_native).items():
        if isinstance(part, ModuleType) and name not in _NOT_ENGINE:
            for called, function in list(vars(part).items()):
                if type(function).__name__ == "nb_func":
                    setattr(part, called, clock.time(function))
    from topple.cli.main import main as topple

    if code := topple(command):
        raise SystemExit(code)
    print(json.dumps({"cpu_s": time.process_time(), "engine_s": clock.seconds}))


class _Clock:
    """Adds up the CPU time of the functions that it wraps."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def time(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return function(*given, **named)
            finally:
                self.seconds += time.process_time() - start

        return timed


def _show(rows: list[list[str]], save: bool) -> None:
    import record

    print(record.machine(), record.table(rows), sep="\n")
    if save:
        record.save("share", "`topple eval` with random agents and one worker.", rows, [])


if __name__ == "__main__":
    sys.exit(main())
