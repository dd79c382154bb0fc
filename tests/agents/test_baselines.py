"""Agents that Stable-PolicyAgents3 trains on birds."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("stable_baselines3")
import torch

from topple.adapters.stable_baselines import BirdsVecEnv
from topple.agents import Agent, Practice, make_agent
from topple.agents._sb3.agent import PolicyAgent
from topple.agents._training import clock
from topple.agents._training.clock import CURVE
from topple.agents._training.files import CHECKPOINT, MODEL
from topple.agents._training.options import Options, Progress
from topple.errors import BadInput
from topple.installed import install_command
from topple.tasks.task import Task
from topple.worlds import world
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import task

BIRDS = world("birds")
NAMES = ["birds/behind_a_post:000", "birds/behind_a_post:001"]
TINY = [("shots", "24"), ("environments", "2"), ("round_shots", "4"), ("width", "1")]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Threads of torch that wait for each other take for ever on a busy machine."""
    torch.set_num_threads(1)


def environments(tasks: Sequence[Task], count: int, threads: int | None) -> BirdsVecEnv:
    own = [each for each in tasks if isinstance(each, BirdsTask)]
    return BirdsVecEnv(count, tasks=own, threads=threads)


def made(name: str, *settings: tuple[str, str]) -> PolicyAgent:
    own = [("batch", "4"), ("epochs", "1")] if name == "ppo" else []
    who: Agent = make_agent(name, [*TINY, *own, *settings])
    assert isinstance(who, PolicyAgent)
    who.settle(0, 0, "fit")
    return who


def practice(names: list[str] = NAMES) -> Practice:
    return Practice(BIRDS, names, threads=1)


def here(folder: Path, **changes: object) -> Options:
    options = Options(folder=folder, device="cpu", environments=environments)
    return replace(options, **changes)  # type: ignore[arg-type]


class Minutes:
    """A clock on which a minute passes whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 60.0
        return self.now


@pytest.mark.parametrize(("long", "size"), [("round_shots", "100"), ("epochs", "1000000")])
def test_the_clock_ends_a_round_of_play_and_one_of_updates(
    long: str, size: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "time", Minutes())
    who = made("ppo", (long, size), ("shots", "10000000"))
    seen: list[Progress] = []
    trained = who.train(practice(), here(tmp_path, minutes=40.0, watch=seen.append))
    assert trained.updates == (0 if long == "round_shots" else 8)
    assert trained.asked == 10_000_000
    assert 2 <= len(seen) < 40, "it shows that it goes on"
    assert (tmp_path / MODEL).exists()


def test_ctrl_c_ends_a_round_of_updates_and_says_what_is_saved(tmp_path: Path) -> None:
    said: list[str] = []

    def stop(at: Progress) -> None:
        if at.update == 8 and not said:
            os.kill(os.getpid(), signal.SIGINT)

    who = made("ppo", ("epochs", "1000000"))
    with pytest.raises(KeyboardInterrupt):
        who.train(practice(), here(tmp_path, watch=stop, say=said.append))
    assert [words.partition(",")[0] for words in said] == ["stopping", "saved after 0 shots"]
    assert (tmp_path / CHECKPOINT).exists()


@pytest.mark.parametrize("name", ["ppo", "a2c"])
def test_it_is_stopped_resumed_and_used(name: str, tmp_path: Path) -> None:
    def stop(at: Progress) -> None:
        if at.update == 8 and at.loss is not None:  # the end of a round
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        made(name).train(practice(), here(tmp_path, watch=stop))
    assert (tmp_path / CHECKPOINT).exists()
    who = made(name)
    trained = who.train(practice(), here(tmp_path))
    assert (trained.resumed, trained.updates) == (8, 24)
    assert trained.solved + trained.missed == 24, "tasks of one bird are over after a shot"
    lines = [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()]
    assert [line["update"] for line in lines] == [8, 16, 24]
    assert {path.name for path in tmp_path.iterdir()} == {MODEL, CURVE}
    assert made(name).train(practice(), here(tmp_path)).speed == "finished"
    again = made(name, ("model", str(tmp_path)))
    again.fit(practice())
    tasks = [task("1.2:005"), task("13.1:000")]
    plays = [BIRDS.play(tasks, [a.act(t, []) for t in tasks], threads=1) for a in (who, again)]
    assert [p.action for p in plays[0]] == [p.action for p in plays[1]]
    assert all(p.action for p in plays[0])


def test_models_and_folders_of_others_are_refused(tmp_path: Path) -> None:
    made("ppo").train(practice(), here(tmp_path))
    with pytest.raises(BadInput, match="was trained on these 1 tasks"):
        made("ppo", ("model", str(tmp_path))).fit(practice(NAMES[:1]))
    with pytest.raises(BadInput, match="is not a file of `a2c`"):
        made("a2c", ("model", str(tmp_path))).fit(practice())
    with pytest.raises(BadInput, match="epochs is 1, not 2"):
        made("ppo", ("epochs", "2")).train(practice(), here(tmp_path))
    with pytest.raises(BadInput, match="ppo has no model"):
        made("ppo").fit(practice())
    with pytest.raises(BadInput, match="learns in environments"):
        made("ppo").train(practice(), Options(device="cpu"))


@pytest.mark.parametrize(("field", "value"), [("shots", "0"), ("learning_rate", "2")])
def test_bad_settings_are_refused(field: str, value: str) -> None:
    with pytest.raises(BadInput, match=field):
        make_agent("a2c", [(field, value)])


def test_without_the_extra_it_loads_and_names_it() -> None:
    code = (
        "import sys; sys.modules['stable_baselines3'] = None\n"
        "from topple.agents import Practice, make_agent\n"
        "from topple.errors import MissingExtra\n"
        "from topple.worlds import world\n"
        "try:\n    make_agent('ppo', [('model', 'm')]).fit(Practice(world('birds'), []))\n"
        "except MissingExtra as error:\n    print(error, '|', error.hint)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600
    )
    assert found.stdout.strip() == f"ppo needs an optional package | {install_command('sb3')}"
