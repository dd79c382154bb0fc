"""The tables of a study, as steps from one version of the schema to the next.

A step is never changed once it was released: a database of an older version takes those it lacks.
"""

from __future__ import annotations

_FIRST = (
    "create table about (schema integer not null, study text not null)",
    """create table people (id integer primary key, token text unique not null,
      began double precision not null, stage text not null, ended double precision)""",
    """create table outside (person integer primary key references people on delete cascade,
      ids text not null)""",
    """create table answers (person integer not null references people on delete cascade,
      name text not null, answer text not null, at double precision not null,
      primary key (person, name))""",
    """create table events (person integer not null references people on delete cascade,
      task text not null, attempt integer not null, number integer not null, done text not null,
      plan text not null, client_ms double precision, at double precision not null,
      primary key (person, task, attempt, number))""",
    """create table attempts (person integer not null references people on delete cascade,
      task text not null, attempt integer not null, plan text not null, outcome text not null,
      steps integer not null, digest text not null, note text not null,
      points double precision not null, think_ms double precision, wall_ms double precision,
      at double precision not null, primary key (person, task, attempt))""",
    """create table marks (person integer not null references people on delete cascade,
      what text not null, client_ms double precision, at double precision not null)""",
)
# `about.people` counts everyone who ever came, so that the number of a deleted person stays unused.
# `seen` is the moment of a film until which a person has seen it.
_SECOND = (
    "alter table about add column people integer not null default 0",
    "update about set people = (select coalesce(max(id), 0) from people)",
    """create table seen (person integer not null references people on delete cascade,
      task text not null, attempt integer not null, moment double precision not null,
      primary key (person, task, attempt))""",
    "create index marks_of on marks (person, what)",
    "create index outside_ids on outside (ids)",
)
STEPS = (_FIRST, _SECOND)
SCHEMA = len(STEPS)

# The order in which rows are read: as they were written.
ORDERS = {
    "people": "id",
    "outside": "person",
    "answers": "at, person, name",
    "events": "at, person, task, attempt, number",
    "attempts": "at, person, task, attempt",
    "marks": "at, person, what",
}
