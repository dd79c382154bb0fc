"""Topple installs into every supported Python, and the engine computes the same bits in each.

`make test-pythons` runs this. It looks for `python3.11` and so on in PATH and among the versions of
pyenv. Each one gets its own environment in build/pythons, a plain `pip install` and a
`topple doctor`. It needs a compiler and a package index, and takes minutes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

VERSIONS = ("3.11", "3.12", "3.13")
FEWEST = 2  # one Python has nothing to be compared with
ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "pythons"


@pytest.mark.slow
def test_every_python_computes_the_same_bits() -> None:
    found = {version: interpreter(version) for version in VERSIONS}
    engines = {
        version: doctor(install(version, python))["engine"]
        for version, python in found.items()
        if python is not None
    }
    if len(engines) < FEWEST:
        pytest.fail(
            f"found {list(engines)}: install {FEWEST} of {VERSIONS}, for example with pyenv"
        )
    assert all(engine["ok"] for engine in engines.values()), engines
    first, *others = engines.values()
    assert all(engine == first for engine in others), engines


def interpreter(version: str) -> str | None:
    """Find a Python that really has this version; a pyenv launcher may have none."""
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
    """Install Topple as a user would, into a new environment; return its folder."""
    home = FOLDER / version
    subprocess.run([python, "-m", "venv", "--clear", str(home)], check=True)
    # A separate build folder: the usual one belongs to the development install.
    command = [str(home / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    command += ["--config-settings", f"build-dir={FOLDER / f'build-{version}'}", str(ROOT)]
    subprocess.run(command, check=True)
    return home


def doctor(home: Path) -> dict[str, Any]:
    """Run `topple doctor` of an environment, outside the source tree."""
    command = [str(home / "bin" / "topple"), "doctor", "--json"]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=home)
    assert found.stdout, found.stderr
    said: dict[str, Any] = json.loads(found.stdout)
    return said
