"""The tables of a study.

A person is a number drawn at random, which is also their name in exported files: nothing can be
turned back into the order in which people came. All else of a person goes when the person does.
"""

from __future__ import annotations

SCHEMA = 4

# `row` is the order of tasks of a person: those who begin the tasks are counted from 0, and
# `about.begun` counts them, so that the row of a deleted person stays unused.
# An attempt is there from the moment at which its page was seen, without `ended` until it is over.
# Answers that were given after a task have its id, others have none.
# `seen` is the moment of its film until which a person has seen it.
TABLES = (
    """create table about (schema integer not null, study text not null, secret text not null,
      begun integer not null)""",
    """create table people (id integer primary key, began double precision not null,
      stage text not null, ended double precision, row_number integer unique)""",
    """create table links (token text primary key,
      person integer not null references people on delete cascade)""",
    """create table outside (person integer primary key references people on delete cascade,
      pid text unique not null, ids text not null)""",
    """create table answers (person integer not null references people on delete cascade,
      task text not null, name text not null, answer text not null, at double precision not null,
      primary key (person, task, name))""",
    """create table attempts (trial text primary key,
      person integer not null references people on delete cascade,
      task text not null, attempt integer not null, role text not null,
      begun double precision not null, ended double precision,
      seen double precision not null, plan text not null, outcome text, steps integer, digest text,
      note text, points double precision, unique (person, task, attempt))""",
    """create table events (trial text not null references attempts on delete cascade,
      number integer not null, done text not null, plan text not null, client_ms double precision,
      at double precision not null, primary key (trial, number))""",
    """create table marks (person integer not null references people on delete cascade,
      trial text, what text not null, client_ms double precision, at double precision not null)""",
)

# How the rows of a table are read: in the order in which they were written.
ROWS = {
    "people": "select * from people order by began, id",
    "links": "select * from links order by person, token",
    "outside": "select * from outside order by person",
    "answers": "select * from answers order by at, person, task, name",
    "attempts": "select * from attempts order by begun, person, task, attempt",
    "events": """select a.person, a.task, a.attempt, e.* from events e
      join attempts a on a.trial = e.trial order by e.at, a.person, a.task, a.attempt, e.number""",
    "marks": """select m.person, a.task, a.attempt, m.what, m.client_ms, m.at from marks m
      left join attempts a on a.trial = m.trial order by m.at, m.person, m.what""",
}
