"""Bambirds-like: an agent that reasons about structures."""

from topple.worlds.birds.agents.slingshot.bambirds.agent import BambirdsLike

__all__ = ["BambirdsLike"]
