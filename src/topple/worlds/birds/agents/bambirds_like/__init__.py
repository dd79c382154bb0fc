"""Bambirds-like: an agent that reasons about structures."""

from topple.worlds.birds.agents.bambirds_like.agent import BambirdsLike

__all__ = ["BambirdsLike"]
