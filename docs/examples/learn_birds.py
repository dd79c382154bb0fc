"""Learn to hit pigs from pictures: PPO with a convolutional network, one of 180 angles per shot.

Trains on 80 tasks of a template and tests on 20 others, one shot each. Ten minutes on two cores;
`--shots 1000` is a short trial. The curve is in learn_birds/progress.csv.
"""

import argparse

import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.logger import configure

from topple.adapters.stable_baselines import BirdsVecEnv

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--shots", type=int, default=40_000)
shots = parser.parse_args().shots

torch.set_num_threads(2)
tasks = [f"birds/pig_on_the_ground:{i}" for i in range(100)]
options = {"observation": "rgb", "width": 80, "action": "angle"}
envs = BirdsVecEnv(64, tasks=tasks[:80], **options)
envs.seed(0)
model = PPO(
    "CnnPolicy",
    envs,
    n_steps=min(16, shots // 64),
    batch_size=256,
    n_epochs=6,
    gamma=0.0,  # these tasks have one bird
    ent_coef=0.01,
    stats_window_size=1000,
    seed=0,
    device="cpu",
)
model.set_logger(configure("learn_birds", ["csv"]))
model.learn(shots)

others = BirdsVecEnv(20, tasks=tasks[80:], **options)
others.seed(1)
rewards = [others.step(model.predict(others.reset(), deterministic=True)[0])[1] for _ in range(10)]
print(f"{model.num_timesteps} shots; {np.mean(rewards):.0%} of the shots at other tasks solve them")
