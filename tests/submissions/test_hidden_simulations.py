"""What an agent simulates while it is tested sets its track; hiding it is named."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forger import Forger

import topple
from topple.agents import Agent, agent
from topple.cli.main import main
from topple.errors import BadInput
from topple.submissions.card import Card, Track
from topple.submissions.faults import Kind
from topple.submissions.files import seal
from topple.submissions.submit import submit
from topple.submissions.verify import Verdict, verify
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task

SAMPLED = ["phyq-broad", "--agent", "pig-shooter", "--limit", "2"]


@agent("test/peeks", version=1)
class Peeks(Agent):
    """Tries an action in the simulator, and says nothing of it."""

    def act(self, task: Task, past: Any) -> Action:
        action = task.actions.sample(self.rng)
        topple.simulate(task, [action])
        return action


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("honest")
    assert main(["eval", *SAMPLED, "--out", str(home / "run")]) == 0
    words = ["submit", str(home / "run"), "--out", str(home / "out"), "--author", "Ada"]
    assert main(words) == 0
    return home / "out"


@pytest.fixture
def forge(honest: Path, tmp_path: Path) -> Callable[[Callable[[Forger], None]], Verdict]:
    def forged(change: Callable[[Forger], None]) -> Verdict:
        shutil.copytree(honest, tmp_path / "forged")
        change(Forger(tmp_path / "forged"))
        seal(tmp_path / "forged")
        return verify(tmp_path / "forged")

    return forged


Forge = Callable[[Callable[[Forger], None]], Verdict]


def kinds(found: Verdict) -> set[Kind]:
    return {fault.kind for fault in found.faults}


def say(f: Forger, total: int | None, each: Any) -> None:
    """Write another total, and the same number into every attempt."""
    finished = {k: v for k, v in f.json("finished.json").items() if k != "test_simulations"}
    f.set("finished.json", finished if total is None else {**finished, "test_simulations": total})
    rows = [{k: v for k, v in row.items() if k != "simulations"} for row in f.rows]
    f.set_rows(rows if each is None else [{**row, "simulations": each} for row in rows])


def test_an_agent_that_simulates_is_of_the_last_track(tmp_path: Path) -> None:
    run = topple.evaluate(Peeks(), "phyre-b-within", limit=1, out=tmp_path / "run")
    with pytest.raises(BadInput, match="it shows `simulator at test time`"):
        submit([run], Card("peeks", ("Ada",), Track.NONE), tmp_path / "none")
    submit([run], Card("test/peeks", ("Ada",), Track.TEST), tmp_path / "test")
    assert verify(tmp_path / "test").verified
    shutil.copytree(tmp_path / "test", tmp_path / "forged")
    forger = Forger(tmp_path / "forged")
    forger.card(track=str(Track.NONE))
    seal(tmp_path / "forged")
    assert kinds(verify(tmp_path / "forged")) == {Kind.TRACK}
    (first, *_) = (Attempt.from_line(line) for line in (run / "attempts.jsonl").open("rb"))
    assert first.simulations in (0, 1)  # an action that phyre refused was not simulated


def test_a_total_below_that_of_the_attempts_is_named(forge: Forge) -> None:
    assert kinds(forge(lambda f: say(f, 0, 5))) == {Kind.TRACK}


def test_a_total_that_was_left_out_is_named(forge: Forge) -> None:
    assert kinds(forge(lambda f: say(f, None, 5))) == {Kind.TRACK}


def test_a_card_below_the_total_is_named(forge: Forge) -> None:
    assert kinds(forge(lambda f: say(f, 3, 0))) == {Kind.TRACK}


def test_an_agent_of_topple_that_is_run_again_simulates_as_often(forge: Forge) -> None:
    def invent(f: Forger) -> None:
        say(f, 5 * len(f.rows), 5)
        f.card(track=str(Track.TEST))

    assert kinds(forge(invent)) == {Kind.AGENT}


@pytest.mark.parametrize(("total", "each"), [(0, "0"), (0, -1), (0, 0.5), (-1, 0), (True, 0)])
def test_a_number_that_is_none_is_named(forge: Forge, total: Any, each: Any) -> None:
    assert Kind.SETTINGS in kinds(forge(lambda f: say(f, total, each)))


def test_a_run_from_before_they_were_counted_is_verified_and_sampled(forge: Forge) -> None:
    found = forge(lambda f: say(f, None, None))
    assert (found.faults, found.sampled) == ((), ("run",))
