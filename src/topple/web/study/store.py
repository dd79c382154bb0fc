"""The database of a study: append-only, and written before anything is answered."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.tasks.attempt import Action, Played

SCHEMA = 1
_TABLES = """
create table about (schema integer not null, study text not null);
create table people (id integer primary key, token text unique not null, began real not null,
  stage text not null, ended real);
create table outside (person integer primary key references people on delete cascade,
  ids text not null);
create table answers (person integer not null references people on delete cascade,
  name text not null, answer text not null, at real not null, primary key (person, name));
create table events (person integer not null references people on delete cascade,
  task text not null, attempt integer not null, number integer not null, done text not null,
  plan text not null, client_ms real, at real not null,
  primary key (person, task, attempt, number));
create table attempts (person integer not null references people on delete cascade,
  task text not null, attempt integer not null, plan text not null, outcome text not null,
  steps integer not null, digest text not null, note text not null, points real not null,
  think_ms real, wall_ms real, at real not null, primary key (person, task, attempt));
create table marks (person integer not null references people on delete cascade, what text not null,
  client_ms real, at real not null);
"""


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

    def __init__(self, path: Path, study: str) -> None:
        """Open the database of a study, or make it."""
        self._lock = threading.RLock()
        self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._base.execute("pragma journal_mode = wal")
        self._base.execute("pragma synchronous = full")
        self._base.execute("pragma foreign_keys = on")
        self._base.execute("pragma secure_delete = on")
        if not self._all("select name from sqlite_master where name = 'about'"):
            self._base.executescript(f"begin;{_TABLES}commit;")
            self._do("insert into about values (?, ?)", SCHEMA, study)
        schema, owner = self._all("select schema, study from about")[0]
        if schema != SCHEMA or owner != study:
            raise BadInput(
                f"{path} holds study `{owner}`, schema {schema}; wanted `{study}`, {SCHEMA}",
                "give another --data",
            )

    def close(self) -> None:
        self._base.close()

    def enter(self, outside: Mapping[str, str], most: int) -> str:
        """Admit a person and return the token of the link; the same outside ids come back."""
        token = secrets.token_urlsafe(24)
        ids = json.dumps(dict(sorted(outside.items())))
        with self._lock, self._base:
            self._base.execute("begin immediate")
            known = self._all("select person from outside where ids = ?", ids) if outside else []
            if known:
                self._do("update people set token = ? where id = ?", _hash(token), known[0][0])
                return token
            if self._all("select count(*) from people")[0][0] >= most:
                raise BadInput("the study is full")
            row = "insert into people (token, began, stage) values (?, ?, 'consent')"
            person = self._do(row, _hash(token), time.time()).lastrowid
            if outside:
                self._do("insert into outside values (?, ?)", person, ids)
        return token

    def person(self, token: str) -> Person | None:
        """Return the person that a link belongs to."""
        found = self._all("select id, stage from people where token = ?", _hash(token))
        return Person(*found[0]) if found else None

    def move(self, person: int, stage: str, *, ended: bool = False) -> None:
        """Note what comes next for a person."""
        row = "update people set stage = ?, ended = ? where id = ?"
        self._do(row, stage, time.time() if ended else None, person)

    def answer(self, person: int, answers: Mapping[str, str]) -> None:
        """Store answers to questions; the first answer stays."""
        with self._lock, self._base:
            self._base.execute("begin immediate")
            for name, text in answers.items():
                row = "insert or ignore into answers values (?, ?, ?, ?)"
                self._do(row, person, name, text, time.time())

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
        row = "insert or ignore into events values (?, ?, ?, ?, ?, ?, ?, ?)"
        values = (json.dumps(done), json.dumps(plan), ms, time.time())
        return self._do(row, person, task, attempt, number, *values).rowcount == 1

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
        row = "insert or ignore into attempts values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        facts = (played.outcome, played.steps, played.digest, played.note, played.points)
        self._do(row, person, task, attempt, json.dumps(plan), *facts, *ms, time.time())

    def outcomes(self, person: int) -> dict[str, list[str]]:
        """Return the outcomes of all attempts of a person, by task."""
        row = "select task, outcome from attempts where person = ? order by attempt"
        found: dict[str, list[str]] = {}
        for task, outcome in self._all(row, person):
            found.setdefault(task, []).append(outcome)
        return found

    def since(self, person: int, task: str) -> float:
        """Return when a person first saw a task; now if it is new."""
        what = f"saw {task}"
        row = "select min(at) from marks where person = ? and what = ?"
        (first,) = self._all(row, person, what)[0]
        if first is None:
            self.mark(person, what, 0.0)
            return time.time()
        return float(first)

    def mark(self, person: int, what: str, client_ms: float) -> None:
        """Note something that happened, such as a loss of focus."""
        self._do("insert into marks values (?, ?, ?, ?)", person, what, client_ms, time.time())

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Return all rows of a table, in the order in which they were written."""
        assert table in ("people", "outside", "answers", "events", "attempts", "marks")
        with self._lock:
            found = self._base.execute(f"select * from {table} order by rowid")
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def delete(self, person: int) -> bool:
        """Delete everything that is stored about a person."""
        gone = self._do("delete from people where id = ?", person).rowcount == 1
        self._base.execute("pragma wal_checkpoint(truncate)")
        return gone

    def _do(self, text: str, *values: Any) -> sqlite3.Cursor:
        with self._lock:
            return self._base.execute(text, values)

    def _all(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._base.execute(text, values).fetchall()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
