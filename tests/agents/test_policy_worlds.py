"""PPO trains in every world that it knows, and plays whole games with what it learned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")
import torch

from topple.adapters.stable_baselines import TaskVecEnv
from topple.agents import Practice, make_agent
from topple.agents._sb3.agent import PolicyAgent, rules_at
from topple.agents._sb3.policy import make_policy
from topple.agents._training.options import Options
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import world
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.world import own_task

# The policies of birds are convolutional and tested on their own.
WORLDS = ["iphyre", "kinetix", "pool", "rope"]
TINY = ("shots=32", "environments=4", "round_shots=4", "width=2", "batch=8", "epochs=1")


@pytest.mark.parametrize("name", WORLDS)
def test_a_trained_policy_plays(name: str, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    own = world(name)
    names = [str(own.id_of(t, own.served(t)[0])) for t in list(own.templates().values())[:2]]

    def environments(
        tasks: Sequence[Task], count: int, threads: int | None, **options: Any
    ) -> TaskVecEnv:
        return TaskVecEnv(name, count, tasks=list(tasks), threads=threads, **options)

    settings = [(field, value) for field, _, value in (each.partition("=") for each in TINY)]
    practice = Practice(own, names, threads=1)
    made = make_agent("ppo", [*settings, ("model", str(tmp_path))])
    assert isinstance(made, PolicyAgent)
    made.settle(0, 0, "fit")
    options = Options(folder=tmp_path, device="cpu", environments=environments)
    assert made.train(practice, options).updates == 32
    made.fit(practice)
    task = practice.tasks[0]
    first, again = (own.play([task], [made.act(task, [])])[0] for _ in range(2))
    assert first.outcome not in (Outcome.FAILED, Outcome.INVALID)
    assert first.digest == again.digest


def test_a_masked_policy_never_names_what_is_not_there(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    rules = rules_at(world("rope").task("rope/plumb_drop:0"))
    policy = make_policy(rules, width=2, masked=True)
    game = RopeGame(own_task(rules.task(rules.tasks[0])))
    legal = rules.allowed(game)
    assert legal is not None
    assert legal.sum() == 2  # wait, and cut the only pin
    seen = np.concatenate([game.observe("vector"), legal]).astype(np.float32)
    drawn = {int(policy.predict(seen, deterministic=False)[0]) for _ in range(50)}
    assert drawn <= set(np.flatnonzero(legal).tolist())
