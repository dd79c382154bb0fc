"""What a person does in a study: one step after another, each stored before it is answered."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from topple.errors import BadAction, BadInput
from topple.tasks.outcome import Outcome
from topple.web import films
from topple.web.study.plan import CHECKS, ENDS, PRACTICE, TASK, Item, Study
from topple.web.study.store import Course, Person, Store
from topple.worlds import world as find_world

_LATE = 5.0  # seconds after a time limit in which a film may still end
_ROUNDED = 0.1  # seconds by which a browser may round the moment of a gesture
_LOCKS = 64
STAGES = ("consent", "before", "tasks", "after")


@dataclass(frozen=True, slots=True)
class Due:
    """The task that a person has to play: its place among all, and the attempt."""

    item: Item
    place: int
    count: int
    attempt: int
    left: float | None  # seconds until the time is up; None without a limit

    @property
    def task(self) -> str:
        return self.item.task


@dataclass(frozen=True, slots=True)
class Sessions:
    """The sessions of all people of a study."""

    study: Study
    store: Store
    _locks: tuple[threading.Lock, ...] = field(
        default_factory=lambda: tuple(threading.Lock() for _ in range(_LOCKS))
    )

    def _lock(self, person: Person) -> threading.Lock:
        """Return the lock of a person: requests of one person are answered one after another."""
        return self._locks[person.id % _LOCKS]

    def agree(self, person: Person, agrees: bool) -> None:
        """Store whether a person consents, and to which version of the text."""
        self._expect(person, "consent")
        self.store.answer(person.id, {"consent": self.study.consent if agrees else "no"})
        self._go(person, self.following("consent") if agrees else "no_consent")

    def answer(self, person: Person, given: Mapping[str, str]) -> None:
        """Store answers, and judge checks and screening."""
        if person.stage not in ("before", "after"):
            raise BadInput("there is nothing to answer now")
        asked = self.study.asked(person.stage)
        answers = {each.name: given.get(each.name, "").strip()[:4000] for each in asked}
        for each in asked:
            text = answers[each.name]
            if each.required and not text:
                raise BadInput(f"please answer: {each.text}")
            if text and each.kind == "choice" and text not in each.options:
                raise BadInput(f"please choose an answer: {each.text}")
        self.store.answer(person.id, answers)
        out = any(answers[each.name] in each.screens_out for each in asked)
        wrong = any(each.answer and answers[each.name] != each.answer for each in asked)
        end = "screened_out" if out else "failed_check" if wrong else ""
        self._go(person, end or self.following(person.stage))

    def due(self, person: Person) -> Due | None:
        """Return the task to play; None if all are over, or the time is."""
        outcomes, items = self.store.outcomes(person.id), self.study.items_of(person.id)
        for place, item in enumerate(items):
            made = outcomes.get(item.task, [])
            left = None if _is_over(item, made) else self._left(person, item)
            if not _is_over(item, made) and (left is None or left > -_LATE):
                return Due(item, place + 1, len(items), len(made) + 1, left)
        return None

    def state(self, person: Person, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the film of the stored plan, after a gesture if one is given."""
        with self._lock(person):
            due = self._playing(person)
            course = self.store.course(person.id, due.task, due.attempt)
            if given.get("done") is not None:
                if why := self._grow(person, due, course, given):
                    return {"refused": why}
                course = self.store.course(person.id, due.task, due.attempt)
            now = self._see(person, due, course, given)
        task = films.find(due.task)
        if self._tells(due):
            shown = films.shown(task, course.plan)
        else:
            shown = films.piece(task, course.plan, course.moment, now)
        return {
            **films.hide_end(shown),
            "number": course.number,
            "attempt": due.attempt,
            "now": now,
        }

    def finish(self, person: Person, given: Mapping[str, Any]) -> dict[str, Any]:
        """Play the stored plan, store the attempt, and say how it went if people may know."""
        with self._lock(person):
            due = self._playing(person)
            if given.get("attempt") != due.attempt:
                return {"outcome": "", "again": False}
            task = films.find(due.task)
            plan = self.store.course(person.id, due.task, due.attempt).plan
            own = find_world(task.id.world, self.study.protocol.choices.rules)
            (played,) = own.play([task], [plan or None], threads=1)
            ms = (_ms(given.get("think_ms")), _ms(given.get("wall_ms")))
            self.store.add_attempt(person.id, due.task, due.attempt, plan, played, ms)
            rest = self._advance(person, due, played.outcome)
        again = rest is not None and rest.task == due.task
        told = str(played.outcome) if self._tells(due) else ""
        return {"outcome": told, "again": again}

    def _advance(self, person: Person, due: Due, outcome: Outcome) -> Due | None:
        """Return what comes after an attempt; a check that was not solved ends the session."""
        failed = outcome is not Outcome.SOLVED and due.attempt >= due.item.attempts
        if failed and due.item.role in CHECKS:
            self._go(person, "failed_check")
            return None
        rest = self.due(person)
        if rest is None:
            self._go(person, self.following("tasks"))
        return rest

    def _grow(self, person: Person, due: Due, course: Course, given: Mapping[str, Any]) -> str:
        """Store a gesture unless it is there already; return why it is impossible, if it is."""
        if (given.get("attempt"), given.get("number")) == (due.attempt, course.number - 1):
            return ""  # sent twice
        if (given.get("attempt"), given.get("number")) != (due.attempt, course.number):
            raise BadInput("this page is not up to date", "reload it to go on")
        task, done = films.find(due.task), films.read_done(given["done"])
        if done.at < max(course.moment, self._seen(person, due) - _ROUNDED):
            raise BadAction(f"{done.at:.2f} s has passed", "reload the page to go on")
        plan = films.grown(task, course.plan, done)
        if why := films.refusal(task, plan):
            return why
        made = {"name": done.name, "numbers": done.numbers, "at": done.at}
        ms = _ms(given.get("client_ms"))
        self.store.add_event(person.id, due.task, due.attempt, course.number + 1, made, plan, ms)
        return ""

    def _tells(self, due: Due) -> bool:
        """Return whether people may know how an attempt at a task ends."""
        return self.study.feedback or due.item.role == PRACTICE

    def _see(self, person: Person, due: Due, course: Course, given: Mapping[str, Any]) -> float:
        """Return the moment until which time has passed; what was seen is not played again."""
        if self._tells(due):
            return course.moment
        now = max(_ms(given.get("now")), course.moment)
        return self.store.see(person.id, due.task, due.attempt, now)

    def _seen(self, person: Person, due: Due) -> float:
        return 0.0 if self._tells(due) else self.store.see(person.id, due.task, due.attempt, 0.0)

    def _playing(self, person: Person) -> Due:
        self._expect(person, "tasks")
        due = self.due(person)
        if due is None:
            self._go(person, self.following("tasks"))
            raise BadAction("all tasks are over", "reload the page to go on")
        return due

    def _left(self, person: Person, item: Item) -> float | None:
        """Return how many seconds are left; practice and checks take as long as they take."""
        if item.role != TASK:
            return None
        limits = []
        if self.study.seconds:
            limits.append(self.study.seconds + self.store.since(person.id, f"saw {item.task}"))
        if self.study.session_seconds:
            limits.append(self.study.session_seconds + self.store.since(person.id, "began tasks"))
        return min(limits) - time.time() if limits else None

    def following(self, stage: str) -> str:
        """Return the next stage that has something to do."""
        for following in STAGES[STAGES.index(stage) + 1 :]:
            if following == "tasks" or self.study.asked(following):
                return following
        return "completed"

    def _go(self, person: Person, stage: str) -> None:
        self.store.move(person.id, stage, ended=stage in ENDS)

    def _expect(self, person: Person, stage: str) -> None:
        if person.stage != stage:
            raise BadInput("that is not what comes next", "reload the page to go on")


def _is_over(item: Item, outcomes: list[str]) -> bool:
    return Outcome.SOLVED in outcomes or len(outcomes) >= item.attempts


def _ms(value: object) -> float:
    try:
        (found,) = films.read_numbers([value])
    except BadInput:
        return 0.0
    return found
