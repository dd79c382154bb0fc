"""Run the original PHYRE package in a separate Python 3.9, over a pipe."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from tools.align.original import NoOriginal

PACKAGE = "phyre==0.2.2"
FOLDER = Path(__file__).resolve().parents[3] / "build" / "reference"
_WORKER = Path(__file__).resolve().parents[3] / "benchmarks" / "reference_worker.py"
_VARIABLE = "TOPPLE_PYTHON39"


class Reference:
    """A running copy of the original package; `ask` sends a request and returns the answer."""

    def __init__(self) -> None:
        # Isolated, so that `import phyre` does not find the script next to the worker.
        self._process = subprocess.Popen(
            [environment(), "-I", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Reference:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def ask(self, request: str, **values: object) -> Any:
        """Send a request with its values and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = ""
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps({"request": request, **values}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            raise NoOriginal(
                f"the original package stopped at `{request}`", "see its message above"
            )
        return json.loads(line)


def environment() -> Path:
    """Return the Python of an environment with the package, made on first use."""
    python = FOLDER / "python39" / "bin" / "python"
    done = FOLDER / "python39" / "installed"
    if not done.exists():
        base = find_python39()
        print(f"installing {PACKAGE} with {base} under {FOLDER}", file=sys.stderr)
        _run(base, "-m", "venv", "--clear", FOLDER / "python39")
        _run(python, "-m", "pip", "install", "--quiet", PACKAGE)
        done.touch()
    return python


def wheel() -> Path:
    """Return the wheel of the package, fetched from the package index on first use."""
    name = "{}-{}-*.whl".format(*PACKAGE.split("=="))
    if not list(FOLDER.glob(name)):
        print(f"fetching {PACKAGE} into {FOLDER}", file=sys.stderr)
        target = ("--python-version", "3.9", "--platform", "manylinux1_x86_64")
        only = ("--no-deps", "--only-binary=:all:")
        _run(sys.executable, "-m", "pip", "download", "-q", *only, *target, "-d", FOLDER, PACKAGE)
    return next(FOLDER.glob(name))


def find_python39() -> str:
    """Find a Python 3.9, the last version that the package has wheels for."""
    for candidate in _candidates():
        # A pyenv launcher may be on the path although its version is not installed.
        probe = [candidate, "-c", "import sys; print(sys.version_info[:2] == (3, 9))"]
        try:
            answer = subprocess.run(probe, capture_output=True, text=True, check=False)
        except OSError:
            continue
        if answer.stdout.strip() == "True":
            return candidate
    raise NoOriginal(
        f"{PACKAGE} needs Python 3.9, and none was found",
        f"install it (`pyenv install 3.9`), or set {_VARIABLE} to its path",
    )


def _candidates() -> Iterator[str]:
    named = os.environ.get(_VARIABLE)
    if named:
        yield named
        return
    on_path = shutil.which("python3.9")
    if on_path:
        yield on_path
    for found in sorted(Path.home().glob(".pyenv/versions/3.9*/bin/python"), reverse=True):
        yield str(found)


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        what = " ".join(map(str, command))
        raise NoOriginal(f"`{what}` failed", done.stderr.strip()[-2000:])
