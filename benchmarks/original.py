"""Ask an original package, which is installed in an environment of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


def ask(python: str, worker: str, request: object, **variables: str) -> Any:
    """Send a request to a script of this folder and return its answer.

    If the package cannot be asked, say why and end the program.
    """
    if shutil.which(python) is None:
        sys.exit(f"error: there is no Python `{python}`\nhint: give the path of an interpreter")
    # Isolated: modules of this folder, `kinetix.py` for one, must not hide the package.
    done = subprocess.run(
        [python, "-I", str(_FOLDER / worker)],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it said nothing"]
        sys.exit(
            f"error: {worker} failed with `{python}`: {said[-1]}\n"
            f"hint: benchmarks/README.md names the package and its version; {_version(python)}"
        )
    return json.loads(done.stdout.splitlines()[-1])


def _version(python: str) -> str:
    done = subprocess.run([python, "--version"], capture_output=True, text=True, check=False)
    return f"this is {done.stdout.strip() or done.stderr.strip() or 'no Python'}"
