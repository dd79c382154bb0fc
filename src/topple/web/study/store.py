"""The database of a study: everything is on disk before it is answered."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.tasks.attempt import Action, Played
from topple.web.study.database import open_database, shown_address
from topple.web.study.schema import ROWS, SCHEMA, TABLES

PID = "PROLIFIC_PID"  # the outside id that names a person
_TRIAL = 24  # characters of the id of an attempt
_NUMBERS = (100_000_000, 900_000_000)  # the least number of a person, and how many there are


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who takes part; `stage` is what comes next, or how it ended.

    `row` is the order of tasks; None before the tasks.
    """

    id: int
    stage: str
    row: int | None


@dataclass(frozen=True, slots=True)
class Made:
    """An attempt as it stands; one that is not over has no `ended` and no `outcome`."""

    trial: str
    task: str
    number: int
    begun: float
    ended: float | None
    outcome: str | None
    seen: float


@dataclass(frozen=True, slots=True)
class Course:
    """An attempt so far: the number of its gestures, their plan, and the moment of the last."""

    number: int = 0
    plan: Action = ()
    moment: float = 0.0


class Store:
    """One writer; every call is one transaction that is on disk when it returns."""

    def __init__(
        self,
        address: str | Path,
        study: str,
        *,
        make: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Open the database of a study; only with `make`, one that is not there is made."""
        self.clock = clock
        self.address = shown_address(str(address))
        self._base = open_database(str(address), make=make)
        try:
            with self._base.transaction():
                self._secret = self._check(study, make)
        except BaseException:
            self._base.close()
            raise

    def _check(self, study: str, make: bool) -> bytes:
        """Return the secret of the study's database; make the tables if there are none."""
        if not self._base.has_table("about"):
            if not make:
                raise BadInput(
                    f"there is no study in {self.address}",
                    "--data names the database; `topple study serve` makes one",
                )
            for table in TABLES:
                self._base.do(table)
            secret = secrets.token_hex(32)
            self._base.do("insert into about values (?, ?, ?, 0)", SCHEMA, study, secret)
        ((schema, owner),) = self._all("select schema, study from about")
        if owner != study or schema != SCHEMA:
            raise BadInput(
                f"{self.address} holds study `{owner}`, schema {schema}; "
                f"wanted `{study}`, schema {SCHEMA}",
                "give another --data",
            )
        ((secret,),) = self._all("select secret from about")
        return bytes.fromhex(secret)

    def close(self) -> None:
        self._base.close()

    def knows(self, link: str, pid: str) -> bool:
        """Return whether a link, or the id of a recruiting site, is that of a person."""
        return self.person(link) is not None or (bool(pid) and self.person_of(pid) is not None)

    def enter(
        self, link: str, outside: Mapping[str, str], most: int, stage: str, consent: str
    ) -> None:
        """Make a link that of a person: of the one with the same outside id, or of a new one.

        A link that is somebody's stays so. A new person has agreed to a version of `consent`.
        """
        with self._base.transaction():
            if self.person(link) is not None:
                return
            pid = outside.get(PID, "")
            person = self.person_of(pid) if pid else None
            if person is None:
                if self._all("select count(*) from people")[0][0] >= most:
                    raise BadInput("the study is full", "nobody else can take part")
                person = self._add_person(consent)
                if pid:
                    ids = json.dumps(dict(sorted(outside.items())))
                    self._base.do("insert into outside values (?, ?, ?)", person, pid, ids)
                self._move(person, stage)
            self._base.do("insert into links values (?, ?)", hash_token(link), person)

    def person_of(self, pid: str) -> int | None:
        """Return the number of the person with an id of a recruiting site."""
        found = self._all("select person from outside where pid = ?", pid)
        return int(found[0][0]) if found else None

    def person(self, token: str) -> Person | None:
        """Return the person that a link belongs to."""
        row = """select id, stage, row_number from people join links on links.person = people.id
          where token = ?"""
        found = self._all(row, hash_token(token))
        return Person(*found[0]) if found else None

    def move(self, person: int, stage: str, *, ended: bool = False) -> None:
        """Note what comes next for a person; whoever begins the tasks gets a row."""
        with self._base.transaction():
            self._move(person, stage, self.clock() if ended else None)

    def answer(self, person: int, answers: Mapping[str, str], task: str = "") -> None:
        """Store answers to questions, those after a task with its id; the first answer stays."""
        with self._base.transaction():
            for name, text in answers.items():
                row = "insert into answers values (?, ?, ?, ?, ?) on conflict do nothing"
                self._base.do(row, person, task, name, text, self.clock())

    def rated(self, person: int) -> set[str]:
        """Return the tasks after which a person has answered."""
        found = self._all("select distinct task from answers where person = ?", person)
        return {task for (task,) in found if task}

    def trial_of(self, person: int, task: str, attempt: int) -> str:
        """Return the id by which pages name an attempt; it tells nothing."""
        named = f"{person} {task} {attempt}".encode()
        return hmac.new(self._secret, named, hashlib.sha256).hexdigest()[:_TRIAL]

    def begin(self, person: int, task: str, attempt: int, role: str) -> None:
        """Note that the page of an attempt is seen, unless it was before."""
        row = """insert into attempts (trial, person, task, attempt, role, begun, seen, plan)
          values (?, ?, ?, ?, ?, ?, 0, '[]') on conflict do nothing"""
        trial = self.trial_of(person, task, attempt)
        self._base.do(row, trial, person, task, attempt, role, self.clock())

    def attempts_of(self, person: int) -> list[Made]:
        """Return all attempts of a person, in the order in which they were begun."""
        row = """select trial, task, attempt, begun, ended, outcome, seen from attempts
          where person = ? order by begun, task, attempt"""
        return [Made(*found) for found in self._all(row, person)]

    def course(self, trial: str) -> Course:
        """Return what an attempt has come to."""
        row = "select number, plan, done from events where trial = ? order by number desc limit 1"
        found = self._all(row, trial)
        if not found:
            return Course()
        number, plan, done = found[0]
        return Course(number, tuple(json.loads(plan)), float(json.loads(done)["at"]))

    def event(self, trial: str, number: int) -> Any:
        """Return a gesture of an attempt by its number, from 1; None if it was not made."""
        row = "select done from events where trial = ? and number = ?"
        found = self._all(row, trial, number)
        return json.loads(found[0][0]) if found else None

    def add_event(
        self, trial: str, number: int, done: Any, plan: Action, client_ms: float | None
    ) -> None:
        """Store a gesture."""
        values = (json.dumps(done), json.dumps(plan), client_ms, self.clock())
        self._base.do("insert into events values (?, ?, ?, ?, ?, ?)", trial, number, *values)

    def see(self, trial: str, moment: float) -> None:
        """Note until when the film of an attempt was seen, unless more of it was."""
        row = "update attempts set seen = ? where trial = ? and seen < ?"
        self._base.do(row, moment, trial, moment)

    def end(self, trial: str, plan: Action, played: Played, at: float) -> None:
        """Store how an attempt ended, once."""
        row = """update attempts set ended = ?, plan = ?, outcome = ?, steps = ?, digest = ?,
          note = ?, points = ? where trial = ? and ended is null"""
        facts = (str(played.outcome), played.steps, played.digest, played.note, played.points)
        self._base.do(row, at, json.dumps(plan), *facts, trial)

    def mark(self, person: int, what: str, client_ms: float | None, trial: str = "") -> None:
        """Note something that happened, such as a loss of focus."""
        row = "insert into marks values (?, ?, ?, ?, ?)"
        self._base.do(row, person, trial or None, what, client_ms, self.clock())

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Return all rows of a table, in the order in which they were written."""
        names, rows = self._base.read(ROWS[table])
        return [dict(zip(names, row, strict=True)) for row in rows]

    def delete(self, person: int) -> bool:
        """Delete everything that is stored about a person."""
        gone = self._base.do("delete from people where id = ?", person) == 1
        self._base.forget()
        return gone

    def _add_person(self, consent: str) -> int:
        """Add a person who agrees, under a number that nobody has."""
        least, count = _NUMBERS
        while True:
            person = least + secrets.randbelow(count)
            if not self._all("select 1 from people where id = ?", person):
                break
        now = self.clock()
        row = "insert into people (id, began, stage) values (?, ?, 'before')"
        self._base.do(row, person, now)
        self._base.do("insert into answers values (?, '', 'consent', ?, ?)", person, consent, now)
        return person

    def _move(self, person: int, stage: str, ended: float | None = None) -> None:
        row = "update people set stage = ?, ended = ? where id = ?"
        self._base.do(row, stage, ended, person)
        if stage == "tasks":
            row = """update people set row_number = (select begun from about)
              where id = ? and row_number is null"""
            if self._base.do(row, person):
                self._base.do("update about set begun = begun + 1")

    def _all(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._base.read(text, *values)[1]


def hash_token(token: str) -> str:
    """Return the hash of a token, which is all that is stored of it."""
    return hashlib.sha256(token.encode()).hexdigest()
