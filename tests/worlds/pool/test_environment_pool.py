"""The environments of pool keep Gymnasium's rules, and libraries learn on them."""

from __future__ import annotations

import numpy as np
import pytest

from topple.errors import BadAction, BadInput, UnknownName
from topple.worlds.pool.environment import rules

gym = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import topple.adapters.gymnasium  # noqa: E402, F401
from topple.adapters.gymnasium import environment_id  # noqa: E402

ID = environment_id("pool")
PUZZLE, GAME = "pool/straight_pot:0", "pool/nine_ball:0"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("task", [PUZZLE, GAME])
@pytest.mark.parametrize("action", ["aimed", "free"])
def test_its_checker_accepts_the_environment(task: str, action: str) -> None:
    env = gym.make(ID, tasks=[task], action=action, render_mode="rgb_array")
    check_env(env.unwrapped)
    env.close()


def test_a_game_goes_on_until_it_is_over() -> None:
    env = gym.make(ID, tasks=[GAME], reward="pots")
    env.reset(seed=1)
    ended, shots, earned = False, 0, 0.0
    while not ended:
        _, reward, ended, cut, info = env.step(np.array([0, 1, 0, 0], np.float32))
        assert not cut
        shots, earned = shots + 1, earned + reward
    assert info["shots"] == shots <= 15
    assert earned >= info["legal"]


def test_a_puzzle_starts_anew_at_every_attempt() -> None:
    env = gym.make(ID, tasks=[PUZZLE], attempts=3)
    seen, _ = env.reset(seed=1)
    again, _, ended, _, _ = env.step(np.array([1, 1, 0, 0], np.float32))
    assert not ended
    assert (again[:-1] == seen[:-1]).all()
    assert again[-1] < seen[-1]


def test_many_environments_step_together() -> None:
    envs = gym.make_vec(
        ID, num_envs=4, tasks="straight_pot", vectorization_mode="vector_entry_point"
    )
    seen, _ = envs.reset(seed=3)
    assert seen.shape == (4, 72)
    _, rewards, ended, _, _ = envs.step(np.zeros((4, 4), np.float32))
    assert ended.all()
    assert rewards.shape == (4,)


def test_stable_baselines_learns() -> None:
    baselines = pytest.importorskip("stable_baselines3")
    env = gym.make(ID, tasks="pots")
    model = baselines.PPO("MlpPolicy", env, n_steps=16, batch_size=16, device="cpu")
    model.learn(total_timesteps=16)
    assert model.num_timesteps == 16


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(UnknownName, match="action"):
        rules(action="telepathy")
    with pytest.raises(BadInput, match="attempts"):
        rules(attempts=0)
    with pytest.raises(BadInput, match="no tasks"):
        rules(tasks=[])
    with pytest.raises(BadAction, match="not finite"):
        rules(tasks=[PUZZLE]).read([[np.nan] * 4], 1)
