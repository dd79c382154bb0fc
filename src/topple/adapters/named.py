"""Names of environment classes: `PhyreVecEnv` belongs to the world `phyre`."""

from __future__ import annotations

from topple.worlds import world_names


def world_of(name: str, ending: str) -> str:
    """Return the world that an environment class is named after; empty if none is."""
    names = {f"{world.capitalize()}{ending}": world for world in world_names()}
    return names.get(name, "")
