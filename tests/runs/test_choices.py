"""What a run chooses about its tasks: level files, rules and unfiltered tasks."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from run_folders import records

import topple
from topple.cli.main import main
from topple.errors import BadInput, RunError, UnknownName
from topple.protocols import protocol
from topple.protocols.choose import choose
from topple.runs.evaluate import evaluate
from topple.runs.folder import ATTEMPTS, FINISHED
from topple.runs.load import load
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.worlds import world
from topple.worlds.birds.world import task as birds_task

# The level files of these tests: the levels of three tasks.
TASKS = {"open.json": "1.4:000", "roof.json": "1.1:003", "more/square.json": "5.4:081"}


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    folder = tmp_path / "levels"
    (folder / "more").mkdir(parents=True)
    for name, text in TASKS.items():
        (folder / name).write_text(birds_task(text).level.to_json())
    return folder


def play(levels: Path, out: Path, *more: str) -> int:
    return main(
        [
            "eval",
            "levels",
            "--levels",
            str(levels),
            "--agent",
            "pig-shooter",
            "--out",
            str(out),
            *more,
        ]
    )


def test_a_folder_of_levels_is_played_reported_and_replayed(
    levels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    assert play(levels, out) == 0
    run = load(out)
    assert sorted(run.settings.choices.levels) == ["more/square.json", "open.json", "roof.json"]
    assert set(run.results.task) == set(run.settings.choices.levels.values())
    assert (run.results.solved_at > 0).any()
    for number in range(3):
        (levels / list(TASKS)[number]).unlink()
    assert main(["show", str(out)]) == 0
    assert main(["report", str(out), "--out", str(tmp_path / "report.html")]) == 0
    assert "data:image" in (tmp_path / "report.html").read_text()
    capsys.readouterr()


def test_a_stopped_run_goes_on_when_the_folder_is_given_again(levels: Path, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    for out in (whole, part):
        assert play(levels, out) == 0
    lines = (part / ATTEMPTS).read_bytes().splitlines(keepends=True)
    (part / ATTEMPTS).write_bytes(b"".join(lines[:2]) + lines[2][:10])
    (part / FINISHED).unlink()
    assert play(levels.rename(tmp_path / "moved"), part) == 0
    assert records(part / ATTEMPTS) == records(whole / ATTEMPTS)


def test_a_changed_level_is_another_run(
    levels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    assert play(levels, out) == 0
    (levels / "open.json").write_text(birds_task("1.4:001").level.to_json())
    capsys.readouterr()
    assert play(levels, out) == 2
    said = capsys.readouterr().err
    assert "holds another run: its `protocol levels open.json` is" in said


def test_models_play_levels_too(levels: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    out = tmp_path / "run"
    asked = ["--model", "topple/mock", "--rules", "events_per_hit=2", "--limit", "2"]
    assert main(["eval", "levels", "--levels", str(levels), *asked, "--out", str(out)]) == 0
    run = load(out)
    assert re.search(r", 3 level files \w{6}, events_per_hit=2$", run.settings.variant)
    assert len(run.results) == 2
    assert main(["report", str(out), "--transcripts", str(tmp_path / "page.html")]) == 0


@pytest.mark.parametrize(
    ("model", "rules", "says"),
    [
        ("topple/best-constant", [], "`levels` has none"),
        ("topple/oracle", ["--rules", "events_per_hit=2"], "knows the usual rules only"),
    ],
)
def test_baselines_that_cannot_answer_are_refused(
    levels: Path, model: str, rules: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("inspect_ai")
    assert main(["eval", "levels", "--levels", str(levels), "--model", model, *rules]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rules", "other"), [("events_per_hit=1", False), ("events_per_hit=2", True)]
)
def test_another_rule_is_another_run(
    levels: Path, tmp_path: Path, rules: str, other: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    assert play(levels, out) == 0
    assert play(levels, out, "--rules", rules) == (2 if other else 0)
    said = capsys.readouterr().err
    assert ("its `protocol rules` is absent" in said) == other


def test_rules_reach_tasks_plays_and_replays(tmp_path: Path) -> None:
    usual = birds_task("12.4:080")
    harder = topple.task(str(usual), rules={"events_per_hit": "2"})
    assert harder.content_hash() != usual.content_hash()
    action = world("birds").solution(usual)
    digests = {topple.simulate(each, action)[0].digest for each in (usual, harder)}
    assert len(digests) == 2
    out = evaluate(
        "pig-shooter", "phyq-broad", limit=20, out=tmp_path / "two", rules={"events_per_hit": 2}
    )
    assert load(out).settings.variant == "events_per_hit=2"
    for each in load(out).results.task[::5]:
        assert main(["show", str(out), "--task", str(each)]) == 0


def test_a_tap_follows_its_clock() -> None:
    boost = birds_task("15.5:080")
    action = world("birds").solution(boost)
    slow = topple.task(str(boost), rules={"tap_clock": 0.024})
    found = [topple.simulate(each, action)[0].outcome for each in (boost, slow)]
    assert found == [Outcome.SOLVED, Outcome.MISSED]
    untapped = [*action[:2], -1.0, action[3]]
    # So early a tap is lost, as if there was none.
    assert topple.simulate(slow, action)[0].steps == topple.simulate(boost, untapped)[0].steps


def test_a_lighter_pig_is_pushed_farther() -> None:
    usual = birds_task("3.4:080")
    light = topple.task(str(usual), rules={"small_pig_mass": 0.151})
    action = world("birds").solution(usual)
    digests = {topple.simulate(each, action)[0].digest for each in (usual, light)}
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("name", "rules", "error", "says"),
    [
        ("birds", {"event_per_hit": 2}, UnknownName, "did you mean `events_per_hit`"),
        ("birds", {"events_per_hit": 0}, BadInput, "a whole number from 1 to 16"),
        ("birds", {"events_per_hit": 1.5}, BadInput, "a whole number from 1 to 16"),
        ("birds", {"tap_clock": "nan"}, BadInput, "a number from 0.001 to 10"),
        ("phyre", {"gravity": 1}, BadInput, "leave out the rules"),
    ],
)
def test_rules_that_do_not_exist_are_refused(
    name: str, rules: dict[str, object], error: type[BadInput], says: str
) -> None:
    with pytest.raises(error) as caught:
        world(name, rules)
    assert says in caught.value.hint


@pytest.mark.parametrize("name", ["phyq-broad", "phyq-local"])
def test_unfiltered_tasks_are_as_many_from_the_same_templates(name: str) -> None:
    served = protocol(name)
    drawn = choose(served, unfiltered=True)
    ours, theirs = served.split(0).test, drawn.split(0).test
    assert len(ours) == len(theirs)
    assert {n.partition(":")[0] for n in ours} == {n.partition(":")[0] for n in theirs}
    indices = [int(each.rpartition(":")[2]) for each in drawn.tasks(0)]
    assert set(indices) == set(range(80, 100))
    assert drawn.choices.data() == {"unfiltered": True}


def test_agents_learn_from_served_tasks_that_no_unfiltered_run_plays() -> None:
    for name in ("phyq-broad", "phyq-local"):
        served, drawn = protocol(name), choose(protocol(name), unfiltered=True)
        learnt, played = set(drawn.split(0).train), set(drawn.split(0).test)
        assert learnt == set(served.split(0).train) - played
    broad = choose(protocol("phyq-broad"), unfiltered=True)
    assert broad.split(0).train == protocol("phyq-broad").split(0).train


def test_an_unfiltered_run_is_not_the_served_one(tmp_path: Path) -> None:
    out = evaluate("random", "phyq-broad", limit=15, out=tmp_path / "run", unfiltered=True)
    run = load(out)
    assert run.settings.variant == "unfiltered"
    assert json.loads((out / "run.json").read_text())["protocol"]["unfiltered"] is True
    with pytest.raises(RunError, match="`protocol unfiltered` is true, not absent"):
        evaluate("random", "phyq-broad", limit=15, out=out)


def test_useless_choices_are_refused(levels: Path) -> None:
    for name, more, says in (
        ("levels", {}, "--levels FOLDER"),
        ("phyq-broad", {"levels": levels}, "`levels` is the protocol"),
        ("phyre-b-within", {"unfiltered": True}, "leave out --unfiltered"),
    ):
        with pytest.raises(BadInput) as caught:
            choose(protocol(name), **more)
        assert says in caught.value.hint


def _parts(found: Protocol) -> Sequence[Sequence[str]]:
    split = found.split(0)
    return split.train, split.test
