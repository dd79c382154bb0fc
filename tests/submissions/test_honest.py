"""Honest submissions of every protocol are verified."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.errors import BadInput, RunError
from topple.protocols import all_protocols
from topple.submissions import verify as module
from topple.submissions.card import Card, Harness, Track
from topple.submissions.faults import Fault
from topple.submissions.replay import Tasks, replay
from topple.submissions.submit import submit
from topple.submissions.verify import verify
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.birds.world import WORLD

RECORDED = Path(__file__).parents[1] / "recorded" / "runs"


def play(name: str, out: Path, *options: str) -> Path:
    rules = all_protocols()[name]
    who = ["--model", "topple/random-valid"] if rules.for_models else ["--agent", "random"]
    some = ["--levels", str(RECORDED / name / "levels")] if rules.of_files else ["--limit", "1"]
    assert main(["eval", name, *(options or who), *some, "--out", str(out)]) == 0
    return out


@pytest.mark.parametrize("name", all_protocols())
def test_an_honest_run_of_every_protocol_is_verified(name: str, tmp_path: Path) -> None:
    run, out = play(name, tmp_path / "run"), tmp_path / "out"
    assert main(["submit", str(run), "--out", str(out), "--author", "Ada"]) == 0
    assert main(["verify", str(out)]) == 0
    found = json.loads((out / "verified.json").read_text())
    assert (found["verified"], found["faults"]) == (True, [])
    (own,) = found["runs"].values()
    assert own["attempts"] == len((run / "attempts.jsonl").read_text().splitlines())
    assert own["protocol"] == name


def test_a_stopped_verification_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("topple.submissions.replay.CHUNK", 20)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run, out = play("phyre-b-cross", tmp_path / "run"), tmp_path / "out"
    submit([run], Card("random", ("Ada",), Track.NONE), out)
    seen: list[int] = []

    def stop(done: int, of: int, name: str) -> None:
        seen.append(done)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(out, watch=stop)
    assert verify(out, watch=stop).verified
    assert seen[:3] == [20, 40, 60]
    assert not list(tmp_path.glob("topple-verify-*/*")), "a finished verification leaves nothing"


def test_a_card_cannot_say_less_than_the_runs_show(tmp_path: Path) -> None:
    run = play("phyre-b-within", tmp_path / "run", "--agent", "oracle")
    with pytest.raises(BadInput, match="simulator at test time"):
        submit([run], Card("oracle", ("Ada",), Track.TRAINING), tmp_path / "out")
    with pytest.raises(BadInput, match="not of the track"):
        Card("model", ("Ada",), Track.NONE, Harness.SIMULATOR)


def test_an_unfinished_run_is_not_packed(tmp_path: Path) -> None:
    run = play("phyre-b-within", tmp_path / "run")
    (run / "finished.json").unlink()
    with pytest.raises(RunError, match="unfinished"):
        submit([run], Card("random", ("Ada",), Track.NONE), tmp_path / "out")


def test_what_replay_does_not_prove_is_said() -> None:
    assert "does not show how the actions were found" in module.PROVES


def test_a_policy_that_made_no_move_is_played_again() -> None:
    name = "birds/bridge_with_the_tall_bar@1:097"  # the pig dies before the first shot
    (played,) = WORLD.simulate([WORLD.task(name)], [()], 1)
    assert played.outcome is Outcome.SOLVED
    honest = Attempt.of(played, (), fold=0, task=name, number=1, wall_ms=0.0)
    attempts = [honest, honest._replace(outcome=Outcome.MISSED)]
    play_again = partial(WORLD.simulate, threads=1)
    found: list[Fault] = []
    tasks = Tasks(WORLD, {}, found.append)
    replay(attempts, tasks, play_again, found.append, lambda done: None)
    (fault,) = found
    assert "outcome missed; replayed: solved" in str(fault)
