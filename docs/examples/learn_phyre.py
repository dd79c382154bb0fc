"""Learn to solve a PHYRE template from pictures: PPO with a convolutional network.

Trains on 80 tasks of a template and tests on 20 others, one attempt each. Ten minutes on two cores;
`--attempts 2000` is a short trial. The curve is in learn_phyre/progress.csv.
"""

import argparse

import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.logger import configure

from topple.adapters.stable_baselines import PhyreVecEnv
from topple.worlds import phyre

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--attempts", type=int, default=60_000)
attempts = parser.parse_args().attempts

torch.set_num_threads(2)
tasks = [f"phyre/off_the_ledge:{i}" for i in phyre.template("off_the_ledge").shipped]
options = {"observation": "onehot", "width": 64, "scaled": True, "attempts": 1}
envs = PhyreVecEnv(64, tasks=tasks[:80], **options)
envs.seed(0)
model = PPO(
    "CnnPolicy",
    envs,
    n_steps=min(16, attempts // 64),
    batch_size=256,
    n_epochs=6,
    gamma=0.0,  # the reward of an attempt does not depend on later ones
    policy_kwargs={"log_std_init": -0.5},
    stats_window_size=1000,
    seed=0,
    device="cpu",
)
model.set_logger(configure("learn_phyre", ["csv"]))
model.learn(attempts)

others = PhyreVecEnv(20, tasks=tasks[80:], **options)
others.seed(1)
rewards = [others.step(model.predict(others.reset(), deterministic=True)[0])[1] for _ in range(10)]
print(
    f"{model.num_timesteps} attempts; {np.mean(rewards):.0%} of attempts at other tasks solve them"
)
