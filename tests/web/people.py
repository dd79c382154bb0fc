"""People for tests of studies: they enter, agree, answer and play."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import httpx
from starlette.testclient import TestClient

from topple.web import films
from topple.web.study.app import StudyApp
from topple.web.study.read import study_of
from topple.web.study.store import Store
from topple.worlds import world

Client = httpx.Client | TestClient
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


def enter(client: Client, agrees: str = "yes", **outside: str) -> str:
    """Agree on the first page; return the path of one's own link."""
    sent = form(client, **outside)
    client.post("/", data={**sent, "agrees": agrees}, follow_redirects=False)
    return f"/p/{sent['link']}"


def form(client: Client, **outside: str) -> dict[str, str]:
    """Open the address of a study; return the hidden fields of its form."""
    page = client.get("/", params=outside).text
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))


def admit(client: Client, ok: str = "yes", **outside: str) -> str:
    path = enter(client, **outside)
    client.post(f"{path}/answers", data={"stage": "before", "age": "30", "ok": ok})
    return path


def trial(client: Client, path: str) -> str:
    """Open one's page; return the trial that it names."""
    return str(re.findall(r'data-trial="(\w+)"', client.get(path).text)[0])


def film(client: Client, path: str, trial: str, **sent: Any) -> dict[str, Any]:
    answer = client.post(f"{path}/film", json={"trial": trial, **sent})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def gesture(name: str, numbers: Sequence[float] = (), at: float = 0.0) -> dict[str, Any]:
    return {"name": name, "numbers": list(numbers), "at": at}


def solve(client: Client, path: str, task: str) -> dict[str, Any]:
    """Play the stored solution of a task."""
    found, own = films.find(task), trial(client, path)
    film(client, path, own)
    performed = films.performed(found, world(found.id.world).solution(found))
    for number, done in enumerate(performed):
        made = gesture(done.name, done.numbers, done.at)
        state = film(client, path, own, number=number, done=made, client_ms=5)
        assert state["refused"] == ""
    sent = {"trial": own, "number": len(performed)}
    return dict(client.post(f"{path}/finish", json=sent).json())


def game(database: Callable[[], str], **more: Any) -> tuple[Store, TestClient, str]:
    """Return a study of one game, or what is given, and the path of a person who plays."""
    study = study_of({**FILE, "tasks": [GAME], "questions": [], **more})
    store = Store(database(), study.name, make=True, clock=Clock())
    client = TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
    return store, client, enter(client)


class Clock:
    """The clock of a server in a test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
