"""What the ladder asks about in pool: balls, by their numbers, after a shot.

No ball rests on another, and most puzzles have too few balls to ask which one is met first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from topple.draw.look import Recording
from topple.worlds.ladder.part import Ladder, Thing
from topple.worlds.pool.events import BALL
from topple.worlds.pool.reels import attempt
from topple.worlds.pool.table import CUE
from topple.worlds.pool.world import own_task


def things(recording: Recording) -> Sequence[Thing]:
    """Return the balls on the table."""
    return [
        Thing(number, f"ball {number}" if number != CUE else "the cue ball")
        for number, _, _ in own_task(recording.task).balls
    ]


def contacts(recording: Recording) -> Mapping[frozenset[int], float]:
    """Return when balls first meet: a drawing shows them only before and after."""
    found: dict[frozenset[int], float] = {}
    for reel in attempt(own_task(recording.task), recording.action).reels:
        for time, kind, one, other in reel.events:
            if kind == BALL:
                found.setdefault(frozenset((one, other)), time)
    return found


def gone(recording: Recording) -> Collection[int]:
    """Return the balls that fall: the last picture may show one in its pocket."""
    reels = attempt(own_task(recording.task), recording.action).reels
    return {ball for reel in reels for _, ball, _ in reel.fallen()}


LADDER = Ladder(
    things=things,
    until="before all balls have stopped",
    noun="ball",
    seconds=60.0,
    acts=True,
    groups=("pots", "control", "rails"),
    contacts=contacts,
    gone=gone,
    settles=True,
    paired=True,
    leaves_out=("name", "first"),
)
