"""Tools of models: a calculator, and simulated attempts within a budget that nothing exceeds."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from inspect_ai.tool import ToolCall

from topple.cli.main import main
from topple.errors import BadInput
from topple.prompting.setup import Setup
from topple.prompting.tools import Tools
from topple.protocols import protocol
from topple.runs.folder import RunFolder
from topple.runs.load import load
from topple.submissions.card import Track, shown_track
from topple.vlm.bench import Bench, calculate
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.vlm.record import Record, read_calls
from topple.worlds import world

WORLDS = ("phyre", "birds", "iphyre", "kinetix", "pool", "rope")


def played(name: str, out: Path, tools: str, limit: int = 4) -> int:
    asked = ["eval", name, "--model", "topple/tries", "--tools", tools, "--limit", str(limit)]
    return main([*asked, "--history", "none", "--out", str(out)])


@pytest.mark.parametrize("name", ["deepphy-phyre", "deepphy-kinetix"])
def test_simulated_attempts_are_recorded_and_replay_to_their_digest(
    name: str, tmp_path: Path
) -> None:
    assert played(name, tmp_path, "simulate:5") == 0
    calls = read_calls(tmp_path)
    per_task = Counter((call["fold"], call["task"]) for call in calls)
    assert max(per_task.values()) == 5
    found = world(protocol(name).world)
    for call in calls:
        (again,) = found.play([found.task(call["task"])], [tuple(call["action"])])
        assert (str(again.outcome), again.digest) == (call["outcome"], call["digest"])
    run = load(tmp_path)
    assert run.settings.cell == "5 simulations"
    assert shown_track(run.settings, run.finished) is Track.TEST


def test_a_task_that_was_solved_in_the_simulator_is_solved_at_once(tmp_path: Path) -> None:
    assert played("deepphy-phyre", tmp_path, "simulate:60", limit=6) == 0
    solved = {call["task"] for call in read_calls(tmp_path) if call["outcome"] == "solved"}
    assert solved
    results = load(tmp_path).results
    for task, at in zip(results.task.tolist(), results.solved_at.tolist(), strict=True):
        if task in solved:
            assert at == 1


def bench(path: Path, name: str, tools: str) -> tuple[Bench, RunFolder, Record]:
    plan = plan_of(name, {**usual_setup(name), "tools": tools}, "topple/tries", (0,), limit=1)
    folder = RunFolder(path, {**plan.settings(), "made_by": {}})
    folder.__enter__()
    record = Record(folder, plan.protocol)
    game = plan.begin(plan.items()[0])
    return Bench(Tools.parse(tools), game, record), folder, record


def call(action: str) -> ToolCall:
    return ToolCall("1", "simulate", {"action": action})


def test_calls_at_the_same_time_stay_within_the_budget(tmp_path: Path) -> None:
    made, folder, record = bench(tmp_path, "deepphy-phyre", "simulate:3")
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda cell: made.use(call(f"Cell: {cell}, Radius: 1")), range(1, 21)))
    assert sum(each.startswith("error: no simulated attempts") for each in told) == 17
    assert len(read_calls(tmp_path)) == 3
    record.__exit__()
    folder.__exit__(None, None, None)


def test_a_kill_does_not_give_the_budget_back(tmp_path: Path) -> None:
    made, folder, record = bench(tmp_path, "deepphy-phyre", "simulate:3")
    for cell in (1, 2):
        made.use(call(f"Cell: {cell}, Radius: 1"))
    # Half a line is what a kill leaves of a call whose result nobody has seen.
    with (tmp_path / "tools.jsonl").open("a") as lines:
        lines.write('{"fold": 0, "ta')
    folder.__exit__(None, None, None)
    again, folder, record = bench(tmp_path, "deepphy-phyre", "simulate:3")
    assert again.left == 1
    assert "calls_left" in again.use(call("Cell: 3, Radius: 1"))
    assert again.use(call("Cell: 4, Radius: 1")).startswith("error: no simulated")
    assert [each["call"] for each in read_calls(tmp_path)] == [1, 2, 3]
    assert {tool.name for tool in again.offered()} == {"calculate"}
    record.__exit__()
    folder.__exit__(None, None, None)


@pytest.mark.parametrize("name", WORLDS)
def test_every_world_simulates_without_touching_the_game(name: str) -> None:
    name = f"deepphy-{name}"
    plan = plan_of(name, {**usual_setup(name), "tools": "simulate:9"}, limit=1)
    game = plan.begin(plan.items()[0])
    before = game.question().digest
    action, shown = game.simulate(game.example)
    assert action is not None
    assert shown.digest
    assert game.question().digest == before
    assert game.simulate("I am not sure.")[1].outcome == "unreadable"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * 4", "14"),
        ("sqrt(2) ^ 2", "2"),
        ("degrees(atan2(1, 1))", "45"),
        ("1 / 0", "error"),
        ("2 ** 99999", "error"),
        ("__import__('os')", "error"),
        ("(lambda: 1)()", "error"),
        ("x + 1", "error"),
        ("1" * 600, "error"),
        ("((((", "error"),
    ],
)
def test_the_calculator_computes_arithmetic_and_nothing_else(text: str, value: str) -> None:
    assert calculate(text).startswith(value)


@pytest.mark.parametrize("tools", ["simulate", "simulate:0", "simulate:9999", "python", ""])
def test_unknown_tools_are_refused(tools: str) -> None:
    with pytest.raises(BadInput):
        Setup("5x5x5", tools=tools)


def test_questions_with_one_answer_have_no_simulator() -> None:
    rules = protocol("pool-prediction")
    with pytest.raises(BadInput, match="has no --tools"):
        ModelPlan(rules, Setup("letter", tools="simulate:1"), "", rules.folds)


def test_the_lines_of_a_run_without_tools_are_as_before(tmp_path: Path) -> None:
    assert played("deepphy-kinetix", tmp_path, "none", limit=1) == 0
    assert not (tmp_path / "tools.jsonl").exists()
    assert "tools" not in json.loads((tmp_path / "run.json").read_text())["asking"]


def test_runs_with_other_tools_are_no_repetitions_of_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [tmp_path / tools.replace(":", "-") for tools in ("none", "simulate:2", "practice:2")]
    for run, tools in zip(runs, ("none", "simulate:2", "practice:2"), strict=True):
        assert played("deepphy-iphyre", run, tools, limit=1) == 0
    capsys.readouterr()
    assert main(["report", *map(str, runs), "--json"]) == 0
    (group,) = json.loads(capsys.readouterr().out)
    assert group["together"] == []
    calls = [run.get("simulated_calls", 0) for run in group["runs"]]
    assert sorted(calls) == [0, 2, 2]
