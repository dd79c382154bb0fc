"""PPO on pool: a first attempt is the policy's best shot, later ones are drawn from it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

pytest.importorskip("stable_baselines3")
import torch

from topple.adapters.stable_baselines import TaskVecEnv
from topple.agents import Practice, make_agent
from topple.agents._sb3.agent import PolicyAgent
from topple.agents._training.options import Options
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import world

POOL = world("pool")
NAMES = ["pool/straight_pot:000", "pool/cut_shot:000"]
TINY = ("shots=32", "environments=4", "round_shots=4", "width=2", "batch=8", "epochs=1")


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> PolicyAgent:
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("ppo")
    settings = [(name, value) for name, _, value in (each.partition("=") for each in TINY)]
    found = make_agent("ppo", [*settings, ("model", str(folder))])
    assert isinstance(found, PolicyAgent)
    found.settle(0, 0, "fit")
    options = Options(folder=folder, device="cpu", environments=environments)
    assert found.train(Practice(POOL, NAMES, threads=1), options).updates == 32
    return found


def environments(tasks: Sequence[Task], count: int, threads: int | None) -> TaskVecEnv:
    return TaskVecEnv("pool", count, tasks=list(tasks), threads=threads)


def shots_of(player: PolicyAgent, name: str) -> tuple[Action, Action]:
    """Return the first and the second attempt at a task."""
    task = POOL.task(name)
    missed = Attempt(0, name, 1, None, Outcome.MISSED)
    found = []
    for past in ([], [missed]):
        player.settle(0, 0, name, len(past) + 1)
        action = player.act(task, past)
        assert not callable(action)
        found.append(action)
    return found[0], found[1]


def test_attempts_at_a_puzzle_differ_and_repeat(player: PolicyAgent) -> None:
    first, second = shots_of(player, NAMES[0])
    assert first != second
    assert shots_of(player, NAMES[0]) == (first, second)
    outcomes = {each.outcome for each in POOL.play([POOL.task(NAMES[0])] * 2, [first, second])}
    assert outcomes <= {Outcome.SOLVED, Outcome.MISSED}


def test_it_plays_games_shot_by_shot(player: PolicyAgent) -> None:
    task = POOL.task("pool/nine_ball:000")
    policy = player.act(task, [])
    assert callable(policy)
    (played,) = POOL.play([task], [policy])
    assert played.steps >= 1
