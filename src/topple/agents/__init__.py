"""Agents: one module or one family folder each."""

from topple.agents.agent import Agent, agent, all_agents, make_agent
from topple.agents.practice import Practice

__all__ = ["Agent", "Practice", "agent", "all_agents", "make_agent"]
