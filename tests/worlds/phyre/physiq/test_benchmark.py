"""The whole PhysIQ benchmark: its funnel, its one command, and what its report shows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.metrics.shares import RIGHT
from topple.protocols import all_benchmarks
from topple.reports.pages.across import across
from topple.reports.tables.groups import group_runs
from topple.runs.load import load
from topple.runs.score import score
from topple.tasks.benchmark import Stage
from topple.vlm.baselines import can_answer
from topple.vlm.direct import play_directly
from topple.vlm.plan_questions import plan_of
from topple.worlds.phyre.physiq.difficulty import THIRDS
from topple.worlds.phyre.physiq.proposal import Grade, by_template
from topple.worlds.phyre.physiq.puzzles import puzzle

STAGES = all_benchmarks()["physiq"].stages
MODELS = [f"p/{letter}" for letter in "abcdefgh"]


def test_eight_models_become_four_and_two() -> None:
    scores = {name: i / 10 for i, name in enumerate(MODELS)}
    models, counts = [*MODELS, "topple/mock"], []
    for stage in STAGES:
        models = stage.models(models, scores, ["topple/mock"])
        counts.append(len(models) - 1)
        assert models[-1] == "topple/mock", "baselines take no place and lose none"
    assert counts == [8, 4, 2]
    assert models == ["p/g", "p/h", "topple/mock"]
    assert STAGES[1].models(MODELS[:3], {}, []) == MODELS[:3]


def test_the_stages_ask_all_configurations_of_the_original() -> None:
    asked = [each for stage in STAGES for each in stage.asked]
    different = {(each.protocol, *each.options.values()) for each in asked}
    assert len(asked) == len(different) == 1 + 1 + 5 + 3 + 1
    names = [each.protocol for each in asked]
    assert [can_answer("topple/always-no", name) for name in names].count(False) == 4
    assert all(can_answer("p/a", name) for name in names)


@pytest.mark.parametrize(
    "stages",
    [
        (STAGES[0], Stage(STAGES[2].asked, most=2)),
        pytest.param(STAGES, marks=pytest.mark.slow),
    ],
    ids=["two sets", "all"],
)
def test_one_command_asks_everything_and_goes_on(
    stages: tuple[Stage, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = replace(all_benchmarks()["physiq"], stages=stages)
    monkeypatch.setattr("topple.protocols.all_benchmarks", lambda: {"physiq": found})
    command = ["eval", "physiq", "--model", "topple/mock", "--limit", "2"]
    command += ["--out", str(tmp_path), "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["folders"]) == len(told["results"]) == sum(len(s.asked) for s in stages)
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert main([*command, "--shots", "2"]) == 2


def test_results_by_difficulty_and_examples(tmp_path: Path) -> None:
    asked = [("confidence", 0, 1), ("yesno", 0, 1), ("yesno", 2, 1)]
    for kind, shots, frames in asked:
        asking = {"mode": "strict", "shots": shots, "frames": frames}
        plan = plan_of(f"physiq-{kind}", asking, "topple/oracle", limit=100)
        play_directly(plan, tmp_path / f"{kind}{shots}", unasked=True)
    stated, judged, shown = (load(tmp_path / f"{k}{s}") for k, s, _ in asked)
    rows = score(judged).shares["difficulty"].rows
    assert [row.name for row in rows] == list(THIRDS)
    assert {row.counts[RIGHT] / row.total for row in rows} == {1}
    by_truth = score(stated).shares["truth"]
    assert len(by_truth.rows) == 2 * len(THIRDS)
    assert sum(row.total for row in by_truth.rows) == 100
    assert score(judged).by_grade[Grade.CORRECT].value == 1.0
    (part,) = across(group_runs([judged, shown]))
    shown_part = part.show()
    assert [words for _, words in shown_part.headings] == ["topple/oracle"]
    assert ">topple/oracle</h3>" in shown_part.html
    assert "2 x 1" in shown_part.html
    assert across(group_runs([judged])) == []


def test_puzzles_are_exported_as_json(tmp_path: Path) -> None:
    assert main(["export", "physiq", "--out", str(tmp_path / "out")]) == 0
    lines = (tmp_path / "out" / "puzzles.jsonl").read_text().splitlines()
    tasks = [shown for each in by_template().values() for shown in each]
    assert len(lines) == len(tasks) == 1000
    found = json.loads(lines[0])
    assert found == json.loads(json.dumps(puzzle(tasks[0])))
    assert [body["kind"] for body in found["bodies"][:4]] == ["wall"] * 4
    ends = [found["relationship"][name] for name in ("body_1", "body_2")]
    assert all(found["bodies"][i]["kind"] != "wall" for i in ends)
    assert set(found["proposals"]) == set(map(str, Grade))
