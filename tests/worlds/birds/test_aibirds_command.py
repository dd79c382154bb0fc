"""`topple serve aibirds` as a process: it plays, is interrupted and goes on."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aibirds_client import Client, play_all
from levels import GOOD

from topple.cli.main import main
from topple.errors import BadInput
from topple.protocols import protocol
from topple.runs.load import load
from topple.runs.outside import OutsidePlan, OutsideRuns
from topple.runs.reduce import read_attempts
from topple.tasks.attempt import Played
from topple.tasks.outcome import Outcome

SMALL = ["serve", "aibirds", "--port", "0", "--limit", "2", "--attempts", "2", "--agent", "simple"]


@contextmanager
def process(out: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """Run a server, and connect to it."""
    command = [sys.executable, "-m", "topple.cli.main", *SMALL, "--out", str(out), *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        port = 0
        while not port:
            line = server.stderr.readline()
            assert line, "the server ended"
            found = re.search(r"listening on 127\.0\.0\.1:(\d+)", line)
            port = int(found[1]) if found else 0
        try:
            with Client(("127.0.0.1", port)) as client:
                yield server, client
        finally:
            server.kill()


def test_an_interrupted_server_keeps_all_plays_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with process(tmp_path, "--json") as (server, client):
        client.begin()
        assert client.next() == 1
        assert client.shoot(-100, 300)
        server.send_signal(signal.SIGINT)
        said, complaint = server.communicate(timeout=600)
    assert server.returncode == 0, complaint
    (folder,) = json.loads(said)["folders"]
    assert folder == str(tmp_path), "--out is the run folder, as with `topple eval`"
    assert len(list(read_attempts(Path(folder) / "attempts.jsonl"))) == 1

    with process(tmp_path) as (server, client):
        assert len(play_all(client)) == 3
        server.send_signal(signal.SIGTERM)
        said, _ = server.communicate(timeout=600)
    assert server.returncode == 0
    assert re.search(r"^simple +2 +4 ", said, re.MULTILINE), "two tasks, four attempts"
    run = load(folder)
    assert run.finished
    assert run.settings.agent == "simple"
    assert run.settings.agent_settings["taps"] == "game"
    made = Counter(attempt.task for attempt in read_attempts(Path(folder) / "attempts.jsonl"))
    assert set(made.values()) == {2}

    assert main(["show", folder, "--json"]) == 0, "the attempt ends as it was recorded"
    assert json.loads(capsys.readouterr().out)


def test_a_served_run_is_verified_with_its_points(tmp_path: Path) -> None:
    out, lines = tmp_path / "run", tmp_path / "run" / "attempts.jsonl"
    with process(out) as (server, client):
        play_all(client)
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=600)
    assert submit_and_verify(out, tmp_path / "honest") == 0
    first, *others = (json.loads(line) for line in lines.read_text().splitlines())
    first["points"] = first.get("points", 0) + 10
    lines.write_text("".join(f"{json.dumps(row)}\n" for row in (first, *others)))
    assert submit_and_verify(out, tmp_path / "forged") == 1


def submit_and_verify(run: Path, out: Path) -> int:
    assert main(["submit", str(run), "--out", str(out), "--author", "Ada"]) == 0
    return main(["verify", str(out)])


def test_level_files_are_played_by_other_rules(tmp_path: Path) -> None:
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "castle.xml").write_text(GOOD)
    out = tmp_path / "runs"
    options = ("--levels", str(tmp_path / "levels"), "--rules", "events_per_hit=2")
    with process(out, *options) as (_, client):
        played = play_all(client)
    run = load(out)
    assert run.settings.choices.rules == {"events_per_hit": 2}
    assert len(played) == len(list(read_attempts(out / "attempts.jsonl"))) > 0
    assert main(["show", str(out), "--json"]) == 0, "the level is kept with the run"


def test_a_port_in_use_and_a_wrong_world_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with process(tmp_path / "one") as (_, client):
        port = client.socket.getpeername()[1]
        assert main([*SMALL, "--port", str(port), "--out", str(tmp_path / "two")]) == 2
        assert "give another --port" in capsys.readouterr().err
    assert main(["serve", "aibirds", "phyre-b-within"]) == 2
    assert "`aibirds` plays birds" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        (["--taps", "late"], "no value of --taps named `late`"),
        (["--agent", "x=name"], "`x` is not a whole number"),
        (["--agent", "5="], "`5=` is not NAME or ID=NAME"),
        (["--port", "70000"], "70000 is too large"),
    ],
)
def test_misuse_is_explained(
    option: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "aibirds", *option]) == 2
    assert complaint in capsys.readouterr().err


def test_options_that_are_not_the_usual_ones_stand_in_the_row(tmp_path: Path) -> None:
    with process(tmp_path, "--taps", "original") as (server, client):
        play_all(client)
        server.send_signal(signal.SIGTERM)
        said, _ = server.communicate(timeout=600)
    assert re.search(r"^simple, taps original\b", said, re.MULTILINE), said


def test_the_folder_of_a_run_takes_one_agent(tmp_path: Path) -> None:
    plan = OutsidePlan(protocol("phyq-broad"), "aibirds", {}, attempts=1, limit=2)
    runs = OutsideRuns(plan, tmp_path / "run", {}, alone=True)
    assert runs.run_of(7).folder.path == tmp_path / "run"
    assert runs.run_of(7).folder.path == tmp_path / "run"
    with pytest.raises(BadInput, match="`aibirds-7` plays in it"):
        runs.run_of(8)
    runs.close()


def test_agents_are_ranked_by_their_best_points_on_solved_levels(tmp_path: Path) -> None:
    plan = OutsidePlan(protocol("phyq-broad"), "aibirds", {}, attempts=3, limit=2)
    first, second = (plan.world.task(name) for name in plan.tasks())
    runs = OutsideRuns(plan, tmp_path, {1: "often", 2: "well"})
    made = [
        (1, first, Outcome.SOLVED, 3000),
        (1, first, Outcome.SOLVED, 5000),
        (1, second, Outcome.MISSED, 90_000),
        (2, first, Outcome.SOLVED, 4000),
        (2, second, Outcome.SOLVED, 2000),
    ]
    for agent, task, outcome, points in made:
        runs.run_of(agent).best(task)  # asking for points does not solve a level
        runs.run_of(agent).add(task, (-0.5, -0.5, -1, 0), Played(outcome), points, 1.0)
    runs.close()
    again = OutsideRuns(plan, tmp_path, {1: "often", 2: "well"})
    for agent in (1, 2):
        again.run_of(agent)
    again.close()
    for found in (runs, again):
        assert found.ranking() == [("well", 2, 6000), ("often", 1, 5000)]
