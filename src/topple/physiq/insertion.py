"""The conversation of an insertion: place balls, see the result, try again."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from topple.physiq.items import Item, Message, QuestionMode
from topple.physiq.moments import LAST, End, moments
from topple.physiq.pictures import ScenePicture
from topple.physiq.proposal import Balls, action
from topple.physiq.readers.placement import Placement, read_placement
from topple.physiq.wording import (
    ATTEMPTS,
    STEPS_PER_SECOND,
    goal,
    placement_form,
    shown_moments,
)
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS, Reason
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.simulate import validate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import task

_LONGEST = 20_000  # characters of an answer that are kept in the conversation
_NEAR = 1.0  # placements this close in every number count as repeated


class Status(StrEnum):
    """The result of one attempt."""

    WIN = "win"
    STOP = "stop"
    TIME_LIMIT = "time_limit"
    OVERLAP = "overlap"
    OUT_OF_BOUNDS = "out_of_bounds"
    RADIUS_RANGE = "radius_range"
    FORMAT_ERROR = "format_error"


_REFUSALS = {
    Status.OVERLAP: "{one} overlaps a body of the scene{other}, so nothing was run.",
    Status.OUT_OF_BOUNDS: "{one} reaches out of the scene, so nothing was run. X and Y must be "
    f"between R and {WIDTH - 1} - R.",
    Status.RADIUS_RANGE: "The radius of {of} is out of range, so nothing was run. It must be "
    f"between {SMALLEST_RADIUS:g} and {LARGEST_RADIUS:g}.",
}
_NAMES = {
    1: {"one": "The ball", "of": "the ball", "other": ""},
    2: {"one": "A ball", "of": "a ball", "other": " or the other ball"},
}
_ENDS = {
    Status.STOP: "The simulation ran until everything was at rest",
    Status.TIME_LIMIT: "The simulation ran until its time was up",
}


@dataclass(frozen=True, slots=True)
class Tried:
    """One attempt: its status, the placement that was read, and the balls that were placed."""

    status: Status
    placed: Placement | None = None
    balls: Balls | None = None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation so far; every answer returns a longer one."""

    item: Item
    messages: tuple[Message, ...]
    tried: tuple[Tried, ...] = ()

    @classmethod
    def of(cls, item: Item) -> Talk:
        """Begin a conversation with the item's question."""
        return cls(item, item.messages)

    @property
    def over(self) -> bool:
        """Whether an attempt has won or all attempts are used up."""
        won = bool(self.tried) and self.tried[-1].status is Status.WIN
        return won or len(self.tried) == ATTEMPTS

    def answered(self, answer: str) -> Talk:
        """Read and simulate an answer; add the feedback, unless the conversation is over."""
        placed = read_placement(answer, self.item.balls)
        if placed is None:
            return self.unread(answer)
        status, balls = judge(task(self.item.task), placed)
        return self._after(Tried(status, placed, balls, self._repeats(placed)), answer)

    def unread(self, answer: str) -> Talk:
        """Add an answer from which no placement was read."""
        return self._after(Tried(Status.FORMAT_ERROR), answer)

    def restored(self, status: Status, placed: Placement | None, answer: str) -> Talk:
        """Add an attempt that was simulated before."""
        if placed is None:
            return self._after(Tried(status), answer)
        balls = None if status in _REFUSALS else to_whole_units(placed)
        return self._after(Tried(status, placed, balls, self._repeats(placed)), answer)

    def _after(self, tried: Tried, answer: str) -> Talk:
        said = Message("assistant", (answer[:_LONGEST],))
        after = replace(self, messages=(*self.messages, said), tried=(*self.tried, tried))
        if after.over:
            return after
        return replace(after, messages=(*after.messages, after._feedback(tried)))

    def _repeats(self, placed: Placement) -> bool:
        earlier = [tried.placed for tried in self.tried if tried.placed is not None]
        return any(_same(placed, other) for other in earlier)

    def _feedback(self, tried: Tried) -> Message:
        found = task(self.item.task)
        again = f"Try again. This is attempt {len(self.tried) + 1} of {ATTEMPTS}."
        if tried.status is Status.FORMAT_ERROR:
            form = placement_form(self.item.balls)
            return Message("user", (f"No placement could be read. Answer with JSON: {form}", again))
        if tried.balls is None or tried.status in _REFUSALS:
            words = _REFUSALS[tried.status].format(**_NAMES[self.item.balls])
            return Message("user", (words, again))
        ruled = self.item.mode is QuestionMode.STRICT
        seconds = [step / STEPS_PER_SECOND for step in moments(found, tried.balls).steps]
        shown = [ScenePicture(str(found), tried.balls, moment, ruled) for moment in range(LAST + 1)]
        words = (
            f"{_ENDS[tried.status]}, but it did not happen that {goal(found)}. "
            f"{shown_moments(seconds, self.item.version)}"
        )
        return Message("user", (words, *shown, again))


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


def _same(a: Placement, b: Placement) -> bool:
    pairs = zip(a, b, strict=True)
    return all(abs(p - q) <= _NEAR for one, other in pairs for p, q in zip(one, other, strict=True))
