"""`topple show`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from topple.cli.main import main
from topple.installed import install_command
from topple.worlds import phyre
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.view import PALETTE

SOLVING = ["--action", "0.3", "0.8", "0.3"]
OCCLUDED = ["--action", "0.28", "0.1", "0.3"]


def colours(path: Path) -> dict[tuple[int, ...], int]:
    """Count the pixels of each colour."""
    pixels = np.asarray(Image.open(path).convert("RGB")).reshape(-1, 3)
    found, counts = np.unique(pixels, axis=0, return_counts=True)
    return {tuple(map(int, rgb)): int(n) for rgb, n in zip(found, counts, strict=True)}


def rgb(colour: Colour) -> tuple[int, ...]:
    return tuple(map(int, PALETTE[colour]))


def test_a_task_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "00003:017"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("phyre/tip_the_rod@1:017  PHYRE 00003:017, tier ball\n")
    assert "goal: the green bar touching the purple bar for 3 seconds" in out
    assert len([line for line in out.splitlines() if line.endswith("goal")]) == 2
    assert err == ""


def test_a_description_needs_no_film(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topple.worlds.film", None)
    assert main(["show", "00003:017"]) == 0
    assert main(["show", "00003:017", "--json"]) == 0


def test_an_attempt_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "00003:017", *SOLVING]) == 0
    out = capsys.readouterr().out
    assert "ball at x 76, y 204 with radius 11 pixels" in out
    assert "solved after 665 steps (11.1 s)" in out


def test_a_missed_attempt_was_shown_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "00003:017", "--action", "0.9", "0.8", "0.1"]) == 0
    assert "missed after 1000 steps" in capsys.readouterr().out


def test_json_holds_task_and_attempt(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "00003:017", *SOLVING, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["task"] == "phyre/tip_the_rod@1:017"
    assert facts["goal"]["relation"] == "touching"
    assert len(facts["bodies"]) == 7
    assert facts["attempt"]["outcome"] == "solved"
    batch = phyre.simulate(phyre.task("00003:017"), [0.3, 0.8, 0.3])
    assert facts["attempt"]["bodies"] == batch.bodies(0).tolist()


def test_a_picture_shows_the_scene(tmp_path: Path) -> None:
    path = tmp_path / "scene.png"
    assert main(["show", "00003:017", "-o", str(path), "--size", "300"]) == 0
    assert Image.open(path).size == (300, 300)
    found = colours(path)
    assert {rgb(Colour.GREEN), rgb(Colour.PURPLE), rgb(Colour.GRAY)} <= set(found)
    assert rgb(Colour.RED) not in found


def test_a_picture_of_an_attempt_is_a_strip_of_eight(tmp_path: Path) -> None:
    path = tmp_path / "strip.png"
    assert main(["show", "00003:017", *SOLVING, "-o", str(path), "--size", "120"]) == 0
    width, height = Image.open(path).size
    assert 4 * 120 < width < 4 * 140
    assert 2 * 120 < height < 2 * 160
    assert rgb(Colour.RED) in colours(path)


def test_a_strip_can_have_a_moment_every_so_many_steps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "strip.png"
    command = ["show", "00003:017", *SOLVING, "-o", str(path), "--size", "64"]
    assert main([*command, "--stride", "100"]) == 0
    assert main([*command, "--stride", "1"]) == 2
    assert "a strip cannot hold 666 pictures" in capsys.readouterr().err


def test_a_png_needs_no_further_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "av", None)
    assert main(["show", "00003:017", *SOLVING, "-o", str(tmp_path / "strip.png")]) == 0
    capsys.readouterr()
    for ending in ("gif", "webp", "mp4"):
        assert main(["show", "00003:017", "-o", str(tmp_path / f"film.{ending}")]) == 2
        assert f"hint: {install_command('report')}" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["png", "gif", "webp", "mp4", "html"])
def test_an_invalid_action_is_shown_explained_and_gives_1(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"attempt.{ending}"
    assert main(["show", "00003:017", *OCCLUDED, "-o", str(path)]) == 1
    out, err = capsys.readouterr()
    assert "ball at x 71, y 25 with radius 11 pixels" in out
    assert "error: the action is invalid: occluded" in err
    assert "hint: the ball overlaps" in err
    assert path.stat().st_size > 1000
    if ending == "png":
        assert colours(path)[rgb(Colour.RED)] > 100


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (["0.3", "0.0", "0.3"], "out of scene"),
        (["1.1", "0.5", "0.3"], "out of range"),
        (["-0.1", "0.5", "0.3"], "out of range"),
        (["1e300", "0.5", "0.3"], "out of range"),
    ],
)
def test_every_refusal_has_words(
    action: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "attempt.png"
    assert main(["show", "00003:017", "--action", *action, "-o", str(path)]) == 1
    assert f"error: the action is invalid: {reason}" in capsys.readouterr().err
    assert path.exists()


def test_two_balls_too_near_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    action = ["0.5", "0.5", "0.3", "0.5", "0.5", "0.3"]
    assert main(["show", "00101:1000", "--action", *action]) == 1
    assert "the two balls overlap" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (["--action", "0.3", "0.8"], "takes 3 numbers"),
        (["--action", "nan", "0.8", "0.3"], "`nan` is not a number"),
        (["--action", "0.3", "x", "0.3"], "`x` is not a number"),
        (["-o", "scene.bmp"], "cannot make a `scene.bmp`"),
        (["-o", "no/such/folder/scene.png"], "no folder"),
        (["-o", "film.gif", "--size", "2000"], "cannot make a film 2000 pixels wide"),
        (["-o", "scene.png", "--size", "5"], "5 is too small"),
        (["-o", "scene.png", "--stride", "0"], "0 is too small"),
    ],
)
def test_misuse_writes_nothing(
    argv: list[str],
    error: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["show", "00003:017", *argv]) == 2
    assert error in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
