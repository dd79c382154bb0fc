"""Agents: one module or one family folder each."""

import topple._aliases  # noqa: F401
from topple.agents.agent import Agent, agent, all_agents, make_agent
from topple.agents.practice import Practice

__all__ = ["Agent", "Practice", "agent", "all_agents", "make_agent"]
