"""What the ladder asks about in Kinetix: bodies by their role, with motors and thrusters off.

Only two kinds are asked. Most levels have one task, so no other solution could be a wrong plan;
bodies are joined more often than they rest on each other; and what is touched first, or where a
body comes to rest, can be asked about the random levels alone. In these most bodies touch, so
contacts are asked in pairs, a yes and a no of the same template, or of two levels made by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from topple.draw.look import Recording
from topple.worlds.kinetix.level import BLUE, GREEN, RED, WALLS
from topple.worlds.kinetix.world import own_task
from topple.worlds.ladder.part import Ladder, Thing

_COLOURS = {GREEN: "green", BLUE: "blue", RED: "red"}


def things(recording: Recording) -> Sequence[Thing]:
    """Return all bodies but the walls."""
    bodies = own_task(recording.task).level.bodies
    found = {i: body for i, body in enumerate(bodies) if body is not None and i >= WALLS}
    count = Counter(body.role for body in found.values())
    return [
        Thing(
            i,
            f"the {_COLOURS[body.role]} body" if _is_named(body.role, count) else "",
            free=body.inverse_mass > 0,
        )
        for i, body in found.items()
    ]


def _is_named(role: int, count: Counter[int]) -> bool:
    return role in _COLOURS and count[role] == 1


LADDER = Ladder(
    things=things,
    until="by the end, which comes after 4 seconds, or earlier if green touches blue or red",
    seconds=4.0,
    per_task=2,
    paired=True,
    leaves_out=("name", "first", "rest", "plan"),
)
