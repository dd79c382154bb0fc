"""What a person does in a study: one message after another, each stored before it is answered.

Every message of a page names its trial, the id of one attempt of one person at one task. A message
may come twice, late, or from a page that was left open: it is stored where it was done, answered as
it was at first, or refused because its page is not up to date. It never touches another task.

All times are the server's. The clock of a task starts when its page first asks for the film, which
it does once it can be seen; an attempt whose time was up ends at that moment, whoever noticed.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from topple.errors import BadAction, BadInput
from topple.tasks.attempt import Action, Played
from topple.web import films
from topple.web.answers import NoPerson, OldPage
from topple.web.study.due import Due, client_ms, is_over, is_solved, seconds
from topple.web.study.plan import CHECKS, ENDS, PRACTICE, TASK, Item, Study
from topple.web.study.question import Fault
from topple.web.study.store import Made, Person, Store
from topple.worlds import world as find_world

_LATE = 5.0  # seconds after a time limit in which a film may still end
_ROUNDED = 0.1  # seconds by which a browser may round the moment of a gesture
_LOCKS = 64
_STAGE_OF = {"before": "before", "task": "tasks", "after": "after"}  # when questions are asked
STAGES = ("before", "tasks", "after")
Faults = Mapping[str, Fault]
MARKS = ("loaded", "focus", "blur", "hidden", "visible", "resize")


@dataclass(frozen=True, slots=True)
class Sessions:
    """The sessions of all people of a study."""

    study: Study
    store: Store
    _locks: tuple[threading.Lock, ...] = field(
        default_factory=lambda: tuple(threading.Lock() for _ in range(_LOCKS))
    )

    @contextmanager
    def person(self, link: str) -> Iterator[Person]:
        """Lend the person of a link: their requests are answered one after another."""
        found = self.store.person(link)
        if found is not None:
            with self._locks[found.id % _LOCKS]:
                # A request that was answered meanwhile may have changed what comes next.
                found = self.store.person(link)
                if found is not None:
                    self._settle(found)
                    yield self.store.person(link) or found
                    return
        raise NoPerson

    def enter(self, link: str, outside: Mapping[str, str]) -> None:
        """Admit someone who agrees; the same link or outside id is the same person."""
        stage = self.following("")
        self.store.enter(link, outside, self.study.people, stage, self.study.consent)

    def answer(self, link: str, stage: str, given: Mapping[str, str]) -> Faults:
        """Store answers, and judge checks and screening; a form that comes again changes nothing.

        Return what is wrong with answers, by the names of their questions; then none is stored.
        """
        with self.person(link) as person:
            rated = self.rating(person)
            if stage == "task" and (rated is None or given.get("trial") != rated.trial):
                return {}
            if person.stage != _STAGE_OF.get(stage):
                return {}
            asked = self.study.asked(stage)
            answers = {each.name: given.get(each.name, "").strip()[:4000] for each in asked}
            faults = {
                each.name: fault for each in asked if (fault := each.fault(answers[each.name]))
            }
            if faults:
                return faults
            self.store.answer(person.id, answers, rated.task if rated else "")
            if rated:
                self._move_on(person)
                return {}
            out = any(answers[each.name] in each.screens_out for each in asked)
            wrong = any(each.answer and answers[each.name] != each.answer for each in asked)
            end = "screened_out" if out else "failed_check" if wrong else ""
            self._go(person, end or self.following(stage))
            return {}

    def rating(self, person: Person) -> Made | None:
        """Return the last attempt at a task that is over, and after which questions are open."""
        if person.stage != "tasks" or not self.study.asked("task"):
            return None
        made, due, rated = self._made(person), self.due(person), self.store.rated(person.id)
        for item in self._items(person):
            over = made[item.task] and (due is None or item.task != due.task)
            if item.role == TASK and over and item.task not in rated:
                return made[item.task][-1]
        return None

    def due(self, person: Person) -> Due | None:
        """Return the task to play; None if all are over, or the time is."""
        made = self._made(person)
        items, place = self._items(person), 0
        count = sum(item.role != PRACTICE for item in items)
        for item in items:
            place += item.role != PRACTICE
            own = made[item.task]
            if is_over(item, own):
                continue
            left = self._left(item, made)
            if left is not None and left <= -_LATE:
                continue
            attempt = sum(each.ended is not None for each in own) + 1
            trial = self.store.trial_of(person.id, item.task, attempt)
            return Due(item, place, count, attempt, trial, left)
        return None

    def state(self, link: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the film of the stored plan, after a gesture if one is given."""
        with self.person(link) as person:
            due = self._shown(person, given)
            self.store.begin(person.id, due.task, due.attempt, due.item.role)
            attempt = self._find(person, due.trial)
            if given.get("done") is not None and (why := self._grow(due, attempt, given)):
                return {"refused": why}
            course, due = self.store.course(due.trial), self.due(person) or due
        task, tells = films.find(due.task), self._tells(due.item)
        now = max(seconds(given.get("now")), attempt.seen)
        shown = films.piece(task, course.plan, course.moment, now, to_the_end=tells)
        self.store.see(due.trial, shown["now"])
        facts = {"number": course.number, "attempt": due.attempt, "left": due.left}
        return {**films.hide_end(shown), **facts}

    def finish(self, link: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """End an attempt: play its plan, store it, and say how it went if people may know.

        `next` is the trial of the next attempt at the same task, if there is one.
        """
        with self.person(link) as person:
            attempt = self._find(person, str(given.get("trial")))
            if attempt.ended is None:
                course = self.store.course(attempt.trial)
                if given.get("number") != course.number:
                    raise OldPage
                self._end(person, attempt, self.store.clock())
                person = self.store.person(link) or person
                attempt = self._find(person, attempt.trial)
            due = self.due(person) if person.stage == "tasks" else None
        item = next(
            (each for each in self._items(person) if each.task == attempt.task),
            Item(attempt.task, TASK, 1),
        )
        again = due is not None and due.task == attempt.task
        told = str(attempt.outcome) if self._tells(item) else ""
        return {"outcome": told, "next": due.trial if due and again else ""}

    def refusal(self, link: str, given: Mapping[str, Any]) -> dict[str, str]:
        """Return whether a gesture is possible, without making it."""
        with self.person(link) as person:
            due = self._shown(person, given)
            course = self.store.course(due.trial)
        task = films.find(due.task)
        return {"refused": films.why_not(task, course.plan, films.read_done(given.get("done")))}

    def mark(self, link: str, given: Mapping[str, Any]) -> dict[str, bool]:
        """Store something that happened to a page, at the attempt that it shows."""
        what, trial = given.get("what"), str(given.get("trial", ""))
        if what not in MARKS:
            raise BadInput("there is no such mark")
        with self.person(link) as person:
            own = any(each.trial == trial for each in self.store.attempts_of(person.id))
            self.store.mark(person.id, str(what), client_ms(given), trial if own else "")
        return {"stored": True}

    def withdraw(self, link: str) -> None:
        """Delete everything about a person; nothing happens where nothing is stored."""
        found = self.store.person(link)
        if found is not None:
            with self._locks[found.id % _LOCKS]:
                self.store.delete(found.id)

    def following(self, stage: str) -> str:
        """Return the next stage that has something to do; the first one after ""."""
        for following in STAGES[STAGES.index(stage) + 1 if stage else 0 :]:
            if following == "tasks" or self.study.asked(following):
                return following
        return "completed"

    def _settle(self, person: Person) -> None:
        """End the attempt whose time is up, where it was, and note what comes next."""
        if person.stage != "tasks":
            return
        made = self._made(person)
        for item in self._items(person):
            for attempt in made[item.task]:
                left = self._left(item, made) if attempt.ended is None else None
                if left is not None and left <= -_LATE:
                    self._end(person, attempt, self.store.clock() + left)
        self._move_on(person)

    def _end(self, person: Person, attempt: Made, at: float) -> None:
        """Play the plan of an attempt, and store how it ended."""
        plan = self.store.course(attempt.trial).plan
        self.store.end(attempt.trial, plan, self._play(attempt.task, plan), max(at, attempt.begun))
        self._move_on(person)

    def _move_on(self, person: Person) -> None:
        """End the tasks if they are over; a check that was not solved ends the session."""
        if person.stage != "tasks":
            return
        made = self._made(person)
        checks = [item for item in self._items(person) if item.role in CHECKS]
        if any(
            is_over(item, made[item.task]) and not is_solved(made[item.task]) for item in checks
        ):
            self._go(person, "failed_check")
        elif self.due(person) is None and self.rating(person) is None:
            self._go(person, self.following("tasks"))

    def _play(self, task: str, plan: Action) -> Played:
        found = films.find(task)
        own = find_world(found.id.world, self.study.rules_of(found.id.world))
        (played,) = own.play([found], [plan or None], threads=1)
        return played

    def _grow(self, due: Due, attempt: Made, given: Mapping[str, Any]) -> str:
        """Store a gesture unless it is there already; return why it is impossible, if it is."""
        task, done = films.find(due.task), films.read_done(given["done"])
        made = {"name": done.name, "numbers": list(done.numbers), "at": done.at}
        course, number = self.store.course(due.trial), given.get("number")
        if not isinstance(number, int) or not 0 <= number <= course.number:
            raise OldPage
        if number < course.number:
            if self.store.event(due.trial, number + 1) != made:
                raise OldPage  # another page of this attempt did something else
            return ""
        if done.at < max(course.moment, attempt.seen - _ROUNDED):
            raise BadAction(f"{done.at:.2f} s has passed", "reload the page to go on")
        plan = films.grown(task, course.plan, done)
        if why := films.refusal(task, plan):
            return why
        self.store.add_event(due.trial, course.number + 1, made, plan, client_ms(given))
        return ""

    def _shown(self, person: Person, given: Mapping[str, Any]) -> Due:
        """Return the task to play if it is the one that a page shows."""
        due = self.due(person) if person.stage == "tasks" else None
        if due is None or given.get("trial") != due.trial:
            raise OldPage
        return due

    def _find(self, person: Person, trial: str) -> Made:
        """Return an attempt that the person has begun."""
        for each in self.store.attempts_of(person.id):
            if each.trial == trial:
                return each
        raise OldPage

    def _items(self, person: Person) -> list[Item]:
        return self.study.items_of(person.row or 0)

    def _made(self, person: Person) -> defaultdict[str, list[Made]]:
        """Return the attempts of a person by task, those under way included."""
        found: defaultdict[str, list[Made]] = defaultdict(list)
        for each in self.store.attempts_of(person.id):
            found[each.task].append(each)
        return found

    def _tells(self, item: Item) -> bool:
        """Return whether people may know how an attempt at a task ends."""
        return self.study.feedback or item.role == PRACTICE

    def _left(self, item: Item, made: Mapping[str, list[Made]]) -> float | None:
        """Return how many seconds are left; practice and checks take as long as they take."""
        if item.role != TASK:
            return None
        now = self.store.clock()
        scored = set(self.study.tasks)
        began = [each.begun for each in made[item.task]]
        first = [each.begun for task, own in made.items() if task in scored for each in own]
        limits = []
        if self.study.seconds:
            limits.append(min(began, default=now) + self.study.seconds)
        if self.study.session_seconds:
            limits.append(min(first, default=now) + self.study.session_seconds)
        return min(limits) - now if limits else None

    def _go(self, person: Person, stage: str) -> None:
        self.store.move(person.id, stage, ended=stage in ENDS)
