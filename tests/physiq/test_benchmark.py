"""The whole PhysIQ benchmark: its funnel, its one command, and what its report shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.physiq import benchmark
from topple.physiq.benchmark import STAGES, Stage, can_answer
from topple.physiq.difficulty import THIRDS
from topple.physiq.items import Kind
from topple.physiq.proposal import Grade, by_template
from topple.physiq.puzzles import puzzle
from topple.physiq.reports.across import accuracy, across
from topple.physiq.reports.groups import grouped
from topple.physiq.reports.load import load_answers
from topple.physiq.reports.shares import RIGHT, shares_of
from topple.vlm.direct import play_directly
from topple.vlm.plan_questions import plan_of

MODELS = [f"p/{letter}" for letter in "abcdefgh"]


def test_eight_models_become_four_and_two() -> None:
    scores = {name: i / 10 for i, name in enumerate(MODELS)}
    models, counts = [*MODELS, "topple/mock"], []
    for stage in STAGES:
        models = stage.models(models, scores)
        counts.append(len(models) - 1)
        assert models[-1] == "topple/mock", "baselines take no place and lose none"
    assert counts == [8, 4, 2]
    assert models == ["p/g", "p/h", "topple/mock"]
    assert STAGES[1].models(MODELS[:3], {}) == MODELS[:3]


def test_the_stages_ask_all_configurations_of_the_original() -> None:
    asked = [each for stage in STAGES for each in stage.asked]
    assert len(asked) == len(set(asked)) == 1 + 1 + 5 + 3 + 1
    assert [can_answer("topple/always-no", each) for each in asked].count(False) == 4
    assert all(can_answer("p/a", each) for each in asked)


@pytest.mark.parametrize(
    "stages",
    [
        (STAGES[0], Stage((Kind.INSERTION,), most=2)),
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
    monkeypatch.setattr(benchmark, "STAGES", stages)
    command = ["eval", "physiq", "--model", "topple/mock", "--limit", "2"]
    command += ["--out", str(tmp_path), "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["folders"]) == len(found["results"]) == sum(len(s.asked) for s in stages)
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert main([*command, "--shots", "2"]) == 2


def test_results_by_difficulty_and_examples(tmp_path: Path) -> None:
    asked = [("confidence", 0, 1), ("yesno", 0, 1), ("yesno", 2, 1)]
    for kind, shots, frames in asked:
        asking = {"mode": "strict", "shots": shots, "frames": frames}
        plan = plan_of(f"physiq-{kind}", asking, "topple/oracle", limit=100)
        play_directly(plan, tmp_path / f"{kind}{shots}")
    stated, judged, shown = (load_answers(tmp_path / f"{k}{s}") for k, s, _ in asked)
    assert [row.name for row in shares_of(judged)["difficulty"].rows] == list(THIRDS)
    assert {row.counts[RIGHT] / row.total for row in shares_of(judged)["difficulty"].rows} == {1}
    by_truth = shares_of(stated)["truth"]
    assert len(by_truth.rows) == 2 * len(THIRDS)
    assert sum(row.total for row in by_truth.rows) == 100
    first = accuracy(judged, Grade.CORRECT)
    assert first is not None
    assert first.value == 1.0
    (part,) = across(grouped([judged, shown]))
    shown_part = part.show()
    assert [words for _, words in shown_part.headings] == ["topple/oracle"]
    assert ">topple/oracle</h3>" in shown_part.html
    assert "2 x 1" in shown_part.html
    assert across(grouped([judged])) == []


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
