"""The environments for Stable-Baselines3."""

from __future__ import annotations

import numpy as np
import pytest

from topple.errors import BadInput
from topple.worlds import phyre
from topple.worlds.phyre.world import WORLD

pytest.importorskip("stable_baselines3")
from topple.adapters.stable_baselines import PhyreVecEnv

TASK = "00002:023"


def solution() -> tuple[float, ...]:
    found = WORLD.certificate(phyre.task(TASK))
    assert found is not None
    return found.solution


def test_a_solved_episode_starts_anew_within_the_step() -> None:
    envs = PhyreVecEnv(2, tasks=[TASK], attempts=3)
    first = envs.reset()
    seen, rewards, ended, infos = envs.step(np.array([solution(), (0.5, 0.5, 0.9)]))
    assert rewards.tolist() == [1.0, 0.0]
    assert ended.tolist() == [True, False]
    assert (infos[0]["terminal_observation"] == first[0]).all()
    assert not infos[0]["TimeLimit.truncated"]
    assert np.asarray(seen)[1].shape == envs.observation_space.shape


def test_attempts_used_up_end_the_episode() -> None:
    envs = PhyreVecEnv(1, tasks=[TASK], attempts=2)
    envs.reset()
    miss = np.array([(0.1, 0.2, 0.1)])
    assert not envs.step(miss)[2][0]
    _, rewards, ended, infos = envs.step(miss)
    assert ended[0]
    assert rewards[0] == 0
    assert "terminal_observation" in infos[0]


def test_the_seed_chooses_the_tasks() -> None:
    def seen(seed: int) -> np.ndarray:
        envs = PhyreVecEnv(6, tasks=[f"00002:{i:03d}" for i in range(8)])
        envs.seed(seed)
        return np.asarray(envs.reset())

    assert (seen(1) == seen(1)).all()
    assert (seen(1) != seen(2)).any()


def test_no_environments_are_refused() -> None:
    with pytest.raises(BadInput, match="0 environments"):
        PhyreVecEnv(0)


def test_learners_log_the_reward_of_episodes() -> None:
    from stable_baselines3 import PPO
    from stable_baselines3.common.evaluation import evaluate_policy

    envs = PhyreVecEnv(2, tasks=[TASK], attempts=2, scaled=True)
    model = PPO("MlpPolicy", envs, n_steps=4, batch_size=8, n_epochs=1, device="cpu")
    model.learn(8)
    assert model.ep_info_buffer is not None
    assert {"r", "l"} <= set(model.ep_info_buffer[0])
    envs.reset()
    _, _, _, infos = envs.step(2 * np.array([solution(), solution()]) - 1)
    assert infos[0]["episode"] == {"r": 1.0, "l": 1}
    rewards, _ = evaluate_policy(model, envs, n_eval_episodes=2, return_episode_rewards=True)
    assert rewards in ([0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0])


@pytest.mark.parametrize("observation", ["rgb", "onehot"])
@pytest.mark.parametrize("channels", ["first", "last"])
@pytest.mark.filterwarnings("error")
def test_the_cnn_takes_pictures_as_they_are(observation: str, channels: str) -> None:
    from stable_baselines3 import PPO

    options = {"observation": observation, "channels": channels, "size": 64, "scaled": True}
    envs = PhyreVecEnv(2, tasks=[TASK], attempts=1, **options)
    model = PPO("CnnPolicy", envs, n_steps=2, batch_size=4, n_epochs=1, device="cpu")
    model.learn(4)
    shape = model.policy.observation_space.shape
    assert shape is not None
    assert shape[0] in (3, 7), "channels come first in the network"
