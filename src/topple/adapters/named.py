"""Names of environments: `PhyreVecEnv` is the one of the world `phyre`."""

from __future__ import annotations

from topple.worlds import world_names


def world_of(name: str, ending: str) -> str:
    """Return the world that an environment is named after; empty if there is none."""
    names = {f"{world.capitalize()}{ending}": world for world in world_names()}
    return names.get(name, "")
