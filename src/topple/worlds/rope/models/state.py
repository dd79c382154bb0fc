"""A moment of a game as text, for models without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from topple.sim import maths
from topple.worlds.rope.frame import HERE, IN_HAT, CandyState, Frame, RopeState
from topple.worlds.rope.level import SIZE, Level
from topple.worlds.rope.names import NAMES
from topple.worlds.rope.words import further, place_of

UNITS = (
    f"The board is {SIZE:g} units wide and high. Places are x, y in units from its lower left "
    "corner, x to the right and y up; lengths are in units, velocities in units per second."
)


def start(level: Level) -> str:
    """Describe what a level has and where."""
    lines = [f"creature's mouth: {place_of(level.mouth)}"]
    for kind, name in NAMES.items():
        if kind == "candies":
            continue
        for i, item in enumerate(getattr(level, kind), 1):
            more = further(item)
            lines.append(f"{name} {i}: {place_of(item)}{f'; {more}' if more else ''}")
    return "\n".join(lines)


def moment(level: Level, frame: Frame) -> str:
    """Describe what has changed or moves: candy, ropes, pulleys, and what is left."""
    lines = [f"time: {frame.seconds:.2f} s", *_candies(frame), *_ropes(frame)]
    lines += [f"pulley {i}: {x:.1f}, {y:.1f}" for i, (x, y) in enumerate(frame.pulleys, 1)]
    for kind, left in (
        ("bubbles", frame.bubbles),
        ("stars", frame.stars),
        ("active_pins", frame.armed),
    ):
        if getattr(level, kind):
            words = "still to fire" if kind == "active_pins" else "still there"
            names = ", ".join(map(str, left)) or "none"
            lines.append(f"{kind.replace('_', ' ')} {words}: {names}")
    for i, gate in enumerate(level.gates, 1):
        passed = (frame.seconds + gate.phase) % (gate.on + gate.off)
        until = gate.on - passed if passed < gate.on else gate.on + gate.off - passed
        state = "lit" if passed < gate.on else "dark"
        lines.append(f"spark gate {i}: {state} for another {until:.2f} s")
    return "\n".join(lines)


def _candies(frame: Frame) -> Iterator[str]:
    whole = sum(candy.presence in (HERE, IN_HAT) for candy in frame.candies) == 1
    for i, candy in enumerate(frame.candies, 1):
        name = "candy" if whole else f"half {i}"
        if candy.presence == IN_HAT:
            yield f"{name}: inside a hat"
        elif candy.presence == HERE:
            yield f"{name}: {_candy(candy)}"


def _candy(candy: CandyState) -> str:
    carried = f", in bubble {candy.bubble}" if candy.bubble else ""
    return (
        f"{candy.x:.1f}, {candy.y:.1f}; velocity {candy.vx:.1f}, {candy.vy:.1f} per second{carried}"
    )


def _ropes(frame: Frame) -> Iterator[str]:
    for rope in frame.ropes:
        candy = frame.candies[rope.candy - 1]
        yield f"rope of {rope.kind.replace('_', ' ')} {rope.id}: {_rope(rope, candy)}"


def _rope(rope: RopeState, candy: CandyState) -> str:
    distance = maths.dist((rope.x, rope.y), (candy.x, candy.y))
    ratio = distance / rope.length - 1
    pull = "slack" if ratio < 0 else f"stretched by {ratio:.1%}"
    kind = f"elastic, stiffness {rope.stiffness:g}" if rope.stiffness else "cord"
    crawler = f", crawler {rope.crawled:.1f} along it" if rope.crawled >= 0 else ""
    return f"{kind}, length {rope.length:g}, {pull}{crawler}"
