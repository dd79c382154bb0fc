"""Provenance of a run: command, versions, machine, commit."""

from __future__ import annotations

import datetime
import platform
import subprocess
from functools import cache
from pathlib import Path

import numpy as np


def made_by(command: str) -> dict[str, str]:
    """Return the provenance of a run that starts now."""
    return {
        "command": command,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "machine": f"{platform.platform()}, {platform.machine()}",
        "commit": _commit(),
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


@cache  # a process may make hundreds of runs, all by the code that it has loaded
def _commit() -> str:
    """Return the commit of the source tree, or an empty text outside of one."""
    source = Path(__file__).parent
    try:
        found = subprocess.run(
            ["git", "-C", str(source), "describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return found.stdout.strip()
