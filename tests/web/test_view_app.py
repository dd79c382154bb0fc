"""The application behind `topple view`: runs as pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from topple.runs.folder import ATTEMPTS
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


@pytest.mark.parametrize(
    "path", ["/runs/99", "/tasks/phyre/none:0", "/films/0/0/1/../../x", "/films/77/0/1/x"]
)
def test_what_is_not_there_is_refused(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert "Traceback" not in answer.text
