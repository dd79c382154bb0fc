"""The database of a study: append-only, and written before anything is answered."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.tasks.attempt import Action, Played
from topple.web.study.database import open_database
from topple.web.study.schema import ORDERS, SCHEMA, STEPS


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who takes part; `stage` is what comes next, or how it ended."""

    id: int
    stage: str


@dataclass(frozen=True, slots=True)
class Course:
    """An attempt so far: the number of its gestures, their plan, and the moment of the last."""

    number: int = 0
    plan: Action = ()
    moment: float = 0.0


class Store:
    """One writer; every call is one transaction that is on disk when it returns."""

    def __init__(self, address: str | Path, study: str) -> None:
        """Open the database of a study, or make it; bring an older one up to date."""
        self._base = open_database(str(address))
        with self._base.transaction():
            known = self._base.has_table("about")
            ((schema, owner),) = (
                self._all("select schema, study from about") if known else ((0, study),)
            )
            if owner != study or schema > SCHEMA:
                raise BadInput(
                    f"the database holds study `{owner}`, schema {schema}; "
                    f"wanted `{study}`, schema {SCHEMA} or older",
                    "give another --data",
                )
            for step in STEPS[schema:]:
                for text in step:
                    self._base.do(text)
            if not known:
                self._base.do("insert into about values (?, ?, 0)", SCHEMA, study)
            self._base.do("update about set schema = ?", SCHEMA)

    def close(self) -> None:
        self._base.close()

    def enter(self, outside: Mapping[str, str], most: int) -> str:
        """Admit a person and return the token of the link; the same outside ids come back."""
        token = secrets.token_urlsafe(24)
        ids = json.dumps(dict(sorted(outside.items())))
        with self._base.transaction():
            known = self._all("select person from outside where ids = ?", ids) if outside else []
            if known:
                row = "update people set token = ? where id = ?"
                self._base.do(row, hash_token(token), known[0][0])
                return token
            if self._all("select count(*) from people")[0][0] >= most:
                raise BadInput("the study is full")
            self._base.do("update about set people = people + 1")
            ((person,),) = self._all("select people from about")
            row = "insert into people (id, token, began, stage) values (?, ?, ?, 'consent')"
            self._base.do(row, person, hash_token(token), time.time())
            if outside:
                self._base.do("insert into outside values (?, ?)", person, ids)
        return token

    def person(self, token: str) -> Person | None:
        """Return the person that a link belongs to."""
        found = self._all("select id, stage from people where token = ?", hash_token(token))
        return Person(*found[0]) if found else None

    def move(self, person: int, stage: str, *, ended: bool = False) -> None:
        """Note what comes next for a person."""
        row = "update people set stage = ?, ended = ? where id = ?"
        self._base.do(row, stage, time.time() if ended else None, person)

    def answer(self, person: int, answers: Mapping[str, str]) -> None:
        """Store answers to questions; the first answer stays."""
        with self._base.transaction():
            for name, text in answers.items():
                row = "insert into answers values (?, ?, ?, ?) on conflict do nothing"
                self._base.do(row, person, name, text, time.time())

    def course(self, person: int, task: str, attempt: int) -> Course:
        """Return what an attempt has come to."""
        row = "select number, plan, done from events where person = ? and task = ? and attempt = ?"
        found = self._all(f"{row} order by number desc limit 1", person, task, attempt)
        if not found:
            return Course()
        number, plan, done = found[0]
        return Course(number, tuple(json.loads(plan)), float(json.loads(done)["at"]))

    def add_event(
        self, person: int, task: str, attempt: int, number: int, done: Any, plan: Action, ms: float
    ) -> bool:
        """Store a gesture; return False if one of that number is there already."""
        row = "insert into events values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing"
        values = (json.dumps(done), json.dumps(plan), ms, time.time())
        return self._base.do(row, person, task, attempt, number, *values) == 1

    def add_attempt(
        self,
        person: int,
        task: str,
        attempt: int,
        plan: Action,
        played: Played,
        ms: tuple[float, float],
    ) -> None:
        """Store an attempt once."""
        row = (
            "insert into attempts values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "on conflict do nothing"
        )
        facts = (str(played.outcome), played.steps, played.digest, played.note, played.points)
        self._base.do(row, person, task, attempt, json.dumps(plan), *facts, *ms, time.time())

    def see(self, person: int, task: str, attempt: int, moment: float) -> float:
        """Note until when a film was seen; return the latest such moment."""
        where = "person = ? and task = ? and attempt = ?"
        found = self._all(f"select moment from seen where {where}", person, task, attempt)
        if found and found[0][0] >= moment:
            return float(found[0][0])
        row = "insert into seen values (?, ?, ?, ?) on conflict (person, task, attempt) "
        self._base.do(
            f"{row} do update set moment = excluded.moment", person, task, attempt, moment
        )
        return moment

    def outcomes(self, person: int) -> dict[str, list[str]]:
        """Return the outcomes of all attempts of a person, by task."""
        row = "select task, outcome from attempts where person = ? order by attempt"
        found: dict[str, list[str]] = {}
        for task, outcome in self._all(row, person):
            found.setdefault(task, []).append(outcome)
        return found

    def since(self, person: int, what: str) -> float:
        """Return when something first happened to a person; now if it is new."""
        row = "select min(at) from marks where person = ? and what = ?"
        (first,) = self._all(row, person, what)[0]
        if first is None:
            self.mark(person, what, 0.0)
            return time.time()
        return float(first)

    def mark(self, person: int, what: str, client_ms: float) -> None:
        """Note something that happened, such as a loss of focus."""
        self._base.do("insert into marks values (?, ?, ?, ?)", person, what, client_ms, time.time())

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Return all rows of a table, in the order in which they were written."""
        names, rows = self._base.read(f"select * from {table} order by {ORDERS[table]}")
        return [dict(zip(names, row, strict=True)) for row in rows]

    def delete(self, person: int) -> bool:
        """Delete everything that is stored about a person."""
        gone = self._base.do("delete from people where id = ?", person) == 1
        self._base.forget()
        return gone

    def _all(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._base.read(text, *values)[1]


def hash_token(token: str) -> str:
    """Return the hash of a token, which is all that is stored of it."""
    return hashlib.sha256(token.encode()).hexdigest()
