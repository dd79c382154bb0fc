"""What made a run: command, versions, machine, commit."""

from __future__ import annotations

import datetime
import platform
import subprocess
from importlib import metadata
from pathlib import Path

import numpy as np


def made_by(command: str) -> dict[str, str]:
    """Say what is making a run now."""
    return {
        "command": command,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "machine": f"{platform.platform()}, {platform.machine()}",
        "commit": _commit(),
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


def topple_version() -> str:
    """Give the installed version, or `unknown` when the source is used without one."""
    try:
        return metadata.version("topple")
    except metadata.PackageNotFoundError:
        return "unknown"


def _commit() -> str:
    """Name the commit of the source tree, if this is one; empty otherwise."""
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
