"""A study as files: a run folder with a fold per person, tables, and a Psych-DS dataset."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from topple.errors import UnknownName
from topple.runs.folder import RunFolder
from topple.runs.plan import Who, written
from topple.runs.provenance import made_by
from topple.runs.recorder import Recorder
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.web.study.plan import ENDS, TASK, Study
from topple.web.study.store import Store

# The columns of the tables, and what they mean: the data dictionary.
ATTEMPTS = {
    "person": "pseudonym of the person",
    "task": "id of the task",
    "role": "what the task was for: practice, comprehension, attention or task",
    "attempt": "number of the attempt at the task, from 1",
    "outcome": "what came of it: solved, missed or another outcome of Topple",
    "plan": "the action: numbers with a space between them",
    "steps": "steps of the simulation",
    "digest": "hash of the final state",
    "think_ms": "milliseconds from the picture to the first gesture, by the browser's clock",
    "wall_ms": "milliseconds of the whole attempt, by the browser's clock",
    "at": "when it was stored, seconds since 1970, by the server's clock",
}
EVENTS = {
    "person": "pseudonym of the person",
    "task": "id of the task",
    "attempt": "number of the attempt at the task, from 1",
    "number": "number of the gesture, from 1",
    "gesture": "name of the gesture",
    "values": "numbers of the gesture, with a space between them",
    "moment": "moment of the film, in seconds",
    "client_ms": "milliseconds since the page was opened, by the browser's clock",
    "at": "when it was stored, seconds since 1970, by the server's clock",
}
ANSWERS = {
    "person": "pseudonym of the person",
    "name": "name of the question",
    "answer": "the answer; for `consent`, the version of the text that was agreed to",
    "at": "when it was stored, seconds since 1970, by the server's clock",
}
PEOPLE = {
    "person": "pseudonym of the person",
    "stage": "what comes next for the person, or how it ended",
    "began": "when the person came, seconds since 1970",
    "ended": "when the person was done, seconds since 1970",
}
MARKS = {
    "person": "pseudonym of the person",
    "what": "what happened: focus, blur, hidden, visible, resize, or a task that was first seen",
    "client_ms": "milliseconds since the page was opened, by the browser's clock",
    "at": "when it was stored, seconds since 1970, by the server's clock",
}
TABLES = {
    "attempts": ATTEMPTS,
    "events": EVENTS,
    "answers": ANSWERS,
    "people": PEOPLE,
    "marks": MARKS,
}

# These files stand beside the dataset and are no part of it.
_APART = ("run/", "outside_ids.csv")

# The columns that together name a row.
KEYS = {
    "attempts": ("person", "task", "attempt"),
    "events": ("person", "task", "attempt", "number"),
    "answers": ("person", "name"),
    "people": ("person",),
    "marks": ("person", "what", "at"),
}


def export(study: Study, store: Store, out: Path, *, with_ids: bool = False) -> list[Path]:
    """Write everything below a folder; return what was written."""
    out.mkdir(parents=True, exist_ok=True)
    data = out / "data"
    data.mkdir(exist_ok=True)
    made = [_table(study, store, name, data) for name in TABLES]
    made.append(_description(study, out / "dataset_description.json"))
    made.append(_readme(study, out / "README.md"))
    (out / ".psychds-ignore").write_text("".join(f"{name}\n" for name in _APART))
    if with_ids:
        made.append(_ids(study, store, out / "outside_ids.csv"))
    if any(_is_scored(study, row) for row in store.rows("attempts")):
        made.append(_run(study, store, out / "run"))
    return made


def find_person(study: Study, store: Store, name: str) -> int:
    """Find a person by number, by pseudonym, or by an id that a recruiting site gave."""
    for row in store.rows("people"):
        if name in (str(row["id"]), pseudonym(study, row["id"])):
            return int(row["id"])
    for row in store.rows("outside"):
        if name in json.loads(row["ids"]).values():
            return int(row["person"])
    raise UnknownName("person", name, (), hint="`topple study export` lists pseudonyms")


def pseudonym(study: Study, person: int) -> str:
    """Return the name of a person in exported files."""
    return hashlib.sha256(f"{study.name} {person}".encode()).hexdigest()[:10]


def _table(study: Study, store: Store, name: str, folder: Path) -> Path:
    path = folder / f"study-{_label(study.name)}_description-{name}_data.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(TABLES[name]), extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        for row in store.rows(name):
            person = pseudonym(study, row["id"] if name == "people" else row["person"])
            table.writerow({**row, "person": person, **_unfold(study, name, row)})
    return path


def _unfold(study: Study, table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a row that the database keeps as JSON, or not at all."""
    if table == "attempts":
        return {"role": study.role_of(row["task"]), "plan": _space(json.loads(row["plan"]))}
    if table == "events":
        done = json.loads(row["done"])
        return {
            "gesture": done["name"],
            "values": _space(done["numbers"]),
            "moment": done["at"],
        }
    return {}


