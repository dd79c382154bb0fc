"""Studies: everything is stored before it is answered, nothing is lost, doubled or told."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from people import FILE, GAME, OTHER, PHYRE, TASKS, admit, enter, solve
from starlette.testclient import TestClient

from topple.web import films
from topple.web.safety import LIMITS, Limit, Rates
from topple.web.study.app import StudyApp
from topple.web.study.plan import Study
from topple.web.study.read import study_of
from topple.web.study.session import Sessions
from topple.web.study.store import Store, hash_token
from topple.worlds import world


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


def test_a_reload_goes_on_and_a_gesture_sent_twice_counts_once(
    database: Callable[[], str],
) -> None:
    study = study_of({**FILE, "tasks": [GAME], "questions": []})
    store = Store(database(), study.name)
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


def silent(database: Callable[[], str], task: str) -> tuple[Store, TestClient, str]:
    """Return a study without feedback and the path of a person who plays."""
    study = study_of({**FILE, "tasks": [task], "questions": [], "feedback": False})
    store = Store(database(), study.name)
    client = TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
    path = enter(client)
    client.post(f"{path}/consent", data={"agrees": "yes"})
    return store, client, path


def ends(state: dict[str, Any]) -> float:
    return float(sum(state["film"]["times_ms"]) / 1000)


def test_without_feedback_a_placed_ball_is_not_seen_to_move(
    database: Callable[[], str],
) -> None:
    store, client, path = silent(database, PHYRE)
    (done,) = films.performed(films.find(PHYRE), world("phyre").solution(films.find(PHYRE)))
    made = {"name": done.name, "numbers": done.numbers, "at": done.at}
    sent = {"attempt": 1, "number": 0, "done": made}
    state = client.post(f"{path}/film", json=sent).json()
    assert state["film"]["times_ms"] == [0]
    for now in (3.0, 1e9):
        later = client.post(f"{path}/film", json={"now": now}).json()
        assert later["film"]["times_ms"] == [0]
        assert later["gestures"] == []
    told = client.post(f"{path}/finish", json={"attempt": 1}).json()
    assert told["outcome"] == ""
    assert store.rows("attempts")[0]["outcome"] == "solved"
    store.close()


def test_without_feedback_the_future_comes_only_when_it_has_passed(
    database: Callable[[], str],
) -> None:
    store, client, path = silent(database, GAME)
    whole = sum(films.shown(films.find(GAME), ())["film"]["times_ms"]) / 1000
    first = client.post(f"{path}/film", json={}).json()
    assert first["more"]
    assert ends(first) <= films.AHEAD
    second = client.post(f"{path}/film", json={"now": 2.0}).json()
    assert 2.0 < ends(second) <= 2.0 + films.AHEAD
    early = {"attempt": 1, "number": 0, "done": {"name": "3", "numbers": [], "at": 1.5}}
    assert client.post(f"{path}/film", json=early).status_code == 400
    last = client.post(f"{path}/film", json={"now": 1e9}).json()
    assert not last["more"]
    assert ends(last) <= whole - films.AHEAD + 0.1
    assert last["film"]["ended"] is None
    store.close()


def test_prolific_people_come_back_to_their_own_session(client: TestClient, store: Store) -> None:
    person = "60fd3a1be1b2c9a7d4e5f601"
    address = f"/?PROLIFIC_PID={person}&STUDY_ID=s&SESSION_ID=t"
    first, second = enter(client, address), enter(client, address)
    assert len(store.rows("people")) == 1
    assert client.get(second).status_code == 200
    assert client.get(first).status_code == 404
    assert person not in json.dumps([store.rows(t) for t in ("people", "events", "answers")])


def test_checks_are_played_in_their_places_and_must_be_solved(
    database: Callable[[], str],
) -> None:
    checks = [
        {"task": TASKS[2], "attempts": 1},
        {"task": TASKS[3], "kind": "attention", "attempts": 1},
    ]
    study = study_of({**FILE, "questions": [], "checks": checks, "practice": [TASKS[4]]})
    roles = [item.role for item in study.items_of(1)]
    assert roles[:3] == ["practice", "comprehension", "task"]
    assert sorted(roles[3:]) == ["attention", "task"]
    store = Store(database(), study.name)
    client = TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
    path = enter(client)
    client.post(f"{path}/consent", data={"agrees": "yes"})
    solve(client, path, TASKS[4])
    assert "CODE-CHECK" not in client.get(path).text
    client.post(f"{path}/finish", json={"attempt": 1})
    assert "CODE-CHECK" in client.get(path).text
    assert client.post(f"{path}/film", json={}).status_code == 400
    store.close()


def test_time_limits_end_a_task_and_a_session(
    database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of({**FILE, "questions": [], "seconds": 60, "session_seconds": 90})
    store = Store(database(), study.name)
    sessions = Sessions(study, store)
    person = store.person(store.enter({}, 10))
    assert person
    clock = [1000.0]
    monkeypatch.setattr(time, "time", lambda: clock[0])
    first = sessions.due(person)
    assert first
    assert (first.task, first.left) == (PHYRE, 60)
    clock[0] += 70
    second = sessions.due(person)
    assert second
    assert (second.task, second.left) == (OTHER, 20)
    clock[0] += 30
    assert sessions.due(person) is None
    store.close()


def test_whoever_asks_too_often_has_to_wait(study: Study, store: Store) -> None:
    clock = [0.0]
    app = Rates(StudyApp(study, store).app(), limits={"/p/": Limit(2, 5)}, clock=lambda: clock[0])
    client = TestClient(app, base_url="http://127.0.0.1")
    mine, other = enter(client), enter(client)
    assert [client.get(mine).status_code for _ in range(7)] == [200] * 5 + [429] * 2
    assert client.get(other).status_code == 200
    clock[0] += 1
    assert [client.get(mine).status_code for _ in range(3)] == [200, 200, 429]


def test_newcomers_are_admitted_at_a_limited_rate(study: Study, store: Store) -> None:
    clock = [0.0]
    app = Rates(StudyApp(study, store).app(), clock=lambda: clock[0])
    client = TestClient(app, base_url="http://127.0.0.1")
    most = int(LIMITS["/?"].most)
    for place in range(most):
        assert client.get(f"/?PROLIFIC_PID={place % 3}", follow_redirects=False).status_code == 303
    assert client.get("/?begin=1").status_code == 429
    assert client.get("/").status_code == 200  # the welcome page admits nobody
    clock[0] += 1
    assert client.get("/?begin=1", follow_redirects=False).status_code == 303
    assert len(store.rows("people")) == 4


def test_an_administrator_needs_the_token(study: Study, store: Store) -> None:
    app = StudyApp(study, store, hash_token("a secret")).app()
    client = TestClient(app, base_url="http://127.0.0.1")
    enter(client)
    assert "people," not in client.get("/admin").text
    wrong = client.post("/admin", data={"token": hash_token("a secret")})
    assert (wrong.status_code, "1 people" in wrong.text) == (403, False)
    assert "1 people, 0 attempts" in client.post("/admin", data={"token": "a secret"}).text
    codes = [client.post("/admin", data={"token": "guess"}).status_code for _ in range(20)]
    assert codes[-1] == 429
    without = TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
    assert without.post("/admin", data={"token": ""}).status_code == 404


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
