"""Level files are tasks, in every world that reads them."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import gymnasium
import pytest

import topple
from topple.adapters.gymnasium import environment_id
from topple.cli.main import main
from topple.errors import BadInput, BadLevel, UnknownName
from topple.tasks.outcome import Outcome
from topple.worlds import all_worlds, levels, world
from topple.worlds.birds import read_level
from topple.worlds.birds.files import LARGEST_FILE

LEVEL = """<?xml version="1.0" encoding="utf-16"?>
<Level width="2">
  <Camera x="0" y="-1" minWidth="25" maxWidth="35" />
  <Birds>
    <Bird type="BirdRed"/>
  </Birds>
  <Slingshot x="-12.0" y="-2.5" />
  <GameObjects>
    <Pig type="BasicSmall" material="" x="{x}" y="-3.28" rotation="0" />
    <Block type="SquareTiny" material="wood" x="6" y="-3.39" rotation="0" />
  </GameObjects>
</Level>
"""
load_level = partial(levels.load_level, worlds=[*all_worlds()])
load_levels = partial(levels.load_levels, worlds=[*all_worlds()])
FLAT = [-1.0, -0.05, -1.0, 0.0]  # a shot along the ground, at the pig
STEEP = [-0.5, -0.87, -1.0, 0.0]


def write(path: Path, x: float = 0.0, text: str = LEVEL) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.format(x=x))
    return path


def test_a_file_is_a_task_of_the_python_front(tmp_path: Path) -> None:
    path = write(tmp_path / "one pig.xml")
    task = topple.task(str(path))
    assert str(task).startswith("birds/one_pig_")
    assert str(task).endswith("@1:000")
    assert topple.task(str(task)) is task
    outcomes = [each.outcome for each in topple.simulate(str(path), [FLAT, STEEP])]
    assert outcomes == [Outcome.SOLVED, Outcome.MISSED]


def test_its_id_depends_on_the_level_alone(tmp_path: Path) -> None:
    task = load_level(write(tmp_path / "pig.xml"))
    assert load_level(write(tmp_path / "elsewhere" / "pig.xml")) is task
    assert str(load_level(write(tmp_path / "pig.xml", 0.5))) != str(task)
    for name in ("pig", task.id.template):
        (tmp_path / f"{name}.json").write_text(levels.level_text(task, world("birds")))
        assert load_level(tmp_path / f"{name}.json") is task


def test_another_number_is_no_task(tmp_path: Path) -> None:
    task = load_level(write(tmp_path / "pig.xml"))
    with pytest.raises(UnknownName, match="no task named"):
        topple.task(str(task).replace(":000", ":001"))


def test_show_and_simulate_take_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "pig.xml")
    assert main(["show", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pigs"] == {"small": 1}
    assert main(["show", str(path), "-o", str(tmp_path / "pig.png")]) == 0
    lines = tmp_path / "attempts.jsonl"
    lines.write_text(json.dumps({"task": str(path), "action": FLAT}))
    capsys.readouterr()
    assert main(["simulate", str(lines)]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "solved"


def test_environments_take_files(tmp_path: Path) -> None:
    path = write(tmp_path / "pig.xml")
    env = gymnasium.make(environment_id("birds"), tasks=[str(path)])
    _, info = env.reset(seed=0)
    assert info["task"] == str(load_level(path))


def test_a_folder_holds_tasks_by_path(tmp_path: Path) -> None:
    write(tmp_path / "b.xml", 1.0)
    write(tmp_path / "more" / "a.xml", 2.0)
    (tmp_path / "README.md").write_text("not a level")
    found = load_levels(tmp_path)
    assert list(found) == ["b.xml", "more/a.xml"]
    assert [task.id.world for task in found.values()] == ["birds", "birds"]


def test_a_level_is_played_once(tmp_path: Path) -> None:
    write(tmp_path / "a.xml")
    write(tmp_path / "more" / "a.xml")
    with pytest.warns(UserWarning, match=r"`more/a.xml` holds the same level as `a.xml`"):
        assert list(load_levels(tmp_path)) == ["a.xml"]


def test_a_single_file_is_a_set_of_one(tmp_path: Path) -> None:
    write(tmp_path / "a.xml")
    assert list(load_levels(tmp_path / "a.xml")) == ["a.xml"]


@pytest.mark.parametrize("what", ["bird", "pig"])
def test_a_level_that_nobody_can_play_is_refused(tmp_path: Path, what: str) -> None:
    write(tmp_path / "a.xml")
    text = (tmp_path / "a.xml").read_text()
    (tmp_path / "a.xml").write_text(re.sub(rf"<{what.title()} [^>]*/>", "", text))
    with pytest.raises(BadLevel, match=rf"a.xml: the level has no {what}"):
        load_levels(tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.xml", "<Level", r"a.xml: line 1: "),
        ("a.xml", "<Level>" * 100_000, r"line 1: unexpected element 'Level'"),
        ("a.xml", '<!DOCTYPE a [<!ENTITY b "c">]><Level/>', r"must not declare a DOCTYPE"),
        ("a.xml", " " * (LARGEST_FILE + 1), r"at most 1000000 bytes"),
        ("a.json", "[" * 100_000, r"a.json: not a level"),
        ("a.json", " " * (LARGEST_FILE + 1), r"at most 1000000 bytes"),
        ("a.json", "{}", r"the keys are not"),
    ],
)
def test_hostile_files_are_refused(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadLevel, match=message):
        load_levels(tmp_path)


def test_other_places_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadLevel, match=r"gone.xml: cannot read the file"):
        topple.task(str(tmp_path / "gone.xml"))
    with pytest.raises(BadInput, match="neither a task nor a level file"):
        topple.task(str(tmp_path / "notes.txt"))
    with pytest.raises(BadInput, match="there is no folder"):
        load_levels(tmp_path / "gone")
    with pytest.raises(BadInput, match="holds no level file"):
        load_levels(tmp_path)
    with pytest.raises(BadInput, match="neither a task nor a level file"):
        world("phyre").task("pig.xml")


def test_elements_may_be_left_open() -> None:
    """The competition's generator closes neither Camera nor Slingshot; some files close both."""
    text = LEVEL.format(x=0)
    left_open = text.replace('maxWidth="35" />', 'maxWidth="35">').replace(
        'y="-2.5" />', 'y="-2.5">'
    )
    closed = text.replace('y="-2.5" />', 'y="-2.5"></Slingshot>')
    assert left_open.count("/>") == text.count("/>") - 2
    assert (
        read_level(left_open.encode()) == read_level(closed.encode()) == read_level(text.encode())
    )


