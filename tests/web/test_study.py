"""Studies: people come in, answer, and leave; nothing is lost, doubled or told."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from people import (
    FILE,
    OTHER,
    PHYRE,
    TASKS,
    admit,
    enter,
    film,
    form,
    game,
    solve,
    trial,
)
from starlette.testclient import TestClient

from topple.web.safety import Bucket, Limit, Rates
from topple.web.study.app import StudyApp
from topple.web.study.plan import Study
from topple.web.study.read import study_of
from topple.web.study.store import Store, hash_token

PERSON = "60fd3a1be1b2c9a7d4e5f601"
FORM = "application/x-www-form-urlencoded"


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


def test_whoever_does_not_agree_is_not_stored(client: TestClient, store: Store) -> None:
    sent = {**form(client), "agrees": "no"}
    assert "CODE-NO" in client.post("/", data=sent).text
    assert store.rows("people") == []
    assert client.get(f"/p/{sent['link']}").status_code == 404


def test_nobody_is_admitted_by_looking(client: TestClient, store: Store) -> None:
    for address in ("/", "/?begin=1", "/?PROLIFIC_PID=someone"):
        for method in ("GET", "HEAD"):
            assert client.request(method, address).status_code == 200
    assert store.rows("people") == []
    path = enter(client)
    for _ in range(3):
        client.head(path)
        client.get(path)
    assert store.rows("attempts") == store.rows("marks") == []


def test_a_double_click_on_agree_is_one_person(client: TestClient, store: Store) -> None:
    sent = {**form(client), "agrees": "yes"}
    answers = [client.post("/", data=sent, follow_redirects=False) for _ in range(3)]
    assert {each.headers["location"] for each in answers} == {f"/p/{sent['link']}"}
    assert len(store.rows("people")) == 1


def test_a_form_that_comes_again_changes_nothing(client: TestClient, store: Store) -> None:
    path = enter(client)
    missing = client.post(f"{path}/answers", data={"stage": "before", "age": "x&y", "ok": "yes"})
    assert missing.status_code == 400
    assert "Please give a number" in missing.text
    assert 'value="x&amp;y"' in missing.text
    for ok in ("yes", "no", "out"):
        client.post(f"{path}/answers", data={"stage": "before", "age": "30", "ok": ok})
    assert store.rows("people")[0]["stage"] == "tasks"
    answers = {row["name"]: row["answer"] for row in store.rows("answers")}
    assert answers == {"consent": "1", "age": "30", "ok": "yes"}


def test_a_check_is_judged_by_the_answer_that_is_stored(study: Study, store: Store) -> None:
    """Two requests have read the same stage; the second is answered after the first."""
    app = StudyApp(study, store)
    client = TestClient(app.app(), base_url="http://127.0.0.1")
    for first, second, stage in (("yes", "no", "tasks"), ("no", "yes", "failed_check")):
        link = enter(client).rpartition("/")[2]
        for ok in (first, second):
            app.sessions.answer(link, "before", {"age": "3", "ok": ok})
        person = store.person(link)
        assert person
        stored = {
            row["name"]: row["answer"]
            for row in store.rows("answers")
            if row["person"] == person.id
        }
        assert (stored["ok"], person.stage) == (first, stage)


def test_prolific_people_come_back_to_their_own_session(client: TestClient, store: Store) -> None:
    first = enter(client, PROLIFIC_PID=PERSON, STUDY_ID="s", SESSION_ID="t")
    assert "You have begun already" in client.get(f"/?PROLIFIC_PID={PERSON}").text
    second = enter(client, PROLIFIC_PID=PERSON, STUDY_ID="s", SESSION_ID="another")
    assert len(store.rows("people")) == 1
    assert client.get(first).status_code == client.get(second).status_code == 200
    assert PERSON not in json.dumps([store.rows(t) for t in ("people", "events", "answers")])


def test_what_is_not_filled_in_is_nobodys_id(client: TestClient, store: Store) -> None:
    assert client.get("/?PROLIFIC_PID={{%25PROLIFIC_PID%25}}").status_code == 400
    for _ in range(2):
        enter(client, STUDY_ID="s", SESSION_ID="{{%SESSION_ID%}}")
    assert len(store.rows("people")) == 2
    assert store.rows("outside") == []


def test_checks_are_played_in_their_places_and_must_be_solved(
    database: Callable[[], str],
) -> None:
    checks = [
        {"task": TASKS[2], "attempts": 1},
        {"task": TASKS[3], "kind": "attention", "attempts": 1},
    ]
    more = {"tasks": TASKS[:2], "checks": checks, "practice": [TASKS[4]]}
    study = study_of({**FILE, "questions": [], **more})
    roles = [item.role for item in study.items_of(1)]
    assert roles == ["practice", "comprehension", "task", "attention", "task"]
    store, client, path = game(database, **more)
    solve(client, path, TASKS[4])
    assert "CODE-CHECK" not in client.get(path).text
    own = trial(client, path)
    film(client, path, own)
    client.post(f"{path}/finish", json={"trial": own, "number": 0})
    assert "CODE-CHECK" in client.get(path).text
    assert client.post(f"{path}/film", json={"trial": own}).status_code == 409
    store.close()


def test_attention_checks_stand_between_the_tasks() -> None:
    checks = [{"task": TASKS[4], "kind": "attention"}]
    study = study_of({**FILE, "tasks": TASKS[:4], "checks": checks, "order": "shuffled"})
    places = {[i.role for i in study.items_of(row)].index("attention") for row in range(60)}
    assert places == {1, 2, 3}


def test_whoever_asks_too_often_has_to_wait(study: Study, store: Store) -> None:
    clock = [0.0]
    app = Rates(StudyApp(study, store).app(), limits={"/p/": Limit(2, 5)}, clock=lambda: clock[0])
    client = TestClient(app, base_url="http://127.0.0.1")
    mine, other = (f"/p/{form(client)['link']}" for _ in range(2))
    assert [client.get(mine).status_code for _ in range(7)] == [404] * 5 + [429] * 2
    assert client.get(other).status_code == 404
    clock[0] += 1
    assert [client.get(mine).status_code for _ in range(3)] == [404, 404, 429]


def test_newcomers_are_admitted_at_a_limited_rate(study: Study, store: Store) -> None:
    clock = [0.0]
    bucket = Bucket(Limit(1, 3), lambda: clock[0])
    app = StudyApp(study, store, newcomers=bucket).app()
    client = TestClient(app, base_url="http://127.0.0.1")
    for place in range(5):
        enter(client, PROLIFIC_PID=f"person{place}")
    assert len(store.rows("people")) == 3
    sent = {**form(client), "agrees": "yes"}
    refused = client.post("/", data=sent)
    assert (refused.status_code, "<h1>" in refused.text) == (429, True)
    assert client.get(enter(client, PROLIFIC_PID="person0")).status_code == 200  # is known
    clock[0] += 1
    assert client.post("/", data=sent).status_code == 200
    assert len(store.rows("people")) == 4


def test_mistakes_of_people_are_pages_without_a_way_to_begin_anew(client: TestClient) -> None:
    path = admit(client)
    for answer in (
        client.get("/p/guess"),
        client.post("/", data={"agrees": "yes"}),
        client.post(f"{path}/answers", data={"stage": "before\0"}),
        client.post(
            f"{path}/answers", content=iter([b"x" * 200_000] * 2), headers={"content-type": FORM}
        ),
    ):
        assert answer.status_code in (400, 404)
        assert "<main" in answer.text
        assert "<nav" not in answer.text
        assert "gallery" not in answer.text


@pytest.mark.parametrize(
    "body", [b'{"what": "\\ud800"}', b'{"what": "\\u0000"}', b'{"client_ms": 1' + b"0" * 400 + b"}"]
)
def test_what_no_database_can_hold_is_refused_with_words(client: TestClient, body: bytes) -> None:
    path = admit(client)
    kind = {"content-type": "application/json"}
    for step in ("film", "finish", "marks"):
        answer = client.post(f"{path}/{step}", content=body, headers=kind)
        assert answer.status_code in (400, 409)
        assert answer.json()["error"]


def test_a_person_sees_their_number_and_can_withdraw(
    client: TestClient, store: Store, study: Study
) -> None:
    path, other = admit(client, PROLIFIC_PID=PERSON), admit(client)
    solve(client, path, PHYRE)
    solve(client, other, PHYRE)
    gone, stays = (row["id"] for row in store.rows("people"))
    assert f"number {gone}" in client.get(path).text
    assert "Delete everything about me" in client.get(f"{path}/withdraw").text
    assert len(store.rows("people")) == 2
    for _ in range(2):
        assert "has been deleted" in client.post(f"{path}/withdraw").text
    assert client.get(path).status_code == 404
    assert store.rows("outside") == []
    for table in ("answers", "attempts", "events"):
        assert {row["person"] for row in store.rows(table)} == {stays}


def test_an_administrator_needs_the_token(study: Study, store: Store) -> None:
    app = StudyApp(study, store, hash_token("a secret")).app()
    client = TestClient(app, base_url="http://127.0.0.1")
    enter(client)
    assert "people," not in client.get("/admin").text
    wrong = client.post("/admin", data={"token": hash_token("a secret")})
    assert (wrong.status_code, "people," in wrong.text) == (403, False)
    assert "1 people, 0 attempts" in client.post("/admin", data={"token": "a secret"}).text
    codes = {client.post("/admin", data={"token": "guess"}).status_code for _ in range(20)}
    assert codes == {403}
    assert "1 people, 0 attempts" in client.post("/admin", data={"token": "a secret"}).text
    without = TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
    assert without.post("/admin", data={"token": ""}).status_code == 404


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(
        f'name = "killed"\ntasks = ["{PHYRE}"]\nattempts = 9\n[texts]\nconsent = "Agree?"\n'
    )
    command = [sys.executable, "-m", "topple.cli.main", "study", "serve", str(file)]
    command += ["--data", str(tmp_path / "killed.db"), "--port", "0"]
    done = {"name": "balls", "numbers": [200, 200, 5], "at": 0}
    path = ""
    for _ in range(2):
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                with httpx.Client(base_url=_address(server), timeout=60) as client:
                    path = path or enter(client)
                    own = trial(client, path)
                    film(client, path, own)
                    film(client, path, own, number=0, done=done)
                    ended = client.post(f"{path}/finish", json={"trial": own, "number": 1})
                    assert ended.json()["outcome"] == "missed"
            finally:
                os.kill(server.pid, signal.SIGKILL)
    store = Store(tmp_path / "killed.db", "killed")
    assert [row["attempt"] for row in store.rows("attempts")] == [1, 2]
    assert [row["attempt"] for row in store.rows("events")] == [1, 2]
    store.close()


def _address(server: subprocess.Popen[str]) -> str:
    """Return the address that a server says; it answers from then on."""
    assert server.stderr
    (found,) = re.findall("http://[^;]+", "".join(server.stderr.readline() for _ in range(2)))
    return str(found)
