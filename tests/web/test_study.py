"""Studies: everything is stored before it is answered, nothing is lost, doubled or told."""

from __future__ import annotations

import csv
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from topple import load
from topple.cli.main import main
from topple.errors import ToppleError
from topple.web import films
from topple.web.study.app import StudyApp
from topple.web.study.export import export, pseudonym
from topple.web.study.plan import Study, read_study, study_of
from topple.web.study.ready import path_of
from topple.web.study.store import Store
from topple.web.study.texts import rendered
from topple.worlds import world

GAME = "iphyre/hole@1:000"
LEDGE = world("phyre").template("off_the_ledge")
TASKS = [str(world("phyre").id_of(LEDGE, i)) for i in world("phyre").served(LEDGE)[:5]]
PHYRE, OTHER = TASKS[:2]
FILE = {
    "name": "made_up",
    "tasks": [PHYRE, OTHER],
    "order": "fixed",
    "attempts": 2,
    "texts": {"consent": "Do you agree?"},
    "codes": {
        "completed": "CODE-DONE",
        "no_consent": "CODE-NO",
        "failed_check": "CODE-CHECK",
        "screened_out": "CODE-OUT",
    },
    "back": "https://example.org/back?cc={code}",
    "questions": [
        {"name": "age", "text": "Age?", "kind": "number"},
        {
            "name": "ok",
            "text": "Blue?",
            "kind": "choice",
            "options": ["yes", "no", "out"],
            "answer": "yes",
            "screens_out": ["out"],
        },
    ],
}


@pytest.fixture
def study() -> Study:
    return study_of(FILE)


@pytest.fixture
def store(tmp_path: Path, study: Study) -> Iterator[Store]:
    found = Store(tmp_path / "study.db", study.name)
    yield found
    found.close()


@pytest.fixture
def client(study: Study, store: Store) -> TestClient:
    return TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")


def enter(client: TestClient, address: str = "/?begin=1") -> str:
    return client.get(address, follow_redirects=False).headers["location"]


def admit(client: TestClient, ok: str = "yes", address: str = "/?begin=1") -> str:
    path = enter(client, address)
    client.post(f"{path}/consent", data={"agrees": "yes"})
    client.post(f"{path}/answers", data={"age": "30", "ok": ok})
    return path


def solve(client: TestClient, path: str, task: str) -> dict[str, Any]:
    """Play the stored solution of a task."""
    found = films.find(task)
    solution = world(found.id.world).solution(found)
    for number, done in enumerate(films.performed(found, solution)):
        made = {"name": done.name, "numbers": done.numbers, "at": done.at}
        sent = {"attempt": 1, "number": number, "done": made, "client_ms": 5}
        assert client.post(f"{path}/film", json=sent).json()["refused"] == ""
    return dict(client.post(f"{path}/finish", json={"attempt": 1}).json())


def test_a_person_goes_from_consent_to_the_code(client: TestClient, store: Store) -> None:
    path = admit(client)
    assert "CODE-DONE" not in client.get(path).text
    assert solve(client, path, PHYRE)["outcome"] == "solved"
    assert "CODE-DONE" not in client.get(path).text
    solve(client, path, OTHER)
    page = client.get(path).text
    assert "CODE-DONE" in page
    assert "https://example.org/back?cc=CODE-DONE" in page
    assert [row["outcome"] for row in store.rows("attempts")] == ["solved", "solved"]


@pytest.mark.parametrize(("ok", "code"), [("no", "CODE-CHECK"), ("out", "CODE-OUT")])
def test_checks_and_screening_have_codes_of_their_own(
    client: TestClient, ok: str, code: str
) -> None:
    assert code in client.get(admit(client, ok)).text


def test_without_consent_nothing_is_played(client: TestClient, store: Store) -> None:
    path = enter(client)
    client.post(f"{path}/consent", data={"agrees": "no"})
    assert "CODE-NO" in client.get(path).text
    assert client.post(f"{path}/film", json={}).status_code == 400


def test_a_reload_goes_on_and_a_gesture_sent_twice_counts_once(tmp_path: Path) -> None:
    study = study_of({**FILE, "tasks": [GAME], "questions": []})
    store = Store(tmp_path / "game.db", study.name)
    client = TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
    path = enter(client)
    client.post(f"{path}/consent", data={"agrees": "yes"})
    sent = {"attempt": 1, "number": 0, "done": {"name": "3", "numbers": [], "at": 1.0}}
    first = client.post(f"{path}/film", json=sent).json()
    again = client.post(f"{path}/film", json=sent).json()
    reloaded = client.post(f"{path}/film", json={}).json()
    assert first["plan"] == again["plan"] == reloaded["plan"] == [3.0, 1.0]
    assert len(store.rows("events")) == 1
    stale = {**sent, "number": 7}
    assert client.post(f"{path}/film", json=stale).status_code == 400
    store.close()


def test_a_gesture_in_the_past_is_refused(tmp_path: Path) -> None:
    study = study_of({**FILE, "tasks": [GAME], "questions": []})
    store = Store(tmp_path / "game.db", study.name)
    client = TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
    path = enter(client)
    client.post(f"{path}/consent", data={"agrees": "yes"})
    for number, (name, at) in enumerate([("3", 2.0), ("2", 1.0)]):
        sent = {"attempt": 1, "number": number, "done": {"name": name, "numbers": [], "at": at}}
        status = client.post(f"{path}/film", json=sent).status_code
    assert status == 400
    store.close()