def _space(numbers: Sequence[float]) -> str:
    return " ".join(map(str, numbers))


def _label(name: str) -> str:
    """Return a name as Psych-DS wants it in the names of files: letters and digits."""
    return name.replace("-", "").replace("_", "")


def _description(study: Study, path: Path) -> Path:
    """Write the description that Psych-DS wants, with a data dictionary."""
    known: dict[str, str] = {}
    for columns in TABLES.values():
        known |= columns
    _write(
        path,
        {
            "@context": "http://schema.org/",
            "@type": "Dataset",
            "name": study.name,
            "description": study.title,
            "version": str(study.version),
            "variableMeasured": [
                {"@type": "PropertyValue", "name": name, "description": words}
                for name, words in known.items()
            ],
        },
    )
    return path


def _readme(study: Study, path: Path) -> Path:
    """Describe what the files are, and which columns name a row."""
    lines = [f"# {study.title}", "", f"Study `{study.name}`, version {study.version}.", ""]
    lines += [f"- `{name}`: {', '.join(KEYS[name])} name a row." for name in TABLES]
    lines += ["", "`dataset_description.json` describes every column (Psych-DS).", ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _ids(study: Study, store: Store, path: Path) -> Path:
    """Write the ids of recruiting sites, which are kept apart from all else."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["person", "ids"])
        table.writerows(
            [pseudonym(study, row["person"]), row["ids"]] for row in store.rows("outside")
        )
    path.chmod(0o600)
    return path


def _run(study: Study, store: Store, folder: Path) -> Path:
    """Write the attempts of all people as one run: a fold per person."""
    rows = [row for row in store.rows("attempts") if _is_scored(study, row)]
    people = sorted({row["person"] for row in rows})
    protocol = replace(study.protocol, attempts=study.attempts)
    who = Who("people", settings={"study": study.name, "study_version": study.version})
    tasks = {fold: len(study.tasks) for fold in range(len(people))}
    settings = {**written(protocol, who, tasks), "made_by": made_by("topple study export")}
    with RunFolder(folder, settings) as run:
        known = {(each.fold, each.task, each.number) for each in run.attempts()}
        recorder = Recorder(run, protocol)
        for row in sorted(rows, key=lambda row: (row["person"], row["at"])):
            attempt = _attempt(people.index(row["person"]), row)
            if (attempt.fold, attempt.task, attempt.number) not in known:
                recorder.add(attempt)
        if all(each["stage"] in ENDS for each in store.rows("people")):
            recorder.finish(sum(tasks.values()))
    return folder


def _attempt(fold: int, row: Mapping[str, Any]) -> Attempt:
    plan: Sequence[float] = json.loads(row["plan"])
    return Attempt(
        fold=fold,
        task=row["task"],
        number=row["attempt"],
        action=tuple(plan) or None,
        outcome=Outcome(row["outcome"]),
        steps=row["steps"],
        digest=row["digest"],
        note=row["note"],
        wall_ms=row["wall_ms"] or 0.0,
        think_ms=row["think_ms"],
        points=row["points"],
    )


def _is_scored(study: Study, row: Mapping[str, Any]) -> bool:
    return study.role_of(row["task"]) == TASK


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
