"""Policies that Stable-Baselines3 trains."""

from topple.agents.sb3.a2c import A2c
from topple.agents.sb3.ppo import Ppo

__all__ = ["A2c", "Ppo"]
