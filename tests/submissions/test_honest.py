"""Honest submissions of every protocol are verified."""

from __future__ import annotations

import ast
import json
from functools import partial
from pathlib import Path

import pytest
from forger import Forger

import topple
from topple.cli.main import main
from topple.errors import BadInput, RunError
from topple.protocols import all_protocols
from topple.submissions import verify as module
from topple.submissions.card import Card, Harness, Track
from topple.submissions.faults import Fault, Kind
from topple.submissions.files import seal
from topple.submissions.progress import ASIDE
from topple.submissions.replay import Tasks, replay
from topple.submissions.reproduce import reproduce
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
def test_an_honest_run_of_every_protocol_is_verified(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, out = play(name, tmp_path / "run"), tmp_path / "out"
    assert main(["submit", str(run), "--out", str(out), "--author", "Ada"]) == 0
    capsys.readouterr()
    assert main(["verify", str(out), "--json"]) == 0
    text = capsys.readouterr().out
    found = json.loads(text[text.index("{") :])
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
    assert not list(tmp_path.glob("topple-verify-*/*.progress.*")), (
        "a finished verification leaves nothing"
    )


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


def test_a_submission_is_packed_again_by_todays_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a protocol has changed how it scores, and not after it has changed what is allowed."""
    old, new = tmp_path / "old", tmp_path / "new"
    submit([play("phyq-broad", tmp_path / "run")], Card("random", ("Ada",), Track.NONE), old)
    f = Forger(old)
    rules, told, made = f.json("run.json"), f.json("claim.json"), f.rows
    f.set("run.json", rules | {"protocol": rules["protocol"] | {"version": 1}})
    f.set("claim.json", {**told, "score": {}})
    seal(old)
    assert main(["verify", str(old)]) == 1
    assert main(["submit", str(old), "--again", "--out", str(new)]) == 0
    assert (Forger(new).json("claim.json"), Forger(new).rows) == (told, made)
    assert main(["verify", str(new)]) == 0
    f.set_rows(made[:-1])
    f.set("run.json", rules | {"protocol": rules["protocol"] | {"version": 1, "attempts": 1}})
    seal(old)
    assert main(["submit", str(old), "--again", "--out", str(tmp_path / "other")]) == 0
    assert main(["verify", str(tmp_path / "other")]) == 1
    capsys.readouterr()
    assert main(["submit", str(old), "--again", "--author", "Eve", "--out", str(tmp_path)]) == 2
    assert "packs one submission as it is" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("phyq-broad", "pig-shooter"),
        ("pool-nine-ball", "pool-aimed-random"),
        ("rope-packs", "rope-random"),
        ("kinetix-s", "kinetix-nothing"),
    ],
)
def test_agents_of_one_world_are_sampled(name: str, who: str, tmp_path: Path) -> None:
    out, run = tmp_path / "out", tmp_path / who
    limit = ["--limit", "3"]
    assert main(["eval", name, "--agent", who, *limit, "--out", str(run)]) == 0
    submit([run], Card(who, ("Ada",), Track.NONE), out)
    assert verify(out).sampled == (who,)
    # The attempts of another seed are not those of the agent.
    if who != "kinetix-nothing":
        f = Forger(out)
        f.set("run.json", f.json("run.json") | {"seed": 7})
        seal(out)
        assert [fault.kind for fault in verify(out).faults] == [Kind.AGENT]


def test_an_older_version_of_an_agent_is_verified_and_not_run(tmp_path: Path) -> None:
    """The agent of today is another one: it must neither confirm nor refute those attempts."""
    run, out = tmp_path / "rope-random", tmp_path / "out"
    assert main(["eval", "rope-packs", "--agent", run.name, "--limit", "1", "--out", str(run)]) == 0
    settings = json.loads((run / "run.json").read_text())
    settings["agent"]["version"] -= 1
    settings["seed"] = 7
    (run / "run.json").write_text(json.dumps(settings))
    submit([run], Card(run.name, ("Ada",), Track.NONE), out)
    found = verify(out)
    assert (found.verified, found.sampled) == (True, ())
    assert "version 1 of `rope-random`; this is 2" in reproduce(run)


def test_what_a_verdict_comes_from_names_no_part_that_is_left_aside() -> None:
    """A kept verdict stays when these parts change, so nothing it comes from may import them."""
    home = Path(topple.__file__).parent
    seen: set[Path] = set()
    todo = [home / "submissions" / "verify.py", home / "submissions" / "reproduce.py"]
    # What is found by its name.
    for part in ("agents", "metrics", "protocols", "worlds"):
        todo += (home / part).rglob("*.py")
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        for node in ast.walk(ast.parse(path.read_text())):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                names = [module, *(f"{module}.{each.name}" for each in node.names)]
            for place in (home.parent.joinpath(*name.split(".")) for name in names):
                found = (place.with_suffix(".py"), place / "__init__.py")
                todo += [each for each in found if each.exists() and each.is_relative_to(home)]
    parts = {path.relative_to(home).parts[0] for path in seen}
    assert {"runs", "worlds", "vlm", "submissions"} <= parts
    assert not parts & set(ASIDE), "import this elsewhere, or take the part out of ASIDE"
