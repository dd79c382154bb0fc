"""Shots of AIBIRDS clients: pixels and milliseconds become a release point, a tap and a delay."""

from __future__ import annotations

import math
from collections.abc import Sequence

from topple.errors import BadAction
from topple.sim import maths
from topple.worlds.birds.aibirds.messages import Code
from topple.worlds.birds.look.screenshot import camera
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.visible import View

GAME, ORIGINAL = "game", "original"  # clocks that time taps
POLAR = (Code.SHOOT_POLAR, Code.SHOOT_POLAR_FAST)
FAST = (Code.SHOOT_FAST, Code.SHOOT_POLAR_FAST)

_FARTHEST = 1e5  # units; only the direction of a longer pull matters
_LONGEST = 1000.0  # seconds of a tap or a delay
_HUNDREDTHS = 100  # hundredths of a degree per degree
_STEPS_PER_SECOND = 50
_FRAMES_PER_SECOND = 60  # frame rate of the original; each frame simulates one step at most
_SLOWEST, _FASTEST = 0.00001, 50.0


def shot_of(code: Code, numbers: Sequence[int], seen: View, clock: str, speed: int) -> Shot:
    """Convert the integers of a shot; raise `BadAction` if it waits too long.

    Four integers are the release point on the picture and the times of delay and tap. Six begin
    with a focus point, and the release is relative to it. In polar shots, angle and radius replace
    the release point.
    """
    *focus, first, second, delay_ms, tap_ms = numbers
    scale, middle_x, middle_y = camera(shown=seen.camera)
    if code in POLAR:
        turn = math.radians(first / _HUNDREDTHS)
        x, y = -second / scale * maths.cos(turn), -second / scale * maths.sin(turn)
    else:
        left, top = focus or (0, 0)
        x = (left + first - middle_x) / scale - seen.pivot[0]
        y = (middle_y - top - second) / scale - seen.pivot[1]
    shrink = min(1.0, _FARTHEST / max(maths.hypot(x, y), 1.0))
    delay = max(delay_ms, 0) / 1000
    if delay > _LONGEST:
        raise BadAction(f"a delay of {delay:g} s", f"wait at most {_LONGEST:g} s")
    tap = _tap(tap_ms / 1000, clock, speed) if tap_ms > 0 else None
    return Shot(x * shrink, y * shrink, tap, delay)


def _tap(seconds: float, clock: str, speed: int) -> float | None:
    """Return when a tap comes, in seconds of the game; None if no flight lasts so long.

    The original waits by the wall clock, for the time divided by the requested speed. The game does
    not gain as much: it simulates at most one step per frame.
    """
    if clock == ORIGINAL:
        requested = min(max(speed, _SLOWEST), _FASTEST)
        gained = min(requested, _FRAMES_PER_SECOND / _STEPS_PER_SECOND)
        seconds *= gained / requested
    return seconds if seconds <= _LONGEST else None
