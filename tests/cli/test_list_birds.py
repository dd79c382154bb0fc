"""`topple list birds`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.tasks.certificates import Certificate, Certificates
from topple.worlds.birds.stored_levels import SCENES
from topple.worlds.birds.template import SCENARIOS
from topple.worlds.birds.world import WORLD, Birds, all_templates, task


def test_every_scenario_counts_its_templates(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    world = next(w for w in json.loads(capsys.readouterr().out) if w["world"] == "birds")
    assert list(world["scenarios"]) == [*SCENARIOS, *SCENES]
    assert sum(counts["templates"] for counts in world["scenarios"].values()) == 75 + 34


def test_every_template_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "birds"]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split() == ["template", "Phy-Q", "file", "scenario", "tasks", "caption"]
    assert [row.split()[0] for row in rows] == list(WORLD.templates())


@pytest.mark.parametrize("argv", [["birds", "rolling"], ["birds/rolling"]])
def test_a_scenario_lists_its_templates(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", *argv, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["template"] for row in rows] == [
        t.name for t in all_templates().values() if t.scenario == "rolling"
    ]


@pytest.mark.parametrize(
    "argv",
    [["birds", "under_a_roof"], ["birds/under_a_roof"], ["birds", "1.1"], ["birds", "1_1_1"]],
)
def test_a_template_lists_its_certified_tasks(
    argv: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    facts = {"margin": 0.5, "straight": False, "tried": 1}
    found = Certificate(3, (-1.0, 0.0, -1.0, 0.0), facts)
    monkeypatch.setattr(Birds, "folder", tmp_path)
    (tmp_path / "certificates").mkdir()
    for template in all_templates().values():
        stored = Certificates(template.name, template.version, {3: found}, {}, Birds.columns)
        stored.save(tmp_path / "certificates" / f"{template.name}.json")
    assert main(["list", *argv, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    (row,) = listed["ids"]
    assert row["margin"] == 0.5
    assert task(row["task"]) is task(row["phyq"])
    assert main(["list", *argv]) == 0
    out, err = capsys.readouterr()
    assert "0.50" in out
    assert f"further variations: birds/{listed['template']}:4" in err


def test_an_unknown_name_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "birds", "roling"]) == 2
    assert "did you mean `rolling`?" in capsys.readouterr().err
