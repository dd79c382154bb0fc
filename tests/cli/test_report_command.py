"""`topple report`."""

from __future__ import annotations

import csv
import json
import re
import webbrowser
from pathlib import Path

import pytest
from run_folders import finish, settings, write_run

from topple.cli.main import main
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome


def write(folder: Path, agent: str, solved_every: int, *, finished: bool = True) -> Path:
    """Make up a run: every so many tasks are solved at the second of two attempts."""
    names = protocol("phyre-b-within").split(0).test[::20]
    attempts = []
    for i, name in enumerate(names):
        ends = (Outcome.MISSED, Outcome.MISSED if i % solved_every else Outcome.SOLVED)
        for number, end in enumerate(ends, 1):
            attempts.append(Attempt(0, name, number, (0.5, 0.9, 0.1), end, 100, "00"))
    made_by = {"command": "topple eval"}
    write_run(folder, settings(agent=agent, limit=25, tasks={"0": 25}, made_by=made_by), attempts)
    return finish(folder, 50, 25) if finished else folder


def test_report_shows_scores_and_all_six_outcomes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = write(tmp_path / "run", "clever", 5)
    assert main(["report", str(run)]) == 0
    out, err = capsys.readouterr()
    assert "phyre-b-within version 1 in phyre version 1, test tasks, 100 attempts each" in out
    # 5 of 25 tasks at the second attempt: 0.2 x (1 - ln 2 / ln 101).
    assert "17.0" in out
    for word in (
        "95 % interval",
        "solved",
        "missed",
        "invalid",
        "unreadable",
        "unsettled",
        "failed",
    ):
        assert word in out
    assert "at most 25 tasks per fold were played" in err


def test_report_says_that_a_run_is_unfinished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = write(tmp_path / "run", "clever", 5, finished=False)
    assert main(["report", str(run)]) == 0
    assert "unfinished: 25 of 25 tasks played, 20 of them still open" in capsys.readouterr().err


def test_report_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = [write(tmp_path / name, name, n) for name, n in (("weak", 12), ("strong", 3))]
    assert main(["report", *map(str, runs), "--json"]) == 0
    (group,) = json.loads(capsys.readouterr().out)
    assert [run["agent"] for run in group["runs"]] == ["strong", "weak"]
    strong = group["runs"][0]
    assert strong["success_at"]["10"]["value"] == pytest.approx(9 / 25)
    assert strong["auccess"]["interval"][0] < strong["auccess"]["value"]
    assert strong["outcomes"]["solved"] == 9
    assert strong["finished"] is True


def test_report_writes_a_page_and_opens_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    run = write(tmp_path / "run", "clever", 5)
    path = tmp_path / "page.html"
    assert main(["report", str(run), "--out", str(path), "--open"]) == 0
    assert path.read_text().startswith("<!doctype html>")
    assert opened == [path.as_uri()]
    assert "page.html" in capsys.readouterr().err


def test_report_writes_a_row_a_task(tmp_path: Path) -> None:
    run = write(tmp_path / "run", "clever", 5)
    path = tmp_path / "tasks.csv"
    assert main(["report", str(run), "--csv", str(path)]) == 0
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 25
    assert sum(row["solved_at"] == "2" for row in rows) == 5
    assert {row["missed"] for row in rows} == {"1", "2"}


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["nowhere"], "there is no run folder nowhere"),
        (["RUN", "RUN"], "a run folder is named twice"),
        (["RUN", "--open"], "--open needs a page to show"),
        (["RUN", "--out", "nowhere/page.html"], "no folder `nowhere`"),
        (["RUN", "--csv", "nowhere/tasks.csv"], "no folder `nowhere`"),
        (["RUN", "--out", "page.pdf"], "cannot write `page.pdf`"),
    ],
)
def test_misuse_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], argv: list[str], message: str
) -> None:
    run = write(tmp_path / "run", "clever", 5)
    assert main(["report", *(str(run) if arg == "RUN" else arg for arg in argv)]) == 2
    out, err = capsys.readouterr()
    assert message in err
    assert out == ""  # the mistake is found before the tables are made


def test_a_run_without_attempts_has_no_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = write(tmp_path / "run", "clever", 5, finished=False)
    (run / "attempts.jsonl").write_text("")
    assert main(["report", str(run)]) == 2
    assert "holds no attempt yet" in capsys.readouterr().err


def test_folders_without_a_run_are_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, empty = write(tmp_path / "run", "clever", 5), tmp_path / "notes"
    empty.mkdir()
    assert main(["report", str(run), str(empty), "--json"]) == 0
    out, err = capsys.readouterr()
    assert [row["agent"] for row in json.loads(out)[0]["runs"]] == ["clever"]
    assert f"skipped: {empty} holds no run with attempts" in err
    assert main(["report", str(empty), str(tmp_path / "nowhere")]) == 2
    assert "none of these folders holds a run" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["physiq-confidence", "physiq-ranking"])
def test_answers_to_questions_are_right_or_wrong(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = Path(__file__).parents[1] / "recorded" / "runs" / name
    assert main(["report", str(asked)]) == 0
    header = next(
        line for line in capsys.readouterr().out.splitlines() if "unreadable" in line.split()
    )
    assert "right" in header
    assert not {"solved", "missed"} & set(header.split())


def test_films_of_questions_are_right_or_wrong(tmp_path: Path) -> None:
    runs = Path(__file__).parents[1] / "recorded" / "runs"
    page = tmp_path / "report.html"
    both = [str(runs / name) for name in ("physiq-yesno", "rope-within")]
    assert main(["report", *both, "--out", str(page)]) == 0
    text = page.read_text()
    assert "Right, attempt 1" in text
    assert "Wrong, attempt 1" in text
    assert "Missed, attempt 1" in text  # the rope's


def test_what_a_run_cost_is_explained_once_below_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [write(tmp_path / name, name, 5) for name in ("one", "two")]
    assert main(["report", *map(str, runs)]) == 0
    out, err = capsys.readouterr()
    assert "attempts + practice" in out
    assert err.count("wall: time of all attempts and of practice;") == 1


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--limit", "3"], "--limit has an effect with --transcripts only"),
        (["--transcripts", "page.txt"], "must end in .html"),
        (["--transcripts", "page.html"], "is not a run of a model"),
    ],
)
def test_transcripts_are_of_one_run_of_a_model(
    options: list[str], error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(write(tmp_path / "run", "clever", 5))
    assert main(["report", run, *options]) == 2
    assert error in capsys.readouterr().err
    assert main(["report", run, run, "--transcripts", "page.html"]) == 2
    assert "name one run" in capsys.readouterr().err


def test_an_overview_of_protocols_shows_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = Path(__file__).parents[1] / "recorded" / "runs"
    own = write(tmp_path / "own", "clever", 5)
    assert main(["report", str(own), str(runs / "physiq-confidence")]) == 0
    out = capsys.readouterr().out
    (shown,) = re.findall(r"^clever \* +(\d+\.\d) +(\d+\.\d to \d+\.\d)", out, re.MULTILINE)
    overview = out.partition("all protocols")[2]
    assert f"{shown[0]} ({shown[1]})" in overview
