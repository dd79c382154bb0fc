"""Whether a world has the same bits here as everywhere: its self-test, and a sample of scenes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topple.tasks.selftest import SelfTest
from topple.worlds import parts
from topple.worlds.world import World


@dataclass(frozen=True, slots=True)
class Bits:
    """The self-test of a world, and the first task of each template beside its certificate.

    `changed` says of each task that differs what is wrong with it.
    """

    test: SelfTest
    scenes: int
    changed: Mapping[str, str]

    @property
    def ok(self) -> bool:
        return self.test.ok and not self.changed


def compare_bits(world: World) -> Bits:
    """Play the self-test of a world, and generate the first certified task of each template."""
    changed: dict[str, str] = {}
    scenes = 0
    for template in world.templates().values():
        stored = world.certificates(template)
        changed.update(stored.changed_scenes(template, 1))
        scenes += bool(stored.tasks)
    return Bits(parts.selftest(world).self_test(), scenes, changed)


def compare_all_bits() -> dict[str, Bits]:
    """Compare every world that has a self-test."""
    from topple.worlds import all_worlds

    able = [world for world in all_worlds() if parts.has(world, "selftest")]
    return {world.name: compare_bits(world) for world in able}
