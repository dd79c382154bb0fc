"""Install Topple into every Python found and compare what the engine gives.

    python tools/test_pythons.py

Looks for `python3.11` and so on in PATH and among pyenv's. Each gets an environment of its own in
build/pythons, a plain `pip install` and a `topple doctor`. Exit code 1: the digests differ, one is
not the golden one, something could not be installed, or there was nothing to compare.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13")
LEAST = 2
ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "pythons"


@dataclass(frozen=True)
class Row:
    """What one Python said."""

    python: str
    numpy: str
    digest: str
    ok: bool


def interpreter(version: str) -> str | None:
    """Find a Python that really is of this version; a pyenv shim may be of none."""
    for candidate in _candidates(version):
        code = "import sys; print('%d.%d' % sys.version_info[:2])"
        found = subprocess.run([candidate, "-c", code], capture_output=True, text=True, check=False)
        if found.returncode == 0 and found.stdout.strip() == version:
            return candidate
    return None


def _candidates(version: str) -> Iterator[str]:
    in_path = shutil.which(f"python{version}")
    if in_path:
        yield in_path
    pyenv = Path.home() / ".pyenv" / "versions"
    yield from map(str, sorted(pyenv.glob(f"{version}*/bin/python"), reverse=True))


def install(version: str, python: str) -> Path:
    """Make an environment, install Topple as a user would, and give the environment's folder."""
    home = FOLDER / version
    subprocess.run([python, "-m", "venv", "--clear", str(home)], check=True)
    # A build folder of its own: the usual one belongs to the development install.
    command = [str(home / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    command += ["--config-settings", f"build-dir={FOLDER / f'build-{version}'}", str(ROOT)]
    subprocess.run(command, check=True)
    return home


def ask(home: Path) -> Row:
    """Ask the doctor of one environment, away from the source tree."""
    command = [str(home / "bin" / "topple"), "doctor", "--json"]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=home)
    if not found.stdout:
        raise subprocess.CalledProcessError(found.returncode, command, stderr=found.stderr)
    said = json.loads(found.stdout)
    engine = said["engine"]
    return Row(said["python"], said["numpy"], engine["digest"], engine["ok"])


def main() -> int:
    """Compare and print a table."""
    rows = []
    for version in VERSIONS:
        python = interpreter(version)
        if python is None:
            print(f"no Python {version} found", file=sys.stderr)
            continue
        try:
            rows.append(ask(install(version, python)))
        except subprocess.CalledProcessError as error:
            print(f"error: Python {version}: {error}\n{error.stderr or ''}", file=sys.stderr)
            return 1
    print(f"{'python':<20}  {'numpy':<8}  {'digest':<16}  engine")
    for row in rows:
        state = "ok" if row.ok else "not ok"
        print(f"{row.python:<20}  {row.numpy:<8}  {row.digest:<16}  {state}")
    if len(rows) < LEAST:
        print(f"error: {len(rows)} of {', '.join(VERSIONS)} found", file=sys.stderr)
        print("hint: install another one, with pyenv for instance", file=sys.stderr)
        return 1
    if len({row.digest for row in rows}) > 1 or not all(row.ok for row in rows):
        print("error: the engine does not give the same bits everywhere", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
