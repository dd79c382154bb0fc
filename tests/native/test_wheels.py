"""Wheels: built without a network from the source archive, and of use in an empty environment.

`make test-pythons` runs this for every Python that it finds. Only what Topple depends on comes from
a package index. It takes minutes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
from test_pythons import VERSIONS, interpreter

ROOT = Path(__file__).parents[2]
UNREACHABLE = {"PIP_NO_INDEX": "1", "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}


def build(*command: str, folder: Path, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the source archive, with the engines in it."""
    out = tmp_path_factory.mktemp("source")
    build(sys.executable, "native/prepare.py", "--archives", folder=ROOT)
    made = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(out)]
    build(*made, folder=ROOT)
    (found,) = out.glob("topple_bench-*.tar.gz")
    return found


@pytest.mark.slow
def test_the_source_archive_holds_the_engines_and_no_page(source: Path) -> None:
    with tarfile.open(source) as archive:
        names = archive.getnames()
    engines = [tomllib.loads(path.read_text()) for path in ROOT.glob("native/*/source.toml")]
    for engine in engines:
        kept = f"native/archives/{engine['package']}-{engine['version']}.tar.gz"
        assert any(name.endswith(kept) for name in names)
    assert not any("/docs/" in name for name in names)


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_a_wheel_works_in_an_empty_environment(version: str, source: Path, tmp_path: Path) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    builder, home = tmp_path / "builder", tmp_path / "home"
    build(python, "-m", "venv", str(builder), folder=tmp_path)
    needed = ["scikit-build-core>=0.11", "nanobind>=2.4", "cmake", "ninja"]
    build(str(builder / "bin" / "pip"), "install", "-q", *needed, folder=tmp_path)
    path = {**UNREACHABLE, "PATH": f"{builder / 'bin'}:/usr/bin:/bin"}
    wheel = ["pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", str(tmp_path)]
    build(str(builder / "bin" / wheel[0]), *wheel[1:], str(source), folder=tmp_path, env=path)
    (made,) = tmp_path.glob("topple_bench-*.whl")
    build(python, "-m", "venv", str(home), folder=tmp_path)
    build(str(home / "bin" / "pip"), "install", "-q", f"{made}[report]", folder=tmp_path)
    topple = str(home / "bin" / "topple")
    build(topple, "doctor", folder=tmp_path)
    build(topple, "show", "00002:023", "--solution", "--out", "film.html", folder=tmp_path)
    line = [topple, "eval", "phyre-b-within", "--agent", "random", "--limit", "2", "--json"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)
    assert (tmp_path / "film.html").stat().st_size > 10_000
