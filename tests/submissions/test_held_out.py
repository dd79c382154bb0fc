"""A season can hold out a template: it is in a package that is published with the seed."""

from __future__ import annotations

import json

import httpx
import pytest
from test_plugin import Console

from topple.cli.main import main


@pytest.fixture(scope="module")
def topple(tmp_path_factory: pytest.TempPathFactory) -> Console:
    return Console(tmp_path_factory.mktemp("held_out"))


def test_a_season_of_a_held_out_template_is_played_and_verified(topple: Console) -> None:
    chosen = ("--template", "drop_on_the_step", "--per-template", "2")
    topple.jsons(
        ("season", "new", "season", "phyre-b-cross", *chosen),
        ("season", "serve", "season", "--file", "tasks.json"),
    )
    ids = list(json.loads((topple.folder / "tasks.json").read_text())["tasks"])
    assert [name.rpartition(":")[0] for name in ids] == ["phyre/drop_on_the_step@1"] * 2
    topple.jsons(
        ("eval", "phyre-b-cross", "--agent", "random", "--tasks", "tasks.json", "--out", "run"),
        ("submit", "run", "--out", "submission", "--author", "Ada"),
        ("verify", "submission"),
        ("season", "reveal", "season"),
        ("season", "check", "season", "--file", "tasks.json"),
    )


def test_a_held_out_template_is_played_over_http_by_who_does_not_have_it(topple: Console) -> None:
    chosen = ("--template", "drop_on_the_step", "--per-template", "1")
    topple("season", "new", "http", "phyre-b-cross", *chosen)
    with topple.serving("season", "serve", "http", "--port", "0") as address:
        site = address.removesuffix("/tasks")
        (task,) = httpx.get(address).json()["tasks"]
        (invited,) = topple.jsons(("season", "invite", "http", "Ada"))
        key = invited["key"]
        assert httpx.get(f"{address}/{task}").json()["scene"]["bodies"]
        sent = {"key": key, "task": task, "attempt": 1, "action": [0.01, 0.99, 0.0]}
        assert httpx.post(f"{site}/attempts", json=sent).json()["outcome"] == "missed"
        assert httpx.post(f"{site}/end", json={"key": key}).json() == {"tasks": 1}
    (run,) = (topple.folder / "http" / "runs").iterdir()
    topple.jsons(
        ("submit", str(run), "--out", "sent", "--author", "Ada"),
        ("verify", "sent"),
    )
    assert main(["show", task]) == 2, "this process does not have the template"
    topple.jsons(("season", "reveal", "http"), ("season", "check", "http"))
