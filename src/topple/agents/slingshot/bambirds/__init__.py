"""Bambirds: an agent that reasons about structures."""

from topple.agents.slingshot.bambirds.agent import Bambirds

__all__ = ["Bambirds"]