def test_lines_are_still_counted() -> None:
    text = LEVEL.format(x="here").replace('y="-2.5" />', 'y="-2.5"\n>')
    with pytest.raises(BadLevel, match="line 10: x is 'here'"):
        read_level(text.encode())


@pytest.mark.parametrize("named", ["3_09_06_00007", "1_1_4_human_task", "2_01_08_00001"])
def test_phyqs_own_files_are_scored_by_scenario(
    named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "levels" / f"{named}.xml")
    write(tmp_path / "levels" / "3_09_06_00008.xml", 0.5)
    command = ["eval", "levels", "--levels", str(tmp_path / "levels"), "--agent", "pig-shooter"]
    assert main([*command, "--out", str(tmp_path / "run")]) == 0
    assert "Phy-Q" in capsys.readouterr().out
    run = topple.load(tmp_path / "run")
    assert run.settings.protocol == "phyq-levels"
    assert "blast_between_two_boxes" in run.results.template.tolist()
    assert run.results.counted.tolist() == [5, 5]


def test_other_names_are_scored_by_attempts(tmp_path: Path) -> None:
    write(tmp_path / "levels" / "3_09_06_00007.xml")
    write(tmp_path / "levels" / "castle.xml", 0.5)
    folder = topple.evaluate(
        "pig-shooter", "levels", levels=tmp_path / "levels", out=tmp_path / "run"
    )
    run = topple.load(folder)
    assert (run.settings.protocol, run.metric.name) == ("levels", "auccess")
    with pytest.raises(BadInput, match="does not know the names"):
        topple.evaluate("pig-shooter", "phyq-levels", levels=tmp_path / "levels")