def test_no_answer_tells_a_solution_or_how_a_film_ends(client: TestClient) -> None:
    path = admit(client)
    state = client.post(f"{path}/film", json={})
    assert state.json()["outcome"] == state.json()["words"] == state.json()["film"]["words"] == ""
    assert client.post("/solution", json={"task": PHYRE}).status_code == 404
    assert client.get("/attempts").status_code == 404
    assert PHYRE not in client.get(path).text


def test_prolific_people_come_back_to_their_own_session(client: TestClient, store: Store) -> None:
    address = "/?PROLIFIC_PID=abc&STUDY_ID=s&SESSION_ID=t"
    first, second = enter(client, address), enter(client, address)
    assert len(store.rows("people")) == 1
    assert client.get(second).status_code == 200
    assert client.get(first).status_code == 404
    assert "abc" not in json.dumps([store.rows(t) for t in ("people", "events", "answers")])


def test_tokens_are_stored_as_hashes_only(client: TestClient, store: Store) -> None:
    token = enter(client).rpartition("/")[2]
    assert token not in json.dumps(store.rows("people"))
    assert client.get("/p/guess").status_code == 404


def test_an_export_is_a_run_and_a_dataset(
    client: TestClient, study: Study, store: Store, tmp_path: Path
) -> None:
    for _ in range(2):
        path = admit(client)
        solve(client, path, PHYRE)
    export(study, store, tmp_path / "out")
    run = load(tmp_path / "out" / "run")
    assert run.results.fold.tolist() == [0, 1]
    assert run.results.solved_at.tolist() == [1, 1]
    assert main(["replay", str(tmp_path / "out" / "run")]) == 0
    about = json.loads((tmp_path / "out" / "dataset_description.json").read_text())
    known = {each["name"] for each in about["variableMeasured"]}
    for table in (tmp_path / "out" / "data").glob("*_data.csv"):
        with table.open() as file:
            assert set(next(csv.reader(file))) <= known
    assert not (tmp_path / "out" / "outside_ids.csv").exists()


def test_deleting_a_person_leaves_nothing(
    client: TestClient, study: Study, store: Store, tmp_path: Path
) -> None:
    solve(client, admit(client, address="/?PROLIFIC_PID=gone"), PHYRE)
    assert store.delete(1)
    for table in ("people", "outside", "answers", "events", "attempts", "marks"):
        assert store.rows(table) == []
    assert b"gone" not in (tmp_path / "study.db").read_bytes()
    assert pseudonym(study, 1)


@pytest.mark.parametrize("order", ["fixed", "shuffled", "latin"])
def test_every_order_has_every_task_once(order: str) -> None:
    study = study_of({**FILE, "tasks": TASKS, "order": order})
    orders = [study.tasks_of(person) for person in range(5)]
    assert all(sorted(each) == sorted(TASKS) for each in orders)
    if order == "latin":
        assert all(len({each[place] for each in orders}) == 5 for place in range(5))


@pytest.mark.parametrize(
    "change",
    [{"order": "odd"}, {"tasks": []}, {"texts": {}}, {"nonsense": 1}, {"back": "http://x"}],
    ids=str,
)
def test_a_wrong_file_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ToppleError):
        study_of({**FILE, **change})


@pytest.mark.parametrize(("name", "tasks", "attempts"), [("phyq", 31, 5), ("phyre", 50, 10)])
def test_the_ready_studies_have_the_published_numbers(name: str, tasks: int, attempts: int) -> None:
    found = read_study(path_of(name))
    assert (len(found.tasks), found.attempts) == (tasks, attempts)
    assert main(["study", "check", name]) == 0


def test_texts_are_escaped() -> None:
    found = rendered("# Hi\n\n**bold** <script>\n\n- a\n- b")
    assert "<b>bold</b>" in found
    assert "<script>" not in found
    assert found.count("<li>") == 2


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(
        f'name = "killed"\ntasks = ["{PHYRE}"]\nattempts = 9\n[texts]\nconsent = "Agree?"\n'
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "topple.cli.main", "study", "serve", str(file)]
    command += ["--data", str(tmp_path / "killed.db"), "--port", str(port)]
    base = f"http://127.0.0.1:{port}"
    done = {"name": "balls", "numbers": [200, 200, 5], "at": 0}
    path = ""
    for round_ in range(2):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            try:
                _wait(base)
                if not path:
                    path = httpx.get(f"{base}/?begin=1").headers["location"]
                    httpx.post(f"{base}{path}/consent", data={"agrees": "yes"})
                sent = {"attempt": round_ + 1, "number": 0, "done": done}
                assert httpx.post(f"{base}{path}/film", json=sent).status_code == 200
                answer = httpx.post(f"{base}{path}/finish", json={"attempt": round_ + 1})
                assert answer.json()["outcome"] == "missed"
            finally:
                os.kill(server.pid, signal.SIGKILL)
    store = Store(tmp_path / "killed.db", "killed")
    assert [row["attempt"] for row in store.rows("attempts")] == [1, 2]
    assert [row["attempt"] for row in store.rows("events")] == [1, 2]
    store.close()


def _wait(base: str) -> None:
    for _ in range(600):
        try:
            httpx.get(base)
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")
