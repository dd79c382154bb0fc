"""A machine with other last bits: C library, linear algebra, sums, hash seeds and locale.

Whatever decides a level, an action or an outcome must not notice.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from shake import FIRST, tasks, values

HERE = Path(__file__).parent
# Templates that draw normal numbers, as the originals do.
SEEDED = ("phyre/rows_of_pins@", "phyre/cascade_of_trays@")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="preloading is Linux's")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the library that is preloaded."""
    made = tmp_path_factory.mktemp("shaken") / "shake.so"
    # Without optimization the compiler does not replace the functions by its own.
    build = ["cc", "-O0", "-fno-builtin", "-shared", "-fPIC", "-w"]
    files = ["-o", str(made), str(HERE / "shake.c")]
    subprocess.run([*build, *files, "-ldl", "-lm"], check=True)
    return made


def shaken(library: Path, *words: str, seed: int = 0, where: str = "C") -> str:
    """Run `topple` on the shaken machine; return what it prints."""
    env = {"LD_PRELOAD": str(library), "PYTHONHASHSEED": str(seed), "LC_ALL": where}
    done = subprocess.run(
        [sys.executable, HERE / "shake.py", *words],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_machine_is_shaken(library: Path) -> None:
    seen = ast.literal_eval(shaken(library, "--show"))
    same = [name for name, value in values().items() if seen[name] == value]
    assert same == []


@pytest.mark.parametrize(("seed", "where"), [(1, "C"), (2, "C.UTF-8")])
def test_worlds_have_the_same_bits_there(library: Path, seed: int, where: str) -> None:
    found = json.loads(shaken(library, "doctor", "--json", seed=seed, where=where))
    worlds = found["engine"]["worlds"]
    assert {name: one["changed"] for name, one in worlds.items() if one["changed"]} == {}
    assert {name for name, one in worlds.items() if not one["ok"]} == set()
    assert all(one["scenes"] > 0 for one in worlds.values())


def test_the_first_tasks_of_every_template_are_the_same_there(library: Path) -> None:
    here, there = tasks(FIRST), json.loads(shaken(library, "--draw", seed=1))
    assert [task for task, scene in here.items() if there[task] != scene] == []
    assert here.keys() == there.keys()
    templates = {task.rpartition(":")[0] for task in here}
    assert len(templates) > 150
    assert sum(task.startswith(SEEDED) for task in here) == FIRST * len(SEEDED)


@pytest.mark.slow
def test_the_demo_ends_in_its_page_there(library: Path, tmp_path: Path) -> None:
    shaken(library, "demo", "--limit", "1", "--json", "--out", str(tmp_path))
    assert "not ok" not in (tmp_path / "index.html").read_text()
