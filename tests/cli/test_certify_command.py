"""`topple certify` and `topple check`, for worlds and questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli._selection import choose_templates
from topple.cli.main import main
from topple.errors import UnknownName
from topple.worlds import all_worlds, phyre
from topple.worlds.birds import certify
from topple.worlds.birds.stored_levels import all_levels
from topple.worlds.birds.world import WORLD, Birds

TEMPLATE = "pig_on_the_ground"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Certify two tasks a template, where nobody looks for certificates."""
    monkeypatch.setattr(Birds, "folder", tmp_path)
    monkeypatch.setattr(certify, "TASKS", 2)
    return tmp_path / "certificates"


def test_no_name_stands_for_all_templates() -> None:
    assert [str(one) for one in choose_templates([])] == [
        *(f"{world.name}/{name}" for world in all_worlds() for name in world.templates()),
        *(f"physiq/{template.name}" for template in phyre.shipped_templates()),
    ]


def test_a_world_stands_for_its_templates() -> None:
    assert [one.template.name for one in choose_templates(["birds"])] == list(WORLD.templates())


def test_a_group_stands_for_its_templates() -> None:
    assert [one.template.name for one in choose_templates(["birds/scene_two"])] == [
        name for name, level in all_levels().items() if level.scene == "scene_two"
    ]


@pytest.mark.parametrize("name", ["birds/under_a_roof", "under_a_roof", "00002", "phyre/00002"])
def test_templates_are_found_by_any_name(name: str) -> None:
    (one,) = choose_templates([name])
    assert str(one) in ("birds/under_a_roof", "phyre/off_the_ledge")


@pytest.mark.parametrize(
    ("name", "close"),
    [("of_the_ledge", "off_the_ledge"), ("under_aroof", "under_a_roof")],
)
def test_a_name_of_no_world_gets_a_suggestion(name: str, close: str) -> None:
    with pytest.raises(UnknownName) as caught:
        choose_templates([name])
    assert f"did you mean `{close}`?" in caught.value.hint


def test_birds_are_certified_kept_and_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["certify", f"birds/{TEMPLATE}", "--threads", "1"]
    assert main(command) == 0
    assert "2 certified" in capsys.readouterr().err
    path = folder / f"{TEMPLATE}.json"
    before = path.stat().st_mtime_ns
    assert main(command) == 0
    assert path.stat().st_mtime_ns == before
    assert main(["check", f"birds/{TEMPLATE}", "--most", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["checked"], found["wrong"]) == (1, {})
    assert "fall_to_straight_shots" in found


def test_a_template_of_birds_without_certificates_is_wrong(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", f"birds/{TEMPLATE}"]) == 1
    assert "no certificates" in capsys.readouterr().err


def test_levels_without_a_known_solution_are_listed_and_not_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "kinetix/l_mjc_walker", "kinetix/s_h1_thrust_over_ball"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "1 certificates checked: all hold"
    assert said[1] == "1 templates have no known solution: kinetix/l_mjc_walker"


def test_every_level_of_kinetix_is_certified_or_declared_open() -> None:
    from topple.worlds.kinetix.world import WORLD as KINETIX

    missing = [
        name
        for name, template in KINETIX.templates().items()
        if KINETIX.certificates(template).faults(template.version)
    ]
    assert missing == []
