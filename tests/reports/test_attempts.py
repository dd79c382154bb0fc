"""Attempts to success and unions of runs, in reports of models."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.reports.tables.attempts import measure_attempts, together
from topple.reports.tables.groups import Group, group_runs
from topple.runs.load import Run, load
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.plan import ModelPlan

RULES = protocol("deepphy-phyre")
MOST = RULES.attempts
FAILS = -1  # at once, by a provider's fault


def write(folder: Path, solved_at: Sequence[int], model: str = "m", seed: int = 0) -> Run:
    """Make up a run whose tasks are solved at these attempts; 0 is never."""
    plan = ModelPlan(RULES, Setup("5x5x5"), model, RULES.folds, seed, limit=len(solved_at))
    lines = []
    for name, at in zip(plan.tasks(0), solved_at, strict=True):
        made = [*[Outcome.MISSED] * (at - 1), Outcome.SOLVED] if at else [Outcome.MISSED] * MOST
        for number, end in enumerate([Outcome.FAILED] if at == FAILS else made, 1):
            lines.append(Attempt(0, name, number, None, end, asked="0" * 16).to_line())
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({**plan.settings(), "made_by": {"command": "x"}}))
    (folder / "attempts.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return load(folder)


def only(*runs: Run) -> Group:
    (group,) = group_runs(runs)
    return group


def test_attempts_count_what_was_not_solved_as_one_more_than_allowed(tmp_path: Path) -> None:
    group = only(write(tmp_path / "run", [1, 3, 0, 0]))
    found = measure_attempts(group.entries[0])
    assert found is not None
    assert found.mean.value == pytest.approx((1 + 3 + 11 + 11) / 4)
    assert found.mean_of_solved.value == pytest.approx(2)


def test_a_fault_of_the_provider_is_no_attempt(tmp_path: Path) -> None:
    found = measure_attempts(only(write(tmp_path / "run", [1, FAILS, 0, FAILS])).entries[0])
    assert found is not None
    assert found.mean.value == pytest.approx((1 + 11) / 2)


def test_the_union_is_what_any_run_of_one_model_solved(tmp_path: Path) -> None:
    first = write(tmp_path / "a", [1, 0, 10, 0, FAILS])
    second = write(tmp_path / "b", [0, 2, 1, 0, 1], seed=1)
    other = write(tmp_path / "c", [1, 1, 1, 1, 1], model="other")
    (found,) = together(only(first, second, other))
    assert (found.agent, found.runs) == ("m", 2)
    assert found.tasks == 4, "the task that failed in one run is left out"
    assert found.mean.value == pytest.approx(4 / 8)
    assert found.union.value == pytest.approx(3 / 4)


def test_reports_tell_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [str(tmp_path / name) for name in "ab"]
    write(tmp_path / "a", [1, 0, 10, 0])
    write(tmp_path / "b", [0, 2, 1, 0], seed=1)
    page = tmp_path / "page.html"
    assert main(["report", *folders, "--out", str(page)]) == 0
    out, _ = capsys.readouterr()
    assert "union of runs" in out
    assert "of solved tasks" in out
    assert "Several runs of one model" in page.read_text()
    assert main(["report", *folders, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["together"][0]["union"]["value"] == pytest.approx(3 / 4)
    assert [run["attempts_to_success"]["value"] for run in told["runs"]] == pytest.approx(
        [(1 + 2 + 11 + 11) / 4, (1 + 10 + 11 + 11) / 4]
    )
