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
from topple.web.study.plan import ENDS, Study
from topple.web.study.store import Course, Person, Store
from topple.worlds import world as find_world

_LATE = 5.0  # seconds after a time limit in which a film may still end
STAGES = ("consent", "before", "tasks", "after")


@dataclass(frozen=True, slots=True)
class Due:
    """The task that a person has to play: its place among all, and the attempt."""

    task: str
    place: int
    count: int
    attempt: int
    practice: bool
    left: float | None  # seconds until the time is up; None without a limit


@dataclass(frozen=True, slots=True)
class Sessions:
    """The sessions of all people of a study."""

    study: Study
    store: Store
    _lock: threading.Lock = field(default_factory=threading.Lock)

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
        """Return the task to play; None if all are over."""
        outcomes, tasks = self.store.outcomes(person.id), self.study.tasks_of(person.id)
        for place, task in enumerate(tasks):
            made = outcomes.get(task, [])
            left = self._left(person, task) if not self._over(made) else None
            if not self._over(made) and (left is None or left > -_LATE):
                practice = place < len(self.study.practice)
                return Due(task, place + 1, len(tasks), len(made) + 1, practice, left)
        return None

    def state(self, person: Person, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the film of the stored plan, after a gesture if one is given."""
        with self._lock:
            due = self._playing(person)
            course = self.store.course(person.id, due.task, due.attempt)
            if given.get("done") is not None:
                if why := self._grow(person, due, course, given):
                    return {"refused": why}
                course = self.store.course(person.id, due.task, due.attempt)
        shown = films.shown(films.find(due.task), course.plan)
        return {**_hidden(shown), "number": course.number, "attempt": due.attempt}

    def finish(self, person: Person, given: Mapping[str, Any]) -> dict[str, Any]:
        """Play the stored plan, store the attempt, and say how it went if people may know."""
        with self._lock:
            due = self._playing(person)
            if given.get("attempt") != due.attempt:
                return {"words": "", "outcome": "", "more": True}
            task = films.find(due.task)
            plan = self.store.course(person.id, due.task, due.attempt).plan
            own = find_world(task.id.world, self.study.protocol.choices.rules)
            (played,) = own.play([task], [plan or None], threads=1)
            ms = (_ms(given.get("think_ms")), _ms(given.get("wall_ms")))
            self.store.add_attempt(person.id, due.task, due.attempt, plan, played, ms)
            rest = self.due(person)
            if rest is None:
                self._go(person, self.following("tasks"))
        told = self.study.feedback or due.practice
        again = rest is not None and rest.task == due.task
        return {"outcome": str(played.outcome) if told else "", "again": again, "more": True}

    def _grow(self, person: Person, due: Due, course: Course, given: Mapping[str, Any]) -> str:
        """Store a gesture unless it is there already; return why it is impossible, if it is."""
        if (given.get("attempt"), given.get("number")) == (due.attempt, course.number - 1):
            return ""  # sent twice
        if (given.get("attempt"), given.get("number")) != (due.attempt, course.number):
            raise BadInput("this page is not up to date", "reload it to go on")
        task, done = films.find(due.task), films.read_done(given["done"])
        if done.at < course.moment:
            raise BadAction(f"{done.at:.2f} s has passed", "reload the page to go on")
        plan = films.grown(task, course.plan, done)
        if why := str(films.shown(task, plan)["refused"]):
            return why
        made = {"name": done.name, "numbers": done.numbers, "at": done.at}
        ms = _ms(given.get("client_ms"))
        self.store.add_event(person.id, due.task, due.attempt, course.number + 1, made, plan, ms)
        return ""

    def _playing(self, person: Person) -> Due:
        self._expect(person, "tasks")
        due = self.due(person)
        if due is None:
            self._go(person, self.following("tasks"))
            raise BadAction("all tasks are over", "reload the page to go on")
        return due

    def _left(self, person: Person, task: str) -> float | None:
        if not self.study.seconds:
            return None
        return self.study.seconds - (time.time() - self.store.since(person.id, task))

    def _over(self, outcomes: list[str]) -> bool:
        return Outcome.SOLVED in outcomes or len(outcomes) >= self.study.attempts

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


def _hidden(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out of a film how it ends: the future is not told."""
    film = {**shown["film"], "words": "", "outcome": "", "facts": "", "moves": [], "ended": None}
    return {**shown, "film": film, "words": "", "outcome": ""}


def _ms(value: object) -> float:
    try:
        (found,) = films.read_numbers([value])
    except BadInput:
        return 0.0
    return found
