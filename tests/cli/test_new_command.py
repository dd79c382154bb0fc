"""`topple new`: what it writes runs at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from topple.cli.main import main
from topple.tasks.outcome import Outcome
from topple.web.play import Play
from topple.web.record import Record
from topple.worlds import find_task, guests, parts, world, world_names

WORLD = "curling"


class Console:
    """Runs commands in a folder, with the new world on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self("new", "world", WORLD)
        self("certify", WORLD)

    def __call__(self, *argv: str) -> str:
        return self.run([sys.executable, "-m", "topple.cli.main", *argv])

    def json(self, *argv: str) -> Any:
        return json.loads(self(*argv, "--json"))

    def run(self, command: list[str], folder: Path | None = None) -> str:
        path = os.pathsep.join([str(self.folder / WORLD), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            command,
            cwd=folder or self.folder,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout


@pytest.fixture(scope="module")
def topple(tmp_path_factory: pytest.TempPathFactory) -> Console:
    return Console(tmp_path_factory.mktemp("new"))


def test_a_new_world_is_listed_checked_shown_and_played(topple: Console) -> None:
    assert [row["tasks"] for row in topple.json("list", WORLD)] == [10, 10]
    assert topple.json("check", WORLD)["wrong"] == {}
    shown = topple.json("show", f"{WORLD}/on_ice:0", "--solution", "-o", "slide.png")
    assert shown["attempt"]["outcome"] == "solved"
    assert (topple.folder / "slide.png").read_bytes().startswith(b"\x89PNG")
    played = topple.json("eval", f"{WORLD}-all", "--agent", "random", "--out", "runs/random")
    assert played["runs"][0]["outcomes"]["solved"] > 0


def test_its_own_test_passes(topple: Console) -> None:
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    assert "1 passed" in topple.run(pytest_, topple.folder / WORLD)


def test_learners_and_people_can_play_it(topple: Console) -> None:
    pytest.importorskip("gymnasium")
    code = (
        "import gymnasium, topple.gym\n"
        f"env = gymnasium.make('topple/Curling-v0', tasks='{WORLD}/on_ice:0-3')\n"
        "env.reset(seed=0); print(env.step([2.0])[4]['task'])\n"
        "from topple.worlds import find_task, parts, world\n"
        f"own = world('{WORLD}'); task = find_task('{WORLD}/on_ice:0')\n"
        "player = parts.player(own); solution = own.solution(task)\n"
        "(done,) = player.performed(task, solution)\n"
        "grown = player.grown(task, (), done)\n"
        "print(own.play([task], [grown])[0].outcome)"
    )
    assert topple.run([sys.executable, "-c", code]).split()[-1] == "solved"


def test_a_new_agent_plays_any_world(topple: Console) -> None:
    topple("new", "agent", "hill_climber")
    agent = "hill_climber.py:HillClimber"
    played = topple.json("eval", f"{WORLD}-all", "--agent", agent, "--out", "runs/climber")
    outcomes = played["runs"][0]["outcomes"]
    assert outcomes["solved"] + outcomes["missed"] == sum(outcomes.values()) > 0
    code = (
        "import topple; from hill_climber import HillClimber\n"
        "from topple.testing import check_agent\n"
        f"check_agent(HillClimber(), [topple.task('{WORLD}/on_ice:0')])"
    )
    topple.run([sys.executable, "-c", code])


def test_a_new_template_is_shown_and_can_be_solved(topple: Console) -> None:
    topple("new", "template", "shelf_to_floor")
    topple("show", "./shelf_to_floor.py:1000", "-o", "scene.png")
    code = (
        "import topple; from topple.worlds import world\n"
        "task = topple.task('./shelf_to_floor.py:1000')\n"
        "codes = world('phyre').outcomes([task], task.actions.candidates(500))\n"
        "print((codes == 1).any(), world('phyre').play([task], [None])[0].outcome)"
    )
    assert topple.run([sys.executable, "-c", code]).split() == ["True", "missed"]


# PHYRE's has a test above: it certifies all tasks of a template together.
@pytest.mark.parametrize("name", [name for name in world_names() if name != "phyre"])
def test_a_new_template_of_each_world_is_shown_played_and_certified(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with guests.isolate():
        assert main(["new", "template", "my_own", "--world", name]) == 0
        steps = [line.split() for line in capsys.readouterr().err.splitlines() if "topple " in line]
        assert [step[1] for step in steps] == ["show", "play", "certify", "show"]
        assert main(steps[0][1:]) == 0
        assert main(steps[3][1:]) == 2
        assert "topple list my_own.py" in capsys.readouterr().err
        task, own = find_task(steps[1][2]), world(name)
        record = Record(tmp_path / "runs", "person")
        page = TestClient(Play(record).app(), base_url="http://127.0.0.1").get(f"/play/{task}")
        record.close()
        assert page.status_code == 200
        certify: Any = parts.certify(own).certify
        certifier = certify.__self__(own.template(task.id.template), 300, 1)
        certifier.examine(task)
        (found,) = certifier.found.values()
        (played,) = own.play([task], [found.solution], threads=1)
    assert played.outcome is Outcome.SOLVED


def test_nothing_is_overwritten(topple: Console, capsys: pytest.CaptureFixture[str]) -> None:
    there = str(topple.folder)
    assert main(["new", "world", WORLD, "--out", there]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (["world", "phyre"], "the name `phyre` is taken by another world"),
        (["agent", "random"], "the name `random` is taken by another agent"),
        (["template", "off_the_ledge"], "the name `off_the_ledge` is taken"),
        (["template", "shelf", "--world", "pond"], "there are: birds, iphyre, kinetix,"),
        (["world", "Two Words"], "cannot be the name of a Python module"),
        (["agent", "class"], "cannot be the name of a Python module"),
        (["agent", "mine", "--world", "phyre"], "unexpected argument `--world`"),
        (["planet", "mars"], "no KIND named `planet`"),
    ],
)
def test_a_name_that_does_not_fit_is_refused(
    argv: list[str], error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", *argv, "--out", str(tmp_path)]) == 2
    assert error in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
