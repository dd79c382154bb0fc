"""Try tasks as a Gymnasium environment."""

import gymnasium

import topple.gym  # noqa: F401, registers the environments

env = gymnasium.make("topple/Phyre-v0", tier="ball", observation="features", tasks=["00002:023"])
env.action_space.seed(3)
observation, info = env.reset(seed=3)
print(info["task"], observation.shape)

over = False
while not over:
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    over = terminated or truncated
print(f"{info['outcome']} at attempt {info['attempt']}, reward {reward}")
