"""Requests that nobody would send: no answer is an error of the server, and none tells a secret."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from people import FILE, PHYRE, admit, enter
from starlette.testclient import TestClient

from topple.web import films
from topple.web.play import Play
from topple.web.record import Record
from topple.web.safety import Rates
from topple.web.study.app import StudyApp
from topple.web.study.read import study_of
from topple.web.study.store import Store
from topple.worlds import world

MOST_GROWTH = 16 * 1024  # kB of memory, after caches are full; 10,000 leaks of 2 kB would be found
JUNK: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2**70,
    10**400,
    "\ud800",
    1e308,
    -0.0,
    "",
    "x" * 5000,
    "\x00",
    "../",
    [],
    {},
    [[[]]],
)
NAMES = ("task", "plan", "done", "trial", "number", "now", "client_ms", "think_ms", "what", "id")
STEPS = ("film", "finish", "refusal", "marks", "answers", "", "..", "%2e%2e", "solution")
PLAY = (
    "/film",
    "/refusal",
    "/solution",
    "/hint",
    "/attempts",
    "/play/",
    "/worlds/",
    "/picture/",
    "/static/",
)
SECRETS = ("Traceback", "site-packages", "sqlite3", "study.db")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[TestClient]:
    record = Record(tmp_path / "runs", "person")
    yield TestClient(Play(record).app(), base_url="http://127.0.0.1", raise_server_exceptions=False)
    record.close()


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(Rates, "_allows", lambda self, whose: True)
    found = study_of(FILE)
    store = Store(tmp_path / "study.db", found.name, make=True)
    app = StudyApp(found, store).app()
    yield TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False)
    store.close()


def made_up(rng: random.Random, deep: int = 0) -> object:
    """Return a value: junk, a number, a list or a gesture."""
    kind = rng.randrange(6 if deep < 3 else 3)
    if kind == 0:
        return rng.choice(JUNK)
    if kind < 3:
        return rng.choice((rng.uniform(-1, 2), rng.randrange(-3, 300), PHYRE, "balls"))
    if kind == 3:
        return [made_up(rng, deep + 1) for _ in range(rng.randrange(5))]
    if kind == 4:
        numbers = [rng.uniform(-50, 300) for _ in range(rng.randrange(5))]
        return {"name": rng.choice(("balls", "x")), "numbers": numbers, "at": rng.choice(JUNK)}
    return {name: made_up(rng, deep + 1) for name in rng.sample(NAMES, 3)}


def body(rng: random.Random) -> bytes:
    """Return the JSON of an object, sometimes damaged."""
    given = {name: made_up(rng) for name in rng.sample(NAMES, rng.randrange(len(NAMES)))}
    if rng.random() < 0.5:
        given["task"] = PHYRE
    found = bytearray(json.dumps(given).encode())
    if rng.random() < 0.2:
        found[rng.randrange(len(found))] = rng.randrange(256)
    return bytes(found)


def send(client: TestClient, rng: random.Random, path: str) -> str:
    """Send a request; return what came back."""
    method = rng.choice(("POST", "POST", "POST", "GET", "HEAD", "PUT"))
    kind = rng.choice(("application/json", "application/json", "text/plain", ""))
    answer = client.request(
        method, path, content=body(rng), headers={"content-type": kind}, follow_redirects=False
    )
    assert answer.status_code < 500, (method, path, answer.text[:300])
    return str(answer.text)


def fuzz(play: TestClient, study: TestClient, count: int, seed: str) -> None:
    rng = random.Random(seed)
    mine, other = admit(study), enter(study)
    secrets = [*SECRETS, other.rpartition("/")[2], *map(str, solution())]
    for _ in range(count // 2):
        token = rng.choice((mine, mine, mine, "/p/guess", "/p/%00", "/p/" + "y" * 3000))
        told = send(study, rng, f"{token}/{rng.choice(STEPS)}")
        assert not [secret for secret in secrets if secret in told]
        path = rng.choice(PLAY) + rng.choice(("", PHYRE, "%2e%2e/x", "<b>", "phyre/no:1", "\\"))
        told = send(play, rng, path)
        assert not [secret for secret in SECRETS if secret in told]


def solution() -> tuple[float, ...]:
    task = films.find(PHYRE)
    return world("phyre").solution(task)


def kilobytes() -> int:
    """Return how much memory the process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4


def test_a_few_hundred_requests(play: TestClient, study: TestClient) -> None:
    fuzz(play, study, 400, "few")


@pytest.mark.slow
def test_ten_thousand_requests_in_flat_memory(play: TestClient, study: TestClient) -> None:
    fuzz(play, study, 5000, "first")
    before = kilobytes()
    fuzz(play, study, 5000, "second")
    assert kilobytes() - before < MOST_GROWTH
