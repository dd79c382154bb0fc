"""`topple list`."""

from __future__ import annotations

import json

import pytest

from topple.cli.main import main
from topple.worlds import phyre, world_names


def test_list_shows_worlds_and_tiers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("birds ")
    assert "\nsingle_force " in out
    assert "\nphyre " in out
    assert "\nball " in out
    assert "\ntwo_balls " in out


def test_list_worlds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    worlds = {each["world"]: each for each in json.loads(capsys.readouterr().out)}
    assert list(worlds) == world_names()
    world = worlds["phyre"]
    tier = world["tiers"]["two_balls"]
    assert (tier["balls"], tier["action"]) == (2, 6)
    assert tier["templates"] >= 25
    assert tier["tasks"] >= 2500


def test_list_phyre_has_a_row_for_every_template(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "phyre"]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split() == ["template", "PHYRE", "tier", "tasks", "caption"]
    assert [row.split()[0] for row in rows] == list(phyre.all_templates())
    for row, template in zip(rows, phyre.all_templates().values(), strict=True):
        assert row.endswith(template.caption)


def test_list_phyre_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "phyre", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == len(phyre.all_templates())
    assert rows[2]["template"] == "off_the_ledge"
    assert rows[2]["phyre"] == "00002"
    assert rows[2]["tasks"] == 100


@pytest.mark.parametrize(
    "argv",
    [
        ["phyre", "off_the_ledge"],
        ["phyre", "00002"],
        ["phyre", "phyre/off_the_ledge"],
        ["phyre/off_the_ledge"],
    ],
)
def test_list_template_names_its_tasks(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", *argv]) == 0
    out, err = capsys.readouterr()
    assert "phyre/off_the_ledge@1:007  00002:007" in out
    assert out.count("phyre/off_the_ledge@1:") == 100
    assert "off_the_ledge:1000" in err


def test_listed_ids_resolve(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "phyre", "off_the_ledge", "--json"]) == 0
    for row in json.loads(capsys.readouterr().out)["ids"]:
        assert phyre.task(row["task"]) is phyre.task(row["phyre"])


def test_an_unknown_template_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "phyre", "of_the_ledge"]) == 2
    assert "did you mean `off_the_ledge`?" in capsys.readouterr().err


def test_agents_are_listed_with_the_worlds_they_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "agents", "--json"]) == 0
    worlds = {row["agent"]: row["worlds"] for row in json.loads(capsys.readouterr().out)}
    assert (worlds["bambirds-like"], worlds["dqn"], worlds["random"]) == (["birds"], ["phyre"], [])
    assert main(["list", "agents"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert next(row for row in rows if row.startswith("dqn-o")).split()[:3] == [
        "dqn-o",
        "online",
        "phyre",
    ]
    assert main(["list", "agents", "random"]) == 0
    assert "\nplays all worlds\n" in capsys.readouterr().out
