"""Bambirds: reasons about structures, and tries what it is surest of."""

from topple.agents.slingshot.bambirds.agent import Bambirds

__all__ = ["Bambirds"]
