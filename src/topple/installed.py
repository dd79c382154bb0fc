"""How Topple is installed here: its distribution, and commands that work as they are printed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib import metadata
from pathlib import Path

DISTRIBUTION = "topple-bench"
# An environment that was made before the distribution had its name still has the other one.
NAMES = (DISTRIBUTION, "topple")
_SOURCE = Path(__file__).resolve().parents[2]


def requirements() -> list[str]:
    """Return the requirements of the distribution, those of its extras included."""
    for name in NAMES:
        if _is_installed(name):
            return metadata.requires(name) or []
    return []


def program(name: str) -> str:
    """Return how to call a program of this Python's environment from the current folder."""
    own = Path(sys.executable).with_name(name)
    found = shutil.which(name)
    if found and Path(found).parent == own.parent:
        return name
    near = own.is_relative_to(Path.cwd())
    return shlex.quote(os.path.relpath(own) if near else str(own))


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this Python's environment."""
    from_source = not _is_installed(DISTRIBUTION) and (_SOURCE / "pyproject.toml").is_file()
    what = _SOURCE if from_source else DISTRIBUTION
    return f"{program('python')} -m pip install '{what}[{extra}]'"


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True
