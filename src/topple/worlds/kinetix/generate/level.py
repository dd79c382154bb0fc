"""The order in which a random level is put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from topple.tasks.draw import Draw
from topple.worlds.kinetix.generate.additions import add_free, add_thruster
from topple.worlds.kinetix.generate.connected import add_connected
from topple.worlds.kinetix.generate.named import Named
from topple.worlds.kinetix.level import (
    BLUE,
    GREEN,
    NEUTRAL,
    RED,
    SIZES,
    WALLS,
    Body,
    Joint,
    Level,
)
from topple.worlds.kinetix.to_native import native_level

_TRIALS = {"s": 1, "m": 8, "l": 8}  # draws of every addition; the one with fewest contacts stays

# Returns the level with something added, and a penalty if it cannot be seen.
Add = Callable[[Level, Named], tuple[Level, int]]


def random_level(size: str, key: str, index: int) -> Level:
    """Return one random level; it may have no solution."""
    draw = Named(Draw(key, index))
    slots = SIZES[size]
    level = _empty(size, draw.weighted("floor", {NEUTRAL: 0.9, BLUE: 0.02, RED: 0.08}))
    first_moves = draw.chance("first_moves", 0.5) or level.floor_role == BLUE
    for name, moves in (("first", first_moves), ("second", not first_moves)):
        level = _best(level, draw.at(name), _movable if moves else add_free)
    control = draw.pick("control", ("motor", "thruster", "both"))
    level = _best(level, draw.at("third"), add_free if control == "thruster" else _hinge)
    if control != "motor":
        level = add_thruster(level, draw.at("thruster"))
    for number in range(slots.polygons + slots.circles - 7):
        here = draw.at(f"more{number}")
        kind = here.weighted("kind", {"connected": 0.35, "free": 0.35, "nothing": 0.3})
        if kind != "nothing":
            level = _best(level, here, add_connected if kind == "connected" else add_free)
    for number in range(slots.thrusters - 1):
        here = draw.at(f"thruster{number}")
        level = add_thruster(level, here) if here.chance("added", 0.3) else level
    if level.floor_role == NEUTRAL and draw.chance("exchange", 0.5):
        level = _exchange(level)
    return _permute(level, draw.at("order"))


def _empty(size: str, floor_role: int) -> Level:
    slots = SIZES[size]
    return Level(
        size,
        (None,) * (slots.polygons - WALLS),
        (None,) * slots.circles,
        (Joint(active=False, motor=False),) * slots.joints,
        (None,) * slots.thrusters,
        floor_role,
    )


def _movable(level: Level, draw: Named) -> tuple[Level, int]:
    return add_free(level, draw, may_be_fixed=False)


def _hinge(level: Level, draw: Named) -> tuple[Level, int]:
    return add_connected(level, draw, hinge=True)


def _best(level: Level, draw: Named, add: Add) -> Level:
    """Draw an addition several times; return the one with the fewest contacts."""
    trials = [add(level, draw.at(str(number))) for number in range(_TRIALS[level.size])]
    if len(trials) == 1:
        return trials[0][0]
    return min(trials, key=lambda trial: trial[1] + native_level(trial[0]).contacts())[0]


def _exchange(level: Level) -> Level:
    """Exchange green and blue: free green bodies are often on the left, blue ones on the right."""
    roles = {GREEN: BLUE, BLUE: GREEN}

    def other(body: Body | None) -> Body | None:
        return body and replace(body, role=roles.get(body.role, body.role))

    return replace(
        level,
        polygons=tuple(map(other, level.polygons)),
        circles=tuple(map(other, level.circles)),
    )


def _permute(level: Level, draw: Named) -> Level:
    """Shuffle all slots, so that their order tells nothing."""
    first_circle = WALLS + len(level.polygons)
    polygons = draw.order("polygons", len(level.polygons))
    circles = draw.order("circles", len(level.circles))
    moved = {WALLS + old: WALLS + new for new, old in enumerate(polygons)}
    moved |= {first_circle + old: first_circle + new for new, old in enumerate(circles)}
    joints = [level.joints[old] for old in draw.order("joints", len(level.joints))]
    jets = [level.thrusters[old] for old in draw.order("thrusters", len(level.thrusters))]
    return replace(
        level,
        polygons=tuple(level.polygons[old] for old in polygons),
        circles=tuple(level.circles[old] for old in circles),
        joints=tuple(
            replace(joint, a=moved[joint.a], b=moved[joint.b]) if joint.active else joint
            for joint in joints
        ),
        thrusters=tuple(jet and replace(jet, body=moved[jet.body]) for jet in jets),
    )
