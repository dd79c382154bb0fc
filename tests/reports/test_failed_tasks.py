"""Tasks that a provider's fault cut short are neither solved nor missed."""

from __future__ import annotations

import json
import math
from html import unescape
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.reports.tables.groups import group_runs
from topple.reports.tables.pairs import pair
from topple.runs.load import Run, load
from topple.submissions.boards import boards
from topple.submissions.entries import own_entries
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.plan import ModelPlan

RULES = protocol("deepphy-phyre")
TASKS = 48


def write(folder: Path, model: str, failed: int, *, missed_first: int = 0) -> Run:
    """Make up a run whose tasks are solved at once and missed in turn; the first ones fail."""
    plan = ModelPlan(RULES, Setup("5x5x5"), model, RULES.folds, limit=TASKS)
    lines = []
    for i, name in enumerate(plan.tasks(0)):
        made = [Outcome.SOLVED] if i % 2 else [Outcome.MISSED] * RULES.attempts
        if i < failed:
            made = [*[Outcome.MISSED] * missed_first, Outcome.FAILED]
        for number, end in enumerate(made, 1):
            lines.append(Attempt(0, name, number, None, end, asked="0" * 16).to_line())
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({**plan.settings(), "made_by": {"command": "x"}}))
    (folder / "attempts.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return load(folder)


def test_failed_tasks_move_neither_score_nor_curve(tmp_path: Path) -> None:
    ((whole,), (cut,)) = (
        group_runs([write(tmp_path / str(failed), "m", failed)])[0].entries for failed in (0, 12)
    )
    assert (whole.run.failed, cut.run.failed) == (0, 12)
    # Half of the tasks are solved at once, with and without the twelve.
    for entry in (whole, cut):
        assert [figure.estimate.value for figure in entry.score.figures] == pytest.approx([0.5] * 3)
    assert any("12 tasks failed by a provider's fault" in each for each in cut.warnings)
    assert sum(row.tasks for row in cut.score.by_template) == TASKS - 12


def test_a_task_counts_for_the_attempts_it_had(tmp_path: Path) -> None:
    """Those that missed once and then failed are as the others that missed once: never solved."""
    run = write(tmp_path / "run", "m", 12, missed_first=1)
    (entry,) = group_runs([run])[0].entries
    assert entry.score.figures[0].estimate.value == pytest.approx(18 / TASKS)


def test_a_board_ranks_by_the_lower_bound_and_shows_the_upper_one(tmp_path: Path) -> None:
    """Failed tasks count as missed; at most, all would have been solved by the next attempt."""
    second = 1 - math.log(2) / math.log(RULES.attempts + 1)  # what a second attempt earns
    for missed_first, most in ((0, 1.0), (1, second)):
        run = write(tmp_path / str(missed_first), "m", 12, missed_first=missed_first)
        ((row,),) = (board.rows for board in boards(own_entries([run], ["m"])))
        assert row.figures[0].estimate.value == pytest.approx(18 / TASKS)
        assert row.upper == pytest.approx((18 + 12 * most) / TASKS)


def test_the_report_says_how_many_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path / "run", "m", 12).folder
    page = tmp_path / "page.html"
    assert main(["report", str(folder), "--out", str(page)]) == 0
    out, err = capsys.readouterr()
    assert "cut short" in out
    assert "12 tasks failed by a provider's fault" in err
    assert "12 cut short by a provider's fault" in unescape(page.read_text())


def test_two_runs_are_compared_on_tasks_both_have_played(tmp_path: Path) -> None:
    a, b = write(tmp_path / "a", "a", 0), write(tmp_path / "b", "b", 12)
    found = pair(a, b)
    assert found.comparison.tasks == TASKS - 12
    assert found.left_out == (12, 12)
    assert found.comparison.difference == 0


def test_a_run_of_nothing_but_faults_has_no_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path / "run", "m", TASKS).folder
    assert main(["report", str(folder)]) != 0
    assert "failed by a provider's fault" in capsys.readouterr().err
