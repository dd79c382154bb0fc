"""People for tests of studies: they enter, agree, answer and play."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from topple.web import films
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
