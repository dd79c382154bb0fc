"""Step many environments at once: one native call plays all actions, on all cores."""

import gymnasium

import topple.gym  # noqa: F401, registers the environments

envs = gymnasium.make_vec("topple/Phyre-v0", num_envs=64, tasks=["00002:023", "00015:001"])
observations, infos = envs.reset(seed=0)
envs.action_space.seed(0)
solved = 0
for _ in range(10):
    observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    solved += int(rewards.sum())
print(observations.shape, f"{solved} episodes solved")
