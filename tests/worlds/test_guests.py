"""Templates from outside: by file, by module and by entry point."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from topple.errors import BadInput
from topple.worlds import film, find_task, find_template, guests, world

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
TEMPLATE = EXAMPLES / "shelf_to_jar.py"
TASK = "phyre/shelf_to_jar@1:1000"

BIRDS = '''"""Hit the pig."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.template import template


@template()
def low_pig(stage):
    stage.birds("red")
    pig = stage.pig("small", 2.25, 1.44)
    stage.move(pig, HalfLow(x=(-4.96, 6.4), y=(-2.4, 2), without="left"))
'''


class Console:
    """Runs commands in a folder that holds a template and a protocol over it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copy(TEMPLATE, folder)
        shutil.copy(EXAMPLES / "shelf_protocol.py", folder)

    def __call__(self, *argv: str, path: str = "") -> str:
        done = self.run(*argv, path=path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *argv: str) -> Any:
        return json.loads(self(*argv, "--json"))

    def run(self, *argv: str, path: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "topple.cli.main", *argv],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": path or os.environ.get("PYTHONPATH", "")},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


@pytest.fixture(scope="module")
def topple(tmp_path_factory: pytest.TempPathFactory) -> Console:
    return Console(tmp_path_factory.mktemp("own"))


@pytest.mark.parametrize(
    "text", [f"{TEMPLATE}:1000", f"{TEMPLATE}:shelf_to_jar:1000"], ids=["file", "file and name"]
)
def test_a_task_is_found_by_the_file_of_its_template(text: str) -> None:
    task = find_task(text)
    assert str(task) == TASK
    assert find_task(TASK) is task, "once loaded, it is found by its id"
    assert world("phyre").certificate(task) is None
    assert world("phyre").certificate_file(find_template(str(TEMPLATE))) == (
        EXAMPLES / "certificates" / "shelf_to_jar.json"
    )


def test_a_task_is_found_by_the_module_of_its_template(topple: Console) -> None:
    shown = topple("show", "shelf_to_jar:shelf_to_jar:1000", path=str(topple.folder))
    assert shown.startswith(TASK)


def test_a_bird_template_of_a_file_has_a_scenario_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "low_pig.py").write_text(BIRDS)
    task = find_task(f"{tmp_path / 'low_pig.py'}:7")
    assert str(task) == "birds/low_pig@1:007"
    assert find_template(str(tmp_path / "low_pig.py")).group == "own"
    assert film(task, None).still(64).shape[1] == 64


@pytest.mark.parametrize("text", ["00002:042", "1.1:007", "phyre/off_the_ledge:3", "2_1_8:0"])
def test_ids_are_no_references(text: str) -> None:
    assert guests.task_reference(text) is None


def test_a_file_without_the_template_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.py"
    path.write_text("empty = 3\n")
    with pytest.raises(BadInput, match=r"`empty` in .* is not a template"):
        find_task(f"{path}:0")
    with pytest.raises(BadInput, match="No such file"):
        find_task(f"{tmp_path / 'missing.py'}:0")


def test_a_name_that_the_world_has_is_refused(tmp_path: Path) -> None:
    copy = TEMPLATE.read_text().replace("shelf_to_jar", "off_the_ledge")
    (tmp_path / "off_the_ledge.py").write_text(copy)
    with pytest.raises(BadInput, match="has a template `off_the_ledge` already"):
        world("phyre").template(str(tmp_path / "off_the_ledge.py"))


def test_show_and_simulate_take_files(topple: Console) -> None:
    assert topple.json("show", "./shelf_to_jar.py:1000")["task"] == TASK
    topple("show", "shelf_to_jar.py:1000", "-o", "scene.png")
    assert (topple.folder / "scene.png").stat().st_size > 500
    line = {"task": "./shelf_to_jar.py:1000", "action": [0.1, 0.9, 0.2]}
    (topple.folder / "lines.jsonl").write_text(json.dumps(line))
    assert json.loads(topple("simulate", "lines.jsonl"))["outcome"] in ("solved", "missed")


def test_a_protocol_over_it_is_played_and_replayed(topple: Console) -> None:
    found = topple.json(
        "eval", "shelf_protocol.py:PROTOCOL", "--agent", "random", "--out", "runs/own"
    )
    assert found["runs"][0]["tasks"] == 10
    topple("report", "runs/own", "--out", "report.html")
    played = json.loads((topple.folder / "runs/own/attempts.jsonl").read_text().splitlines()[0])
    assert played["task"].startswith("phyre/shelf_to_jar@1:10")
    index = played["task"].rpartition(":")[2]
    again = topple.json("show", "runs/own", "--task", f"./shelf_to_jar.py:{index}")
    assert again["as_recorded"] is True


def test_packages_offer_templates_and_a_broken_one_is_a_warning(topple: Console) -> None:
    site = topple.folder / "site"
    info = site / "shelves-1.0.dist-info"
    info.mkdir(parents=True)
    shutil.copy(TEMPLATE, site / "shelves.py")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shelves\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[topple.templates]\n"
        "phyre.shelf_to_jar = shelves:shelf_to_jar\n"
        "phyre.broken = shelves:nothing\n"
        "birds.wrong = shelves:shelf_to_jar\n"
    )
    done = topple.run("show", TASK, path=str(site))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(TASK)
    assert "phyre.broken" in done.stderr
    assert "shelf_to_jar" in topple("list", "phyre", path=str(site))
    listed = topple.run("list", "birds", path=str(site))
    assert "shelf_to_jar" not in listed.stdout
    assert "is not a template of birds" in listed.stderr
