"""A season over HTTP: players see scenes and send actions; the record verifies at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from one_loop import one_loop
from starlette.testclient import TestClient

from topple.cli.main import main
from topple.errors import BadInput
from topple.submissions import season
from topple.submissions.players import PLAYERS, invite
from topple.submissions.served import Served
from topple.submissions.verify import verify
from topple.worlds import find_task

HOST = "http://127.0.0.1"


def quiet(done: int, of: int, words: str) -> None:
    pass


@pytest.fixture(scope="module", autouse=True)
def one_loop_for_all() -> Iterator[None]:
    with one_loop():
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Commit to a season of two templates, one task each, and draw its tasks."""
    folder = tmp_path_factory.mktemp("http") / "season"
    season.new("s", "phyre-b-within", ["off_the_ledge", "miss_the_jar"], 1, folder)
    season.serve(folder, folder / season.TASKS, quiet)
    return folder


def start(folder: Path) -> tuple[Served, TestClient]:
    served = Served(folder, folder / season.TASKS)
    return served, TestClient(served.app(), base_url=HOST)


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    served, client = start(folder)
    yield client
    served.close()


def get(client: TestClient, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client: TestClient, path: str, **content: object) -> Any:
    return client.post(path, json=content).json()


def action(name: str, outcome: int) -> list[float]:
    """Find an action that solves a task (1) or misses (-1), as a player with a simulator would."""
    from topple.worlds import world

    task = find_task(name)
    actions = task.actions.candidates(5000)
    first = (world("phyre").outcomes([task], actions)[0] == outcome).nonzero()[0][0]
    return [float(number) for number in actions[first]]


def test_a_season_from_commitment_to_verification(folder: Path, tmp_path: Path) -> None:
    served, client = start(folder)
    public = get(client, "/season")
    tasks = get(client, "/tasks")["tasks"]
    key = invite(folder, "Ada")
    for task in tasks:
        assert get(client, f"/tasks/{task}")["hash"] == find_task(task).content_hash()
        missed = post(client, "/attempts", key=key, task=task, attempt=1, action=[0.01, 0.99, 0.0])
        assert missed["over"] is False
        winner = action(task, 1)
        found = post(client, "/attempts", key=key, task=task, attempt=2, action=winner)
        assert (found["outcome"], found["over"]) == ("solved", True)
        again = post(client, "/attempts", key=key, task=task, attempt=2, action=winner)
        assert again == found, "what is sent again counts once"
        more = post(client, "/attempts", key=key, task=task, attempt=3, action=winner)
        assert "is over" in more["error"]
    (run,) = served.folders
    served.close()
    pack = ["submit", str(run), "--out", str(tmp_path / "submission"), "--author", "Ada"]
    assert main(pack) == 0

    season.reveal(folder)
    outside = tmp_path / "public"  # the files of someone who was not there
    outside.mkdir()
    (outside / season.SEASON).write_text(json.dumps(public))
    (outside / season.REVEALED).write_bytes((folder / season.REVEALED).read_bytes())
    hashes = {name: find_task(name).content_hash() for name in tasks}
    (outside / season.TASKS).write_text(json.dumps({"tasks": hashes}))
    assert season.check(outside, outside / season.TASKS, quiet) == tasks
    checked = verify(tmp_path / "submission")
    assert checked.verified
    (facts,) = checked.runs.values()
    assert facts["tasks"] == 2

    wrong = {**json.loads((outside / season.REVEALED).read_text()), "seed": "00" * 32}
    (outside / season.REVEALED).write_text(json.dumps(wrong))
    with pytest.raises(BadInput, match="not the one that season s is committed to"):
        season.check(outside, outside / season.TASKS, quiet)


def test_nothing_that_is_served_holds_the_seed(folder: Path, client: TestClient) -> None:
    secret = json.loads((folder / season.SECRET).read_text())
    tasks = get(client, "/tasks")["tasks"]
    paths = ("/season", "/tasks", *(f"/tasks/{task}" for task in tasks))
    told = [client.get(path).text for path in paths]
    assert not any(secret[name] in text for name in ("seed", "salt") for text in told)
    assert client.get(f"/pictures/{tasks[0]}.png").content.startswith(b"\x89PNG")


def test_only_tasks_of_the_season_are_played_and_only_with_a_key(
    folder: Path, client: TestClient
) -> None:
    (task, *_) = get(client, "/tasks")["tasks"]
    key = invite(folder, "Grace")
    for name in ("grace", "Grace ", "Gr\u0430ce", ""):
        with pytest.raises(BadInput):
            invite(folder, name)
    assert client.get("/tasks/phyre/off_the_ledge@1:000").status_code == 404
    other = post(client, "/attempts", key=key, task="phyre/off_the_ledge@1:000", action=[0, 0, 0])
    assert "no task named" in other["error"]
    assert "key" in post(client, "/attempts", key="guess", task=task, action=[0, 0, 0])["error"]
    assert "error" in post(client, "/attempts", key=key, task=task, action="up")
    assert key not in (folder / PLAYERS).read_text()


def test_a_player_may_give_up_and_a_restart_forgets_nobody(folder: Path) -> None:
    served, client = start(folder)
    (task, *_) = get(client, "/tasks")["tasks"]
    key = invite(folder, "Alan")
    post(client, "/attempts", key=key, task=task, attempt=1, action=action(task, -1))
    served.close()
    again, after = start(folder)
    second = post(after, "/attempts", key=key, task=task, attempt=2, action=action(task, 1))
    assert second["outcome"] == "solved"
    assert post(after, "/end", key=key) == {"tasks": 2}
    (_, other) = get(after, "/tasks")["tasks"]
    late = post(after, "/attempts", key=key, task=other, attempt=1, action=action(other, 1))
    assert "is over" in late["error"]
    assert post(after, "/end", key=key) == {"tasks": 2}
    (run,) = again.folders
    again.close()
    assert json.loads((run / "finished.json").read_text())["attempts"] == 2
