"""`topple show` of tasks of birds."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from topple.cli.main import main
from topple.tasks.certificates import Certificate
from topple.worlds.birds.action_space import action_of
from topple.worlds.birds.look.paths import INKS
from topple.worlds.birds.planner import shots_at
from topple.worlds.birds.world import Birds, task

TASK = "birds/pig_on_the_ground:0"
MISS = ["--action", "-0.1", "0.9", "-1", "0"]


@pytest.fixture(scope="module")
def hit() -> tuple[float, ...]:
    """Shoot straight at the pig."""
    found = task(TASK)
    pig = next(thing for thing in found.level.things if thing.role == "pig")
    return action_of(shots_at(pig.x, pig.y)[:1])


def with_action(action: tuple[float, ...]) -> list[str]:
    return ["--action", *map(str, action)]


def pixels_of(path: Path, ink: tuple[int, int, int]) -> int:
    return int((np.asarray(Image.open(path).convert("RGB")) == ink).all(axis=2).sum())


@pytest.mark.parametrize("name", ["birds/under_a_roof:3", "1.1:3", "1_1_4:3"])
def test_a_task_is_described_by_any_of_its_names(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", name]) == 0
    out = capsys.readouterr().out
    head = "birds/under_a_roof@1:003  Phy-Q 1.1, file 1_1_4, scenario single force\n"
    assert out.startswith(head + task(name).caption)
    assert "\nbirds: red\npigs: 1 small\n" in out
    assert "certified" in out


def test_json_holds_task_and_attempt_of_birds(
    hit: tuple[float, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", TASK, *with_action(hit), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["scenario"] == "single_force"
    assert facts["birds"] == ["red"]
    assert facts["attempt"]["outcome"] == "solved"
    assert facts["attempt"]["pigs_left"] == 0


def test_a_scene_has_both_arcs(tmp_path: Path) -> None:
    path = tmp_path / "scene.png"
    assert main(["show", TASK, "-o", str(path)]) == 0
    assert Image.open(path).size == (640, 384)
    assert all(pixels_of(path, ink) > 50 for ink in INKS[:2])
    assert pixels_of(path, INKS[2]) == 0


def test_an_attempt_is_described(
    hit: tuple[float, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", TASK, *with_action(hit)]) == 0
    out = capsys.readouterr().out
    assert "red bird at " in out
    assert "1 of 1 birds shot, no pig left" in out
    assert main(["show", TASK, *MISS]) == 0
    assert "missed after" in capsys.readouterr().out


def test_a_sling_stretches_only_so_far(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", TASK, "--action", "5", "5", "-1", "0"]) == 0
    assert "drawn 1.00 instead of 7.07" in capsys.readouterr().out


@pytest.mark.parametrize("ending", ["gif", "webp", "mp4", "png", "html"])
def test_an_attempt_becomes_a_film_a_strip_or_a_page(
    ending: str, hit: tuple[float, ...], tmp_path: Path
) -> None:
    path = tmp_path / f"attempt.{ending}"
    options = ["--size", "101", "--stride", "40"]
    assert main(["show", TASK, *with_action(hit), "-o", str(path), *options]) == 0
    assert path.stat().st_size > 1000


@pytest.mark.parametrize(
    ("action", "error"),
    [(["1", "2", "3"], "birds take 4 numbers each"), (["0", "0", "-1", "-5"], "delay is -5.0")],
)
def test_a_bad_action_is_explained(
    action: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", TASK, "--action", *action]) == 2
    assert error in capsys.readouterr().err


def test_the_stored_solution_is_played(
    hit: tuple[float, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = Certificate(0, hit, {"margin": 0.75, "straight": True, "tried": 1})
    monkeypatch.setattr(Birds, "certificate", lambda self, task: stored)
    assert main(["show", TASK, "--solution"]) == 0
    out = capsys.readouterr().out
    assert "certified: 75% of nearby shots solve it too" in out
    assert "solved after" in out


def test_the_stored_solution_of_phyre_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "00003:017", "--solution"]) == 0
    assert "solved after" in capsys.readouterr().out


def test_a_task_without_a_solution_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "birds/pig_on_the_ground:9999", "--solution"]) == 2
    assert "has no stored solution" in capsys.readouterr().err
