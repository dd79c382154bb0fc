"""`topple list`."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from topple.cli import _overview
from topple.cli.main import main
from topple.errors import ToppleError
from topple.tasks import discover
from topple.tasks.template import Template
from topple.worlds import World, all_worlds, phyre, world, world_names


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


@pytest.mark.parametrize("name", world_names())
def test_the_stored_overview_counts_what_is_there(name: str) -> None:
    stored = json.loads(_overview.FILE.read_text())
    assert stored[name] == _overview.count(world(name)), "run `python -m tools.docs overview`"


def test_list_loads_no_world() -> None:
    code = """
import sys
from topple.cli.main import main
main(["list"])
sys.exit(str([name for name in ("numpy", "topple.worlds") if name in sys.modules]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False
    )
    assert "templates of birds, " in done.stderr
    assert done.stderr.splitlines()[-1] == "[]"


def test_worlds_that_other_packages_extend_are_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stored = json.loads(_overview.FILE.read_text())
    stored["phyre"]["groups"] = stored["pool"]["groups"] = {}
    (tmp_path / "overview.json").write_text(json.dumps(stored))
    monkeypatch.setattr(_overview, "FILE", tmp_path / "overview.json")
    offered = EntryPoints([EntryPoint("phyre.mine", "no.such:mine", "topple.templates")])
    monkeypatch.setattr(discover, "_entries", lambda group: offered.select(group=group))
    found = {each["world"]: each["groups"] for each in _overview.overviews()}
    assert found["pool"] == {}  # the stored tasks alone
    assert found["phyre"]["ball"]["tasks"] >= 2500


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


ALL = [(world, template) for world in all_worlds() for template in world.templates().values()]


@pytest.mark.parametrize(("world", "template"), ALL, ids=lambda each: each.name)
def test_endless_templates_have_further_tasks_and_others_none(
    world: World, template: Template
) -> None:
    number = world.further(template)
    if template.endless:
        assert template.task(number).id.index == number
    else:
        with pytest.raises(ToppleError):
            template.task(1)  # 0 is the only one


def test_further_variations_are_promised_only_where_there_are_any(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["list", "kinetix/random_s"]) == 0
    assert "further variations: kinetix/random_s:" in capsys.readouterr().err
    assert main(["list", "kinetix/s_h2_one_wheel_car"]) == 0
    out, err = capsys.readouterr()
    assert "kinetix/s_h2_one_wheel_car@1:000" in out
    assert err == ""


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


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("phyq-broad", "phyq-broad  Phy-Q, broad"),
        ("random", "random  Draws a random action"),
        ("benchmark", "benchmark version"),
        ("benchmarks", "benchmark  protocols"),
    ],
)
def test_a_protocol_an_agent_and_a_benchmark_are_found_by_their_names(
    name: str, beginning: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", name]) == 0
    assert capsys.readouterr().out.startswith(beginning)


@pytest.mark.parametrize(
    ("name", "close"),
    [
        ("phyqbroad", "phyq-broad"),
        ("memry", "memory"),
        ("protcols", "protocols"),
        ("phire", "phyre"),
    ],
)
def test_a_misspelt_name_of_any_kind_gets_a_suggestion(
    name: str, close: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", name]) == 2
    assert f"did you mean `{close}`?" in capsys.readouterr().err
