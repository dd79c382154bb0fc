"""Transcripts beside reports: every model has them, and what is shown leads to what was said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.prompting.hint import Hint
from topple.prompting.question import Question
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.reports.transcripts import page_names
from topple.vlm.baselines import answer
from topple.vlm.direct import play_directly
from topple.vlm.page import has_transcripts, page
from topple.vlm.plan import ModelPlan

TASKS = 2


def solves_at_the_second(note: Hint, question: Question) -> str:
    """Where there are several attempts, miss once; then solve the task."""
    if note.form == "free" and note.attempt == 1:
        return "x = 0.02, y = 0.98, r = 0.05"
    return answer("oracle", note, 0)


def played(name: str, form: str, folder: Path, limit: int = TASKS) -> Path:
    rules = protocol(name)
    plan = ModelPlan(rules, Setup(form, history="none"), "test", rules.folds, limit=limit)
    play_directly(plan, folder, solves_at_the_second)
    return folder


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    place = tmp_path_factory.mktemp("runs")
    return [
        played("deepphy-phyre", "free", place / "phyre"),
        played("deepphy-birds", "angle-power", place / "birds", 2),
    ]


def test_attempts_on_a_report_lead_to_what_was_said(runs: list[Path], tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    assert main(["report", *map(str, runs), "--out", str(report)]) == 0
    text = report.read_text()
    assert re.findall(r'<a href="([^"]+)">transcripts', text) == [
        "report-birds.html",
        "report-phyre.html",
    ]
    links = re.findall(r'<figcaption><a href="([^"#]+)#([^"]+)">(Solved|Missed)', text)
    assert {(name, kind) for name, _, kind in links} == {
        ("report-phyre.html", "Solved"),
        ("report-phyre.html", "Missed"),
        ("report-birds.html", "Solved"),
    }
    for name, place, _ in links:
        assert (tmp_path / name).read_text().count(f' id="{place}"') == 1
    said = (tmp_path / "report-phyre.html").read_text()
    assert said.count('<details class="task"') == TASKS
    assert said.count("x = 0.02, y = 0.98, r = 0.05") >= TASKS
    assert "another version" not in said


def test_tasks_that_are_asked_for_by_name_are_shown_too(runs: list[Path]) -> None:
    lines = (runs[0] / "attempts.jsonl").read_text().splitlines()
    keys = {(row["fold"], row["task"]) for row in map(json.loads, lines)}
    assert len(keys) == TASKS
    assert page(runs[0], 1).count('<details class="task"') == 1
    assert page(runs[0], 1, keys).count('<details class="task"') == TASKS


def test_a_run_that_cannot_be_asked_again_is_reported_without(
    runs: list[Path], tmp_path: Path
) -> None:
    """One of another version of its world, and one that has no turns."""
    for name in ("old", "silent"):
        (tmp_path / name).mkdir()
        for each in ("run.json", "attempts.jsonl", "turns.jsonl", "finished.json"):
            (tmp_path / name / each).write_bytes((runs[1] / each).read_bytes())
    settings = json.loads((tmp_path / "old" / "run.json").read_text())
    settings["world"]["version"] -= 1
    (tmp_path / "old" / "run.json").write_text(json.dumps(settings))
    (tmp_path / "silent" / "turns.jsonl").unlink()
    report = tmp_path / "report.html"
    folders = [tmp_path / "old", tmp_path / "silent"]
    assert [has_transcripts(folder) for folder in (*folders, runs[1])] == [False, False, True]
    assert main(["report", *map(str, folders), "--out", str(report)]) == 0
    assert "transcripts" not in report.read_text()
    assert [path.name for path in tmp_path.glob("*.html")] == ["report.html"]


def test_folders_of_one_name_have_pages_of_their_own() -> None:
    folders = [Path("a/run"), Path("b/run"), Path("b/run-2"), Path("c/run")]
    pages = page_names(Path("out/page.html"), folders)
    assert list(pages.values()) == [
        "page-run.html",
        "page-run.2.html",
        "page-run-2.html",
        "page-run.3.html",
    ]
