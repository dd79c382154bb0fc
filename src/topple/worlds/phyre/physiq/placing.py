"""Place balls as an answer says: whether they may stand there, and how the run ends."""

from __future__ import annotations

import math
from enum import StrEnum

from topple.tasks.outcome import Outcome
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS, Reason
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.physiq.moments import End, moments
from topple.worlds.phyre.physiq.proposal import Balls, action
from topple.worlds.phyre.physiq.readers.placement import Placement
from topple.worlds.phyre.simulate import validate
from topple.worlds.phyre.task import PhyreTask


class Status(StrEnum):
    """The result of one attempt."""

    WIN = "win"
    STOP = "stop"
    TIME_LIMIT = "time_limit"
    OVERLAP = "overlap"
    OUT_OF_BOUNDS = "out_of_bounds"
    RADIUS_RANGE = "radius_range"
    FORMAT_ERROR = "format_error"


OUTCOMES = {
    Status.WIN: Outcome.SOLVED,
    Status.STOP: Outcome.MISSED,
    Status.TIME_LIMIT: Outcome.MISSED,
    Status.OVERLAP: Outcome.INVALID,
    Status.OUT_OF_BOUNDS: Outcome.INVALID,
    Status.RADIUS_RANGE: Outcome.INVALID,
    Status.FORMAT_ERROR: Outcome.UNREADABLE,
}


def judge(found: PhyreTask, placed: Placement) -> tuple[Status, Balls | None]:
    """Round a placement to whole units and simulate it; return no balls if it is refused."""
    if any(not SMALLEST_RADIUS <= radius <= LARGEST_RADIUS for _, _, radius in placed):
        return Status.RADIUS_RANGE, None
    balls = to_whole_units(placed)
    for x, y, radius in balls:
        if not (radius <= x <= WIDTH - 1 - radius and radius <= y <= WIDTH - 1 - radius):
            return Status.OUT_OF_BOUNDS, None
    reason = Reason(int(validate(found, action(balls))[0]))
    if reason is Reason.OUT_OF_SCENE:
        return Status.OUT_OF_BOUNDS, None
    if reason is not Reason.NONE:
        return Status.OVERLAP, None
    ends = {End.WIN: Status.WIN, End.STOP: Status.STOP, End.TIME_LIMIT: Status.TIME_LIMIT}
    return ends[moments(found, balls).end], balls


def to_whole_units(placed: Placement) -> Balls:
    """Round centres down and radii to the nearest whole unit."""
    return tuple((math.floor(x), math.floor(y), round(radius)) for x, y, radius in placed)
