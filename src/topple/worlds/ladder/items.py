"""Items: tasks whose actions are answers to one question about a scene."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from topple.prompting.form import Form
from topple.tasks.attempt import Action, Played
from topple.tasks.moves import Number, one_of
from topple.tasks.outcome import Outcome
from topple.tasks.question import Answering, Question
from topple.tasks.task import Task, TaskId
from topple.worlds import parts
from topple.worlds.ladder.facts import OPTIONS, STAYS
from topple.worlds.ladder.part import Ladder
from topple.worlds.ladder.rows import RUNGS, Kind, Row
from topple.worlds.ladder.story import Story
from topple.worlds.registry import world

LETTERS = "ABCD"
_NEAR = 3.0  # percent of the picture by which a point may miss the box around a thing
_EVEN = 0.5  # a probability that takes no side
_COARSE = 60  # steps between frames where only the first one counts

CAPTIONS = {
    Kind.POINT: "Where is it?",
    Kind.NAME: "What does it rest on?",
    Kind.TOUCH: "Will they touch?",
    Kind.FIRST: "What does it touch first?",
    Kind.REST: "Where does it come to rest?",
    Kind.PLAN: "Which of four actions works?",
    Kind.WITHOUT: "Would it still work without this?",
}


@dataclass(frozen=True, slots=True)
class ItemId(TaskId):
    """The id of an item: `ladder-phyre@1/touch/off_the_ledge:003/017`, with a running number."""

    text: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Answers(Answering):
    """The answers to one kind of question: a place, a probability, or the number of an option."""

    kind: Kind

    @property
    def name(self) -> str:
        return f"ladder-{self.kind}"

    @property
    def dimensions(self) -> int:
        return len(self.numbers())

    def numbers(self) -> tuple[Number, ...]:
        match self.kind:
            case Kind.POINT:
                return Number("x", 0.0, 100.0), Number("y", 0.0, 100.0)
            case Kind.TOUCH | Kind.WITHOUT:
                return (Number("share", 0.0, 1.0),)
        return (one_of("option", range(OPTIONS)),)

    def sample(self, rng: np.random.Generator) -> Action:
        """Draw an answer uniformly."""
        return tuple(number.draw(rng) for number in self.numbers())


@dataclass(frozen=True, eq=False)
class Item(Question):
    """One question, as a stored row says."""

    row: Row

    @property
    def kind(self) -> Kind:
        """What is asked."""
        return self.row.kind

    @property
    def rung(self) -> str:
        """The rung of the ladder."""
        return next(rung for rung, kinds in RUNGS.items() if self.kind in kinds)

    @property
    def actions(self) -> Answers:
        """The answers as numbers."""
        return Answers(self.kind)

    @property
    def solution(self) -> Action:
        if self.kind is Kind.POINT:
            (left, bottom), (right, top) = self.row.spots
            return (left + right) / 2, (bottom + top) / 2
        return (float(self.row.answer),)

    @property
    def stasis(self) -> bool | None:
        """Whether the right answer is that nothing happens; None where that is no answer."""
        if self.kind is Kind.TOUCH:
            return not self.row.answer
        return self.row.answer == STAYS if self.kind in (Kind.FIRST, Kind.REST) else None

    def says_stasis(self, answer: Action) -> bool:
        """Return whether an answer says that nothing happens."""
        return answer[0] < _EVEN if self.kind is Kind.TOUCH else answer[0] == STAYS

    def mark(self, answer: Action) -> Played:
        """Mark an answer; a probability is right if it is on the right side of one half."""
        numbers = self.actions.numbers()
        fits = len(answer) == len(numbers)
        if not fits or not all(n.allows(v) for n, v in zip(numbers, answer, strict=True)):
            return Played(Outcome.INVALID, note="no such answer")
        return Played(Outcome.SOLVED if self._is_right(answer) else Outcome.MISSED)

    def _is_right(self, answer: Action) -> bool:
        match self.kind:
            case Kind.POINT:
                (left, bottom), (right, top) = self.row.spots
                x, y = answer
                across = left - _NEAR <= x <= right + _NEAR
                return across and bottom - _NEAR <= y <= top + _NEAR
            case Kind.TOUCH | Kind.WITHOUT:
                return answer[0] != _EVEN and (answer[0] > _EVEN) == bool(self.row.answer)
        return answer[0] == self.row.answer

    def scene(self, answer: Action | None) -> tuple[Task, Action | None]:
        """Return the task that is asked about and what is done there; of a plan, the option."""
        own = world(self.id.world)
        task = own.task(self.row.task)
        if answer is None:
            return task, None
        if self.kind is Kind.PLAN:
            option = int(answer[0]) if answer[0] in range(OPTIONS) else self.row.answer
            return task, planned(self)[option][1]
        return task, done_in(self.row, self.id.world)

    def content_hash(self) -> str:
        """Hash the scene and the row."""
        task, _ = self.scene(None)
        content = json.dumps([task.content_hash(), self.kind, self.row.data()])
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def ladder_of(name: str) -> Ladder:
    """Return what a world says for its ladder."""
    return parts.ladder(world(name))


def start(item: Item) -> Story:
    """Return the scene of an item as it is before anything is done."""
    return start_of(item.id.world, item.row.task)


@lru_cache(maxsize=64)
def start_of(name: str, task: str) -> Story:
    """Return the scene of a task as it is before anything is done."""
    own = world(name)
    return Story(ladder_of(name), parts.record(own, own.task(task), None, _COARSE))


def tell(name: str, task: Task, action: Action | None, about: str = "") -> Story:
    """Return what happens after an action, in the picture of the start, or of another task's."""
    ladder = ladder_of(name)
    recording = parts.record(world(name), task, action, ladder.stride)
    return Story(ladder, recording, start_of(name, about or str(task)).window)


def done_in(row: Row, name: str) -> Action | None:
    """Return the action of a prediction: the stored solution of a task as written, or None."""
    if not row.done:
        return None
    own = world(name)
    task = own.task(row.task)
    return written_plan(plan_form(name, task), task, own.solution(own.task(row.done)))[1]


def plan_form(name: str, task: Task) -> Form:
    """Return the action form in which the plans of a world are written."""
    voice = parts.voice(world(name))
    return voice.form(ladder_of(name).form or voice.usual_form).fit(task)


def planned(item: Item) -> list[tuple[str, Action]]:
    """Return the options of a plan: words, and the action that they mean."""
    own = world(item.id.world)
    task = own.task(item.row.task)
    form = plan_form(own.name, task)
    return [written_plan(form, task, own.solution(own.task(each))) for each in item.row.plans]


def written_plan(form: Form, task: Task, action: Action) -> tuple[str, Action]:
    """Write an action as a model is asked to, and return what the words mean."""
    moves = form.moves(action)
    if not moves:
        return "", ()
    words = [form.words(move) for move in moves]
    read = [form.read(text).values for text in words]
    if any(values is None or form.refusal(values) for values in read):
        return "", ()
    return "; ".join(words), form.attempt(task, [values for values in read if values is not None])
