"""A model that can never be read: the run stops early, says so, and its score looks like none."""

from __future__ import annotations

from pathlib import Path

import pytest
from endpoint import UNREADABLE, Endpoint

from topple.cli.main import main
from topple.runs.turns import count_asked, read_turns
from topple.vlm.direct import play_directly
from topple.vlm.options import usual_setup
from topple.vlm.plan_questions import plan_of

NAME, OTHER = "ladder-phyre", "counterfactual-phyre"
READABLE = "Answer: 25 %"  # all questions of OTHER ask for a probability


def answered(folder: Path, name: str, readable: int, limit: int, model: str = "odd") -> None:
    """Make a run whose first answers are read and all others are not."""
    said = iter([READABLE] * readable + [UNREADABLE] * limit)
    plan = plan_of(name, usual_setup(name), model, limit=limit)
    play_directly(plan, folder, lambda hint, question: next(said))


def test_a_model_that_is_never_read_stops_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    with Endpoint(answer=lambda digest: UNREADABLE, check=lambda *_: 0) as endpoint:
        command = ["eval", NAME, "--model", "m", "--base-url", endpoint.url, "--limit", "30"]
        command += ["--concurrency", "1", "--out", str(run)]
        assert main(command) == 1
        said = capsys.readouterr().err
        assert "the run was stopped: none of the first 20 answers could be read" in said
        assert UNREADABLE in said
        assert f"hint: {run / 'turns.jsonl'} has the answers" in said
        assert f"topple report {run} --transcripts" in said
        assert "--keep-asking goes on" in said
        assert len(list(read_turns(run))) == 20
        assert main(command) == 1, "nothing has changed, so nothing is asked"
        assert "none of the first 20 answers" in capsys.readouterr().err
        assert sum(endpoint.seen.values()) == 20
        assert main([*command, "--keep-asking"]) == 0
    assert len(list(read_turns(run))) == 30


def test_one_answer_that_is_read_keeps_a_run_going(tmp_path: Path) -> None:
    said = iter([READABLE, *[UNREADABLE] * 24])
    with Endpoint(answer=lambda digest: next(said), check=lambda *_: 0) as endpoint:
        command = ["eval", OTHER, "--model", "m", "--base-url", endpoint.url, "--limit", "25"]
        assert main([*command, "--concurrency", "1", "--out", str(tmp_path)]) == 0
    assert count_asked(tmp_path).lost["unreadable"] == 24


def test_a_score_of_answers_that_were_not_read_says_so_in_every_overview(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (NAME, OTHER):
        answered(tmp_path / name, name, 0, 8)
    page = tmp_path / "page.html"
    folders = [str(tmp_path / name) for name in (NAME, OTHER)]
    assert main(["report", *folders, "--out", str(page)]) == 0
    capsys.readouterr()
    overview = page.read_text().partition('<section id="overview">')[2].partition("</section>")[0]
    assert overview.count("<small>100 % unreadable</small>") == 2
    assert main(["report", *folders]) == 0
    shown = capsys.readouterr()
    table = shown.out.partition("all protocols")[2]
    assert table.count("0.0 (100 % unreadable)") == 2
    for name in (NAME, OTHER):
        note = f"* {name}, odd: no action could be read in any of 8 turns: 8 unreadable"
        assert shown.err.count(note) == 1


def test_a_share_is_rounded_down_and_a_small_one_is_not_shown(tmp_path: Path) -> None:
    answered(tmp_path / "most", OTHER, 1, 8)
    answered(tmp_path / "none", OTHER, 8, 8)
    most, none = count_asked(tmp_path / "most"), count_asked(tmp_path / "none")
    assert most.lost_share == "87 % unreadable"
    assert "could be read in many of 8 turns: 7 unreadable" in most.warning
    assert (none.lost_share, none.warning) == ("", "")
