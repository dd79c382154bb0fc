"""The file of a study: read it, and say what in it does not fit."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from topple.errors import BadInput, UnknownName
from topple.protocols import protocol as find_protocol
from topple.tasks.protocol import Protocol
from topple.web import films
from topple.web.study.plan import CHECKS, CODES, KINDS, ORDERS, Block, Check, Question, Study
from topple.worlds.select import find_world, select

_TEXTS = ("welcome", "consent", "instructions", "thanks")
_BLOCK = ("name", "tasks", "protocol", "limit", "order", "text", "practice")
_KEYS = {
    *("name", "version", "title", "protocol", "tasks", "limit", "practice", "order", "attempts"),
    *("feedback", "seconds", "session_seconds", "people", "retain_until", "contact", "texts"),
    *("consent", "questions", "codes", "back", "blocks", "block_order", "checks"),
}


def read_study(path: Path) -> Study:
    """Read the file of a study; raise `BadInput` if something in it does not fit."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error
    return study_of(found)


def study_of(found: Mapping[str, Any]) -> Study:
    """Return plain data as a study."""
    _check_known("setting of a study", list(found), sorted(_KEYS))
    try:
        blocks = tuple(_block(each, found) for each in found.get("blocks", ({},)))
        study = Study(
            name=_name(found["name"]),
            version=int(found.get("version", 1)),
            title=str(found.get("title", found["name"])),
            blocks=blocks,
            block_order=str(found.get("block_order", "fixed")),
            checks=tuple(_checked(each) for each in found.get("checks", ())),
            practice=_select(found.get("practice", ())),
            attempts=int(found.get("attempts", blocks[0].protocol.attempts)),
            feedback=bool(found.get("feedback", True)),
            seconds=float(found.get("seconds", 0)),
            session_seconds=float(found.get("session_seconds", 0)),
            people=int(found.get("people", 1000)),
            retain_until=str(found.get("retain_until", "")),
            contact=str(found.get("contact", "")),
            consent=str(found.get("consent", "1")),
            texts={str(k): str(v) for k, v in dict(found.get("texts", {})).items()},
            questions=tuple(_question(each) for each in found.get("questions", ())),
            codes={str(k): str(v) for k, v in dict(found.get("codes", {})).items()},
            back=str(found.get("back", "")),
        )
    except KeyError as error:
        raise BadInput(f"the study has no {error}") from error
    except (TypeError, ValueError) as error:
        raise BadInput(f"a setting of the study does not fit: {error}") from error
    _check(study)
    return study


def _block(found: Mapping[str, Any], study: Mapping[str, Any]) -> Block:
    """Return a block; what it does not say is as the study says."""
    _check_known("setting of a block", list(found), _BLOCK)
    name = str(found.get("name", ""))
    tasks = _tasks({**study, **found} if "tasks" not in found else found)
    return Block(
        tasks=tasks,
        protocol=_protocol({**study, **found}, tasks, name),
        name=name,
        order=str(found.get("order", study.get("order", "shuffled"))),
        text=str(found.get("text", "")),
        practice=_select(found.get("practice", ())),
    )


def _tasks(found: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the tasks: those listed, or test tasks of the protocol."""
    if "tasks" in found:
        return _select(found["tasks"])
    protocol = find_protocol(str(found["protocol"]))
    limit = int(found["limit"]) if "limit" in found else None
    return protocol.tasks(protocol.folds[0], "test", limit)


def _select(names: Sequence[object]) -> tuple[str, ...]:
    """Return the certified tasks that names select, of any world."""
    found = (task for name in map(str, names) for task in select(find_world(name), name))
    return tuple(str(films.find(str(task))) for task in found)


def _protocol(found: Mapping[str, Any], tasks: Sequence[str], block: str) -> Protocol:
    """Return the protocol of a block: the one that is named, or that of free play in its world."""
    worlds = sorted({task.partition("/")[0] for task in tasks})
    if len(worlds) != 1:
        where = f"block `{block}`" if block else "the study"
        raise BadInput(
            f"the tasks of {where} are of {len(worlds)} worlds: {', '.join(worlds) or 'none'}",
            "give a [[blocks]] for each world",
        )
    named = find_protocol(str(found["protocol"])) if "protocol" in found else None
    if named is None or named.world != worlds[0]:
        return find_protocol(f"play-{worlds[0]}")
    return named


def _checked(found: Mapping[str, Any]) -> Check:
    given = dict(found)
    given["task"] = str(films.find(str(given["task"])))
    return Check(**given)


def _question(found: Mapping[str, Any]) -> Question:
    given = dict(found)
    for name in ("options", "screens_out"):
        given[name] = tuple(map(str, given.get(name, ())))
    return Question(**given)


def _name(text: object) -> str:
    name = str(text)
    if not name.replace("-", "").replace("_", "").isalnum() or not name.isascii():
        raise BadInput(f"`{name[:40]}` is no name of a study", "use letters, digits, - and _")
    return name


def _check(study: Study) -> None:
    _check_known("order", [study.block_order, *(block.order for block in study.blocks)], ORDERS)
    _check_known("kind of check", [each.kind for each in study.checks], CHECKS)
    _check_known("text", study.texts, _TEXTS)
    _check_known("code", study.codes, CODES)
    _check_known("kind of question", [each.kind for each in study.questions], KINDS)
    _check_known(
        "moment of a question", [each.when for each in study.questions], ("before", "after")
    )
    if "consent" not in study.texts:
        raise BadInput("the study has no text `consent`", "people must know what they agree to")
    if not all(block.tasks for block in study.blocks):
        raise BadInput("the study has no tasks", "give `tasks`, `blocks` or a `protocol`")
    counts = [study.attempts, *(each.attempts for each in study.checks)]
    if not (min(counts) >= 1 and max(counts) <= 1000 and 1 <= study.people <= 100_000):
        raise BadInput("attempts are 1 to 1000, people 1 to 100000")
    if study.seconds < 0 or study.session_seconds < 0:
        raise BadInput("a time limit is at least 0 seconds")
    _check_tasks(study)
    _check_date(study.retain_until)
    for each in study.questions:
        if each.kind == "choice" and not each.options:
            raise BadInput(f"question `{each.name}` has no options")
        if each.name in ("stage", "consent"):
            raise BadInput(f"no question can be named `{each.name}`", "give another name")
    if study.back and not study.back.startswith("https://"):
        raise BadInput("`back` is not an https address")


def _check_tasks(study: Study) -> None:
    """Every task has one role and one place: its attempts are counted by its name."""
    all_of = [*study.rehearsed, *(check.task for check in study.checks), *study.tasks]
    task, count = Counter(all_of).most_common(1)[0]
    if count > 1:
        raise BadInput(f"`{task}` is in the study {count} times", "give every task once")


def _check_date(text: str) -> None:
    try:
        if text:
            date.fromisoformat(text)
    except ValueError as error:
        raise BadInput(f"`retain_until` is no date: {text}", "write 2030-12-31") from error


def _check_known(kind: str, names: Sequence[str] | Mapping[str, str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise UnknownName(kind, name, known)
