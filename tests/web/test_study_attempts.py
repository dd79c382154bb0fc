"""Studies: a message counts at the attempt where it was done, and once; clocks are the server's."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from people import (
    GAME,
    OTHER,
    PHYRE,
    TASKS,
    Clock,
    admit,
    film,
    game,
    gesture,
    solve,
    trial,
)
from starlette.testclient import TestClient

from topple.web import films
from topple.web.study.store import Store
from topple.worlds import world


def pass_time(store: Store, seconds: float) -> None:
    assert isinstance(store.clock, Clock)
    store.clock.now += seconds


def test_a_reload_goes_on_and_a_gesture_sent_twice_counts_once(
    database: Callable[[], str],
) -> None:
    store, client, path = game(database)
    own = trial(client, path)
    film(client, path, own)
    sent = {"number": 0, "done": gesture("3", at=1.0)}
    plans = [film(client, path, own, **sent)["plan"] for _ in range(2)]
    plans.append(film(client, path, trial(client, path))["plan"])
    assert plans == [[3.0, 1.0]] * 3
    assert len(store.rows("events")) == 1
    later = {"trial": own, "number": 7, "done": gesture("2", at=2.0)}
    assert client.post(f"{path}/film", json=later).status_code == 409
    store.close()


def test_a_gesture_in_the_past_is_refused(database: Callable[[], str]) -> None:
    store, client, path = game(database)
    own = trial(client, path)
    film(client, path, own, number=0, done=gesture("3", at=2.0))
    sent = {"trial": own, "number": 1, "done": gesture("2", at=1.0)}
    assert client.post(f"{path}/film", json=sent).status_code == 400
    store.close()


def test_what_was_seen_cannot_be_undone_by_a_reload(database: Callable[[], str]) -> None:
    """Also with feedback, the future arrives a second ahead, and time that passed has passed."""
    store, client, path = game(database)
    own = trial(client, path)
    assert ends(film(client, path, own)) <= films.AHEAD
    film(client, path, own, now=3.0)
    again = film(client, path, trial(client, path))
    assert (again["now"], again["more"]) == (3.0, True)
    early = {"trial": own, "number": 0, "done": gesture("3", at=1.5)}
    assert client.post(f"{path}/film", json=early).status_code == 400
    assert film(client, path, own, number=0, done=gesture("3", at=3.0))["plan"] == [3.0, 3.0]
    store.close()


def test_a_finish_that_comes_again_ends_one_attempt(client: TestClient, store: Store) -> None:
    path = admit(client)
    own = trial(client, path)
    film(client, path, own)
    balls = {"number": 0, "done": gesture("balls", (200, 200, 5))}
    film(client, path, own, **balls)
    told = [
        client.post(f"{path}/finish", json={"trial": own, "number": 1}).json() for _ in range(3)
    ]
    assert told == [told[0]] * 3
    assert told[0]["outcome"] == "missed"
    assert told[0]["next"] == trial(client, path) != own
    late = client.post(f"{path}/film", json={"trial": own, **balls})
    assert late.status_code == 409
    assert "not up to date" in late.json()["error"]
    (row,) = store.rows("attempts")
    assert (row["task"], row["outcome"]) == (PHYRE, "missed")


def test_a_page_left_open_touches_no_other_task(client: TestClient, store: Store) -> None:
    path = admit(client)
    old = trial(client, path)
    solve(client, path, PHYRE)
    new = trial(client, path)
    film(client, path, new)
    for path_, sent in (
        ("film", {"trial": old, "number": 0, "done": gesture("balls", (200, 200, 5))}),
        ("film", {"trial": old}),
        ("finish", {"trial": old, "number": 0}),
        ("finish", {"trial": "made up", "number": 0}),
        ("finish", {"number": 0}),
        ("refusal", {"trial": old, "done": gesture("balls", (200, 200, 5))}),
    ):
        client.post(f"{path}/{path_}", json=sent)
    rows = [(row["task"], row["attempt"], row["outcome"]) for row in store.rows("attempts")]
    assert rows == [(PHYRE, 1, "solved"), (OTHER, 1, None)]
    assert {row["task"] for row in store.rows("events")} == {PHYRE}


def test_two_tabs_at_one_attempt_do_not_mix(database: Callable[[], str]) -> None:
    store, client, path = game(database)
    own = trial(client, path)
    film(client, path, own)
    film(client, path, own, number=0, done=gesture("3", at=1.0))
    other = {"trial": own, "number": 0, "done": gesture("2", at=1.0)}
    assert client.post(f"{path}/film", json=other).status_code == 409
    assert client.post(f"{path}/finish", json={"trial": own, "number": 0}).status_code == 409
    assert client.post(f"{path}/finish", json={"trial": own, "number": 1}).status_code == 200
    (row,) = store.rows("attempts")
    assert json.loads(row["plan"]) == [3.0, 1.0]
    store.close()


def test_no_answer_tells_a_solution_or_how_a_film_ends(client: TestClient) -> None:
    path = admit(client)
    page = client.get(path).text
    state = film(client, path, trial(client, path))
    assert state["outcome"] == state["words"] == state["film"]["words"] == ""
    assert client.post("/solution", json={"task": PHYRE}).status_code == 404
    assert client.get("/attempts").status_code == 404
    task = films.find(PHYRE)
    for told in (page, json.dumps(state)):
        for secret in (PHYRE, task.caption, task.id.template, task.id.template.replace("_", " ")):
            assert secret not in told
    assert films.goal(task) in page


def ends(state: dict[str, Any]) -> float:
    return float(sum(state["film"]["times_ms"]) / 1000)


def test_without_feedback_a_placed_ball_is_not_seen_to_move(
    database: Callable[[], str],
) -> None:
    store, client, path = game(database, tasks=[PHYRE], feedback=False)
    own = trial(client, path)
    (done,) = films.performed(films.find(PHYRE), world("phyre").solution(films.find(PHYRE)))
    film(client, path, own)
    state = film(client, path, own, number=0, done=gesture(done.name, done.numbers, done.at))
    assert state["film"]["times_ms"] == [0]
    for now in (3.0, 1e9):
        later = film(client, path, own, now=now)
        assert later["film"]["times_ms"] == [0]
        assert later["gestures"] == []
    told = client.post(f"{path}/finish", json={"trial": own, "number": 1}).json()
    assert told["outcome"] == ""
    assert store.rows("attempts")[0]["outcome"] == "solved"
    store.close()


def test_without_feedback_the_future_comes_only_when_it_has_passed(
    database: Callable[[], str],
) -> None:
    store, client, path = game(database, feedback=False)
    own = trial(client, path)
    whole = sum(films.shown(films.find(GAME), ())["film"]["times_ms"]) / 1000
    first = film(client, path, own)
    assert first["more"]
    assert ends(first) <= films.AHEAD
    second = film(client, path, own, now=2.0)
    assert 2.0 < ends(second) <= 2.0 + films.AHEAD
    early = {"trial": own, "number": 0, "done": gesture("3", at=1.5)}
    assert client.post(f"{path}/film", json=early).status_code == 400
    last = film(client, path, own, now=1e9)
    assert not last["more"]
    assert ends(last) <= whole - films.AHEAD + 0.1
    assert last["film"]["ended"] is None
    store.close()


def test_a_solved_level_of_birds_ends(database: Callable[[], str]) -> None:
    """Its last pig dies after the next bird is ready; the film goes on to that, and ends."""
    name = "birds/ice_wood_and_post@1:000"
    task = films.find(name)
    action = world("birds").solution(task)
    course = films.shown(task, tuple(action))
    assert course["outcome"] == "solved"
    assert course["stop"] is None
    assert any(each["kind"] == "pull" for each in course["gestures"])  # a bird is left
    for feedback in (True, False):
        store, client, path = game(database, tasks=[name], feedback=feedback)
        own = trial(client, path)
        film(client, path, own)
        for number, done in enumerate(films.performed(task, action)):
            made = gesture(done.name, done.numbers, done.at)
            state = film(client, path, own, number=number, done=made)
        while state["more"]:
            assert state["stop"] is None
            state = film(client, path, own, now=ends(state))
        told = client.post(f"{path}/finish", json={"trial": own, "number": number + 1}).json()
        assert told["outcome"] == ("solved" if feedback else "")
        assert store.rows("attempts")[0]["outcome"] == "solved"
        store.close()


def test_clocks_start_when_a_page_is_seen(database: Callable[[], str]) -> None:
    """Looking at a result costs nothing of the next task; each limit counts from its own film."""
    more = {"tasks": TASKS[:3], "seconds": 60, "session_seconds": 100, "attempts": 2}
    store, client, path = game(database, **more)
    own = trial(client, path)
    pass_time(store, 500)
    client.head(path)
    assert film(client, path, own)["left"] == 60
    pass_time(store, 7)
    film(client, path, own, number=0, done=gesture("balls", (200, 200, 5)), client_ms=-1e300)
    pass_time(store, 3)
    assert film(client, path, own)["left"] == 50  # a reload changes nothing
    told = client.post(f"{path}/finish", json={"trial": own, "number": 1}).json()
    pass_time(store, 10)
    assert film(client, path, told["next"])["left"] == 40
    pass_time(store, 30)
    client.post(f"{path}/finish", json={"trial": told["next"], "number": 0})
    third = trial(client, path)
    pass_time(store, 20)
    assert film(client, path, third)["left"] == 30  # of the session
    rows = store.rows("attempts")
    assert [(row["begun"], row["ended"]) for row in rows] == [
        (1500, 1510),
        (1520, 1550),
        (1570, None),
    ]
    assert [row["client_ms"] for row in store.rows("events")] == [None]
    store.close()


def test_a_page_that_slept_ends_where_it_was(database: Callable[[], str]) -> None:
    """The time is up while a laptop sleeps; its plan is stored at its own task, at that moment."""
    store, client, path = game(database, tasks=[PHYRE, OTHER], seconds=60)
    own = trial(client, path)
    film(client, path, own)
    film(client, path, own, number=0, done=gesture("balls", (200, 200, 5)))
    pass_time(store, 3600)
    told = client.post(f"{path}/finish", json={"trial": own, "number": 1}).json()
    assert told == {"outcome": "missed", "next": ""}
    (row,) = store.rows("attempts")
    assert (row["task"], row["ended"] - row["begun"]) == (PHYRE, 60)
    assert film(client, path, trial(client, path))["left"] == 60
    assert [row["task"] for row in store.rows("attempts")] == [PHYRE, OTHER]
    store.close()
