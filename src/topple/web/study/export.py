"""A study as files: run folders with a fold per person, tables, and a Psych-DS dataset.

An export is written anew as a whole, and takes the place of the one before when it is complete: it
holds who is in the database now, and nobody else. A person has the same number, and the same fold,
in every export.
"""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from topple.errors import BadInput, UnknownName
from topple.runs.folder import RunFolder
from topple.runs.plan import Who, written
from topple.runs.provenance import made_by
from topple.runs.recorder import Recorder
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.web.study.plan import ENDS, TASK, Part, Study
from topple.web.study.store import Store
from topple.web.study.tables import KEYS, TABLES

# These files stand beside the dataset and are no part of it.
_APART = ("runs/", "outside_ids.csv")

_DESCRIPTION = "dataset_description.json"
_WRITTEN = ("data", "runs", "README.md", "outside_ids.csv", ".psychds-ignore", _DESCRIPTION)


def export(study: Study, store: Store, out: Path, *, with_ids: bool = False) -> list[Path]:
    """Write everything below a folder, in place of an earlier export; return what was written."""
    if out.exists() and any(out.iterdir()) and not (out / _DESCRIPTION).exists():
        raise BadInput(f"{out} holds something else than an export", "give another --out")
    out.mkdir(parents=True, exist_ok=True)
    # Beside the old one, so that moving it takes no time in which something could go wrong.
    with tempfile.TemporaryDirectory(dir=out, prefix=".new") as part:
        made = _write_all(study, store, Path(part), with_ids=with_ids)
        for name in _WRITTEN:
            old = out / name
            shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
            if (new := Path(part) / name).exists():
                new.replace(old)
        return [out / path.relative_to(part) for path in made]


def _write_all(study: Study, store: Store, out: Path, *, with_ids: bool) -> list[Path]:
    (out / "data").mkdir()
    made = [_table(study, store, name, out / "data") for name in TABLES]
    made.append(_description(study, out / _DESCRIPTION))
    made.append(_readme(study, out / "README.md"))
    (out / ".psychds-ignore").write_text("".join(f"{name}\n" for name in _APART))
    if with_ids:
        made.append(_ids(store, out / "outside_ids.csv"))
    return [*made, *(_run(study, store, part, out) for part in _played(study, store))]


def find_person(store: Store, name: str) -> int:
    """Find a person by number, or by the id that a recruiting site gave; refuse to guess."""
    found = {row["id"] for row in store.rows("people") if name == str(row["id"])}
    found |= {row["person"] for row in store.rows("outside") if name == row["pid"]}
    if len(found) > 1:
        raise BadInput(f"`{name}` is the number of one person and the id of another")
    if not found:
        hint = "people are known by their number, or the id of a recruiting site"
        raise UnknownName("person", name, (), hint=hint)
    return int(found.pop())


def describe_person(store: Store, person: int) -> str:
    """Describe a person, as far as the database knows them."""
    (row,) = (row for row in store.rows("people") if row["id"] == person)
    ids = [row["pid"] for row in store.rows("outside") if row["person"] == person]
    began = datetime.fromtimestamp(row["began"]).strftime("%Y-%m-%d %H:%M")
    known = f", id {ids[0]}" if ids else ""
    count = len(store.attempts_of(person))
    return f"person {person}{known}: began {began}, {row['stage']}, {count} attempts"


def _table(study: Study, store: Store, name: str, folder: Path) -> Path:
    path = folder / f"study-{_label(study.name)}_description-{name}_data.csv"
    first = _first_gestures(store)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(TABLES[name]), extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        for row in store.rows(name):
            table.writerow({**row, **_unfold(name, row, first)})
    return path


def _first_gestures(store: Store) -> dict[str, float]:
    """Return when the first gesture of each attempt was stored."""
    return {row["trial"]: row["at"] for row in store.rows("events") if row["number"] == 1}


def _unfold(table: str, row: Mapping[str, Any], first: Mapping[str, float]) -> dict[str, Any]:
    """Return the columns of a row that the database keeps otherwise."""
    if table == "attempts":
        return {"plan": _space(json.loads(row["plan"])), **_durations(row, first)}
    if table == "events":
        done = json.loads(row["done"])
        return {"gesture": done["name"], "values": _space(done["numbers"]), "moment": done["at"]}
    if table == "answers":
        return {"answer": _inert(row["answer"])}
    if table == "people":
        return {"person": row["id"], "row": row["row_number"], "done": row["ended"]}
    return {}


def _inert(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; numbers stay."""
    if not text.startswith(("=", "+", "-", "@", "\t", "\r")):
        return text
    try:
        float(text)
    except ValueError:
        return f"'{text}"
    return text


def _durations(row: Mapping[str, Any], first: Mapping[str, float]) -> dict[str, float | None]:
    """Return how long a person thought, and how long an attempt took; None where nobody knows."""
    return {
        "think_ms": _between(row["begun"], first.get(row["trial"])),
        "wall_ms": _between(row["begun"], row["ended"]),
    }


def _between(start: float, end: float | None) -> float | None:
    # The server's clock may have been set back meanwhile.
    return None if end is None or end < start else round(1000 * (end - start), 1)


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


def _ids(store: Store, path: Path) -> Path:
    """Write the ids of recruiting sites, which are kept apart from all else."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["person", "ids"])
        table.writerows([row["person"], row["ids"]] for row in store.rows("outside"))
    path.chmod(0o600)
    return path


def _played(study: Study, store: Store) -> list[Part]:
    """Return the parts of a study, one per world, that someone has played."""
    played = {row["task"] for row in store.rows("attempts") if _is_scored(row)}
    return [part for part in study.parts() if played & set(part.tasks)]


def _run(study: Study, store: Store, part: Part, out: Path) -> Path:
    """Write the attempts of all people in one world as a run: a fold per person."""
    tasks = set(part.tasks)
    rows = [row for row in store.rows("attempts") if _is_scored(row) and row["task"] in tasks]
    first = _first_gestures(store)
    who = Who("people", settings={"study": study.name, "study_version": study.version})
    folds = {row["id"]: row["row_number"] for row in store.rows("people")}
    counts = {fold: len(tasks) for fold in sorted({folds[row["person"]] for row in rows})}
    settings = {
        **written(part.protocol, who, counts, limit=part.limit),
        "made_by": made_by("topple study export"),
    }
    folder = out / "runs" / part.world
    with RunFolder(folder, settings) as run:
        recorder = Recorder(run, part.protocol)
        for row in sorted(rows, key=lambda row: (folds[row["person"]], row["begun"])):
            recorder.add(_attempt(folds[row["person"]], row, first))
        if all(each["stage"] in ENDS for each in store.rows("people")):
            recorder.finish(sum(counts.values()))
    return folder


def _attempt(fold: int, row: Mapping[str, Any], first: Mapping[str, float]) -> Attempt:
    plan: Sequence[float] = json.loads(row["plan"])
    durations = _durations(row, first)
    return Attempt(
        fold=fold,
        task=row["task"],
        number=row["attempt"],
        action=tuple(plan) or None,
        outcome=Outcome(row["outcome"]),
        steps=row["steps"],
        digest=row["digest"],
        note=row["note"],
        wall_ms=durations["wall_ms"] or 0.0,
        think_ms=durations["think_ms"],
        points=row["points"],
    )


def _is_scored(row: Mapping[str, Any]) -> bool:
    return row["role"] == TASK and row["ended"] is not None


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
