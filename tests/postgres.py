"""A PostgreSQL server of one's own: on a socket in a new folder, gone at the end."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"


def programs() -> Path | None:
    """Return the folder of the server's programs, if Debian's package is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


@contextmanager
def running() -> Iterator[str]:
    """Start a server; give its address, without the name of a database."""
    folder = programs()
    assert folder, "no PostgreSQL server is installed"
    place = Path(tempfile.mkdtemp(prefix="topple-pg-"))
    if os.getuid() == 0:  # the server refuses to run as root
        shutil.chown(place, USER)
    data, log = str(place / "data"), str(place / "log")
    try:
        _run(folder / "initdb", "-D", data, "-U", USER, "-A", "trust", "--no-instructions")
        options = f"-k {place} -c listen_addresses=''"
        _run(folder / "pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "-t", "120", "start")
        try:
            yield f"postgresql:///{{}}?host={place}&user={USER}"
        finally:
            _run(folder / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(place)


def _run(program: Path, *arguments: str) -> None:
    # PostgreSQL refuses to run as root.
    found = subprocess.run(
        [str(program), *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
        check=False,
        user=USER if os.getuid() == 0 else None,
    )
    assert found.returncode == 0, found.stderr
