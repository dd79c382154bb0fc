"""Play birds as a Gymnasium environment: a step is one shot."""

import gymnasium

import topple.gym  # noqa: F401, registers the environments

tasks = ["1.1:000", "2.1:000"]  # Phy-Q's numbers
env = gymnasium.make("topple/Birds-v0", tasks=tasks, observation="tensor", action="angle")
env.action_space.seed(1)
observation, info = env.reset(seed=1, options={"task": "2.1:000"})
print(info["task"], observation.shape, info["birds_left"], "birds")

over = False
while not over:
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    over = terminated or truncated
    print(f"shot {info['shots']}: {info['pigs_left']} pigs left, reward {reward}")

envs = gymnasium.make_vec("topple/Birds-v0", 8, tasks=tasks, observation="rgb", width=160)
observations, infos = envs.reset(seed=0)
observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
print(observations.shape, infos["shots"])
