"""Environments of every world, stepped together: a new world is tested as soon as it exists."""

from __future__ import annotations

from typing import Any

import pytest

from topple.worlds import parts, world, world_names

gym = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import data_equivalence  # noqa: E402

import topple.gym  # noqa: E402

ROUNDS = 6
WORLDS = [name for name in world_names() if parts.has(world(name), "environment")]


def first_tasks(name: str) -> list[str]:
    own = world(name)
    return [str(own.id_of(t, own.served(t)[0])) for t in list(own.templates().values())[:2]]


@pytest.mark.parametrize("name", WORLDS)
def test_a_vector_of_environments_equals_single_ones(name: str) -> None:
    env_id = f"topple.gym:{topple.gym.environment_id(name)}"
    options: dict[str, Any] = {"tasks": first_tasks(name)}
    native = gym.make_vec(env_id, 2, "vector_entry_point", **options)
    single = gym.make_vec(env_id, 2, "sync", **options)
    native.action_space.seed(5)
    actions = [native.action_space.sample() for _ in range(ROUNDS)]
    ours, theirs = (
        [env.reset(seed=3), *(env.step(action) for action in actions)] for env in (native, single)
    )
    assert data_equivalence(ours, theirs, exact=True)
