"""The application behind `topple view`: runs as pages."""

from __future__ import annotations

import html
import json
import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from topple.cli.view import _tell
from topple.runs.folder import ATTEMPTS, SETTINGS
from topple.runs.turns import TURNS
from topple.tasks.attempt import Attempt
from topple.web import standings
from topple.web.standings import Counted
from topple.web.view import View

RUNS = Path(__file__).resolve().parents[1] / "recorded" / "runs"
FOLDERS = sorted(f for f in RUNS.iterdir() if (f / ATTEMPTS).exists() and "physiq" not in f.name)[
    :4
]


@pytest.fixture
def client() -> TestClient:
    return TestClient(View(FOLDERS).app(), base_url="http://127.0.0.1")


def test_every_run_is_listed_and_counted(client: TestClient) -> None:
    found = client.get("/runs").json()
    assert len(found) == len(FOLDERS)
    for folder, run in zip(FOLDERS, found, strict=True):
        lines = (folder / ATTEMPTS).read_text().splitlines()
        assert sum(run["outcomes"].values()) == len(lines)


def test_a_broken_line_in_one_run_hides_neither_it_nor_the_others(tmp_path: Path) -> None:
    broken, whole = (tmp_path / name for name in ("broken", "whole"))
    for folder in (broken, whole):
        shutil.copytree(FOLDERS[0], folder)
    lines = (broken / ATTEMPTS).read_bytes().splitlines(keepends=True)
    lines[1:1] = [b"{half a li\n", b"\xff\n"]
    (broken / ATTEMPTS).write_bytes(b"".join(lines))
    client = TestClient(View([broken, whole]).app(), base_url="http://127.0.0.1")
    first, second = client.get("/runs").json()
    assert first["outcomes"] == second["outcomes"]
    assert "line 2 and 1 more of attempts.jsonl cannot be read" in first["state"]
    assert "cannot be read" not in second["state"]
    assert "line 2 and 1 more" in client.get("/").text
    assert client.get("/runs/0").status_code == 200
    report = client.get("/report")
    assert report.status_code == 200
    assert "broken is left out: " in report.text


def test_a_run_that_grows_is_read_on_from_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(FOLDERS[0], tmp_path / "run")
    path, read = tmp_path / "run" / ATTEMPTS, list[bytes]()
    lines = path.read_bytes().splitlines(keepends=True)
    look = standings.read

    def noted(line: bytes) -> Attempt | None:
        read.append(line)
        return look(line)

    monkeypatch.setattr(standings, "read", noted)
    counted = Counted(tmp_path / "run")
    path.write_bytes(b"".join(lines[:3]) + lines[3][:9])
    assert counted.now().outcomes.total() == 3
    path.write_bytes(b"".join(lines))
    assert counted.now().outcomes.total() == len(lines)
    assert counted.now().outcomes.total() == len(lines)
    assert read == lines
    path.write_bytes(lines[0])
    assert counted.now().outcomes.total() == 1


def test_attempts_that_are_no_file_are_not_read(tmp_path: Path) -> None:
    shutil.copytree(FOLDERS[0], tmp_path / "run")
    (tmp_path / "run" / ATTEMPTS).unlink()
    (tmp_path / "run" / ATTEMPTS).symlink_to("/dev/zero")
    client = TestClient(View([tmp_path / "run"]).app(), base_url="http://127.0.0.1")
    (found,) = client.get("/runs").json()
    assert found["state"].endswith("attempts.jsonl is not a file")


def test_runs_of_one_agent_are_told_apart_by_their_folders(client: TestClient) -> None:
    page = client.get("/").text
    for number, folder in enumerate(FOLDERS):
        assert f'<td class="folder">{folder.name}</td>' in page
        assert folder.name in client.get(f"/runs/{number}").text


def test_attempts_are_filtered_by_outcome(client: TestClient) -> None:
    page = client.get("/runs/0?outcome=missed").text
    assert 'class="missed">missed' in page
    assert 'class="solved">solved' not in page


def test_a_task_is_shown_with_the_film_of_each_run(client: TestClient) -> None:
    page = client.get("/runs/0").text
    task = page.split('href="/tasks/')[1].split('"')[0]
    watched = client.get(f"/tasks/{task}").text
    film = watched.split('data-film="')[1].split('"')[0]
    found = client.get(film)
    assert found.status_code in (200, 400)
    if found.status_code == 200:
        assert found.json()["times_ms"]


def test_the_report_is_a_site_of_its_own(client: TestClient) -> None:
    """It brings scripts of its own, so it may not reach what else is served here."""
    found = client.get("/report")
    assert found.status_code == 200
    for folder in FOLDERS:
        assert json.loads((folder / SETTINGS).read_text())["agent"]["name"] in found.text
    assert "sandbox allow-scripts;" in found.headers["content-security-policy"]
    assert "connect-src" not in found.headers["content-security-policy"]


def test_every_attempt_has_a_page(client: TestClient) -> None:
    page = client.get("/runs/0").text
    address = page.split('href="/attempts/')[1].split('"')[0]
    found = client.get(f"/attempts/{address}").text
    assert f'data-film="/films/{address}"' in found


def test_what_a_model_was_asked_and_answered_is_shown() -> None:
    asked, agent = RUNS / "deepphy-phyre", RUNS / "iphyre-cross"
    client = TestClient(View([asked, agent], _tell).app(), base_url="http://127.0.0.1")
    assert "/runs/0/transcripts" in client.get("/runs/0").text
    assert "/runs/1/transcripts" not in client.get("/runs/1").text
    first = json.loads((asked / TURNS).read_text().splitlines()[0])
    found = client.get("/runs/0/transcripts")
    assert found.status_code == 200
    assert html.escape(first["answer"], quote=False)[:40] in found.text
    assert client.get("/runs/1/transcripts").status_code == 404


@pytest.mark.parametrize(
    "path", ["/runs/99", "/tasks/phyre/none:0", "/films/0/0/1/../../x", "/films/77/0/1/x"]
)
def test_what_is_not_there_is_refused(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert "Traceback" not in answer.text
