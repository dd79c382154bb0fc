"""The conversation of an insertion: place balls, see the result, try again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from topple.errors import BadInput
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.physiq.answers import to_placement
from topple.worlds.phyre.physiq.items import Item, Message, QuestionMode
from topple.worlds.phyre.physiq.moments import LAST, moments
from topple.worlds.phyre.physiq.pictures import ScenePicture
from topple.worlds.phyre.physiq.placing import Status, judge, to_whole_units
from topple.worlds.phyre.physiq.proposal import Balls
from topple.worlds.phyre.physiq.readers.placement import Placement, read_placement
from topple.worlds.phyre.physiq.wording import (
    ATTEMPTS,
    STEPS_PER_SECOND,
    goal,
    placement_form,
    shown_moments,
)
from topple.worlds.phyre.world import task

_LONGEST = 20_000  # characters of an answer that are kept in the conversation
_NEAR = 1.0  # placements this close in every number count as repeated


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

    @classmethod
    def after(cls, item: Item, done: Sequence[tuple[Attempt, str]]) -> Talk:
        """Restore a conversation from attempts and their answers, without simulating them again."""
        talk = cls.of(item)
        for attempt, answer in done:
            if attempt.outcome is Outcome.FAILED:
                continue
            if attempt.action is None:
                talk = talk.unread(answer)
                continue
            if attempt.note not in set(Status):
                raise BadInput(f"`{attempt.note[:40]}` is not a status of an attempt at {item}")
            talk = talk.restored(Status(attempt.note), to_placement(attempt.action), answer)
        return talk

    @property
    def over(self) -> bool:
        """Whether an attempt has won or all attempts are used up."""
        won = bool(self.tried) and self.tried[-1].status is Status.WIN
        return won or len(self.tried) == ATTEMPTS

    def answered(self, answer: str) -> Talk:
        """Read and simulate an answer; add the feedback, unless the conversation is over."""
        values = read_placement(answer, self.item.balls).values
        if values is None:
            return self.unread(answer)
        placed = to_placement(values)
        status, balls = judge(task(self.item.task), placed)
        return self._after(Tried(status, placed, balls, self._repeats(placed)), answer)

    def unread(self, answer: str) -> Talk:
        """Add an answer from which no placement was read."""
        return self._after(Tried(Status.FORMAT_ERROR), answer)

    def restored(self, status: Status, placed: Placement, answer: str) -> Talk:
        """Add a placement that was simulated before."""
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
            f"{shown_moments(seconds)}"
        )
        return Message("user", (words, *shown, again))


def _same(a: Placement, b: Placement) -> bool:
    pairs = zip(a, b, strict=True)
    return all(abs(p - q) <= _NEAR for one, other in pairs for p, q in zip(one, other, strict=True))
