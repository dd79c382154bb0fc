"""The file of a study: read it, and say everything in it that does not fit, at once."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from topple.errors import BadInput, ToppleError, UnknownName
from topple.protocols import protocol as find_protocol
from topple.tasks.protocol import Protocol
from topple.web import films
from topple.web.study.plan import CHECKS, CODES, ORDERS, Block, Check, Study
from topple.web.study.question import KINDS, WHEN, Question
from topple.web.study.spoken import spoken
from topple.web.study.words import PHRASES
from topple.worlds.select import find_world, select

_TEXTS = ("welcome", "consent", "instructions", "thanks")
_MOST_ATTEMPTS, _MOST_PEOPLE = 1000, 100_000
_WORDS: dict[type, str] = {
    str: 'text in quotes, such as "a"',
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list in [ ]",
    dict: "a table",
}
# Settings that are stored as they are, by the kind of their value.
_PLAIN: dict[str, type] = {
    **dict.fromkeys(("name", "title", "block_order", "retain_until", "contact"), str),
    **dict.fromkeys(("consent", "back", "language"), str),
    **dict.fromkeys(("version", "attempts", "people"), int),
    **{"feedback": bool, "seconds": float, "session_seconds": float},
    **dict.fromkeys(("texts", "codes", "words"), dict),
}
_STUDY: dict[str, type] = {
    **_PLAIN,
    **{"protocol": str, "limit": int, "order": str, "tasks": list, "practice": list},
    **dict.fromkeys(("questions", "blocks", "checks"), list),
}
_BLOCK: dict[str, type] = {
    **dict.fromkeys(("name", "protocol", "order", "text"), str),
    **{"tasks": list, "practice": list, "limit": int},
}
_CHECK: dict[str, type] = {"task": str, "kind": str, "attempts": int}
_QUESTION: dict[str, type] = {
    **dict.fromkeys(("name", "text", "kind", "when", "answer"), str),
    **dict.fromkeys(("options", "screens_out", "ends"), list),
    **{"required": bool, "whole": bool, "least": float, "most": float},
}


@dataclass(slots=True)
class _Faults:
    """Everything that does not fit, so that a person mends it in one go."""

    found: list[ToppleError] = field(default_factory=list)

    def add(self, message: str, hint: str = "") -> None:
        self.found.append(BadInput(message, hint))

    @contextmanager
    def noting(self, where: str = "") -> Iterator[None]:
        """Note a mistake, with where it is, and go on."""
        try:
            yield
        except ToppleError as error:
            self.found.append(BadInput(f"{where}: {error}", error.hint) if where else error)

    def known(self, kind: str, names: Sequence[str], known: Sequence[str]) -> None:
        for name in names:
            if name not in known:
                hint = f"known: {', '.join(known)}" if len(known) < 10 else ""
                self.found.append(UnknownName(kind, name, known, hint=hint))

    def typed(self, kind: str, given: object, kinds: Mapping[str, type]) -> dict[str, Any]:
        """Return the settings that are known, each with a value of its kind."""
        if not isinstance(given, Mapping):
            self.add(f"a {kind} is a table, not {given!r:.40}")
            return {}
        self.known(f"setting of a {kind}", list(given), sorted(kinds))
        found = {}
        for name, value in given.items():
            wanted = kinds.get(name, object)
            fits = isinstance(value, (int, float) if wanted is float else wanted)
            if wanted in (int, float) and isinstance(value, bool):
                fits = False
            if wanted is not object and not fits:
                self.add(f"`{name}` is {_WORDS[wanted]}, not {value!r:.40}")
            elif wanted is not object:
                found[name] = value
        return found

    def end(self) -> None:
        """Raise what was found, if anything was."""
        if len(self.found) == 1:
            raise self.found[0]
        if self.found:
            lines = (f"{each} ({each.hint})" if each.hint else str(each) for each in self.found)
            told = "\n".join(f"  - {line}" for line in lines)
            raise BadInput(f"{len(self.found)} things in the study do not fit:\n{told}")


def read_study(path: Path) -> Study:
    """Read the file of a study; raise `BadInput` if something in it does not fit."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error
    return study_of(found)


def study_of(found: Mapping[str, Any]) -> Study:
    """Return plain data as a study."""
    faults = _Faults()
    if isinstance(found.get("retain_until"), date):
        found = {**found, "retain_until": str(found["retain_until"])}
    given = faults.typed("study", found, _STUDY)
    if "name" not in given:
        faults.add("the study has no `name`")
    blocks = _blocks(given, faults)
    checks, questions = tuple(_checks(given, faults)), tuple(_questions(given, faults))
    practice = _select(given.get("practice", ()), faults)
    plain = {name: value for name, value in given.items() if name in _PLAIN}
    for name in ("texts", "codes", "words"):
        known = dict.fromkeys(_names(name, plain), str)
        plain[name] = faults.typed(f"table `{name}`", plain.get(name, {}), known)
    study = Study(
        **{
            "name": "?",
            "version": 1,
            "title": given.get("name", "?"),
            "attempts": blocks[0].protocol.attempts if blocks else 1,
            **plain,
        },
        blocks=tuple(blocks),
        practice=practice,
        checks=checks,
        questions=questions,
    )
    _check(study, faults)
    faults.end()
    return study


def _names(table: str, plain: Mapping[str, Any]) -> Sequence[str]:
    """Return the names that a table may hold; words are checked when the tasks are known."""
    return {"texts": _TEXTS, "codes": CODES, "words": list(plain.get("words", ()))}[table]


def _blocks(study: Mapping[str, Any], faults: _Faults) -> list[Block]:
    """Return the blocks; what one does not say is as the study says."""
    blocks = []
    for number, each in enumerate(study.get("blocks", ({},)), 1):
        given = faults.typed("block", each, _BLOCK)
        where = f"block {given.get('name', number)}" if "blocks" in study else ""
        with faults.noting(where):
            blocks.append(_block(given, study, faults))
    return blocks


def _block(found: Mapping[str, Any], study: Mapping[str, Any], faults: _Faults) -> Block:
    tasks = _tasks({**study, **found} if "tasks" not in found else found, faults)
    return Block(
        tasks=tasks,
        protocol=_protocol({**study, **found}, tasks),
        name=found.get("name", ""),
        order=found.get("order", study.get("order", "shuffled")),
        text=found.get("text", ""),
        practice=_select(found.get("practice", ()), faults),
    )


def _tasks(found: Mapping[str, Any], faults: _Faults) -> tuple[str, ...]:
    """Return the tasks: those listed, or test tasks of the protocol."""
    if found.get("tasks"):
        return _select(found["tasks"], faults)
    if "protocol" not in found:
        raise BadInput("there are no tasks", "give `tasks`, `blocks` or a `protocol`")
    protocol = find_protocol(found["protocol"])
    return protocol.tasks(protocol.folds[0], "test", found.get("limit"))


def _select(names: Sequence[object], faults: _Faults) -> tuple[str, ...]:
    """Return the certified tasks that names select, of any world."""
    found: list[str] = []
    for name in map(str, names):
        with faults.noting():
            found += (str(films.find(str(task))) for task in select(find_world(name), name))
    return tuple(found)


def _protocol(found: Mapping[str, Any], tasks: Sequence[str]) -> Protocol:
    """Return the protocol of a block: the one that is named, or that of free play in its world."""
    worlds = sorted({task.partition("/")[0] for task in tasks})
    if len(worlds) > 1:
        raise BadInput(
            f"the tasks are of {len(worlds)} worlds: {', '.join(worlds)}",
            "give a [[blocks]] for each world",
        )
    if not worlds:
        raise BadInput("none of its tasks can be played")
    named = find_protocol(found["protocol"]) if "protocol" in found else None
    if named is None or named.world != worlds[0]:
        return find_protocol(f"play-{worlds[0]}")
    return named


def _checks(study: Mapping[str, Any], faults: _Faults) -> Iterator[Check]:
    for number, each in enumerate(study.get("checks", ()), 1):
        with faults.noting(f"check {number}"):
            given = faults.typed("check", each, _CHECK)
            if "task" not in given:
                raise BadInput("it has no `task`")
            yield Check(**{**given, "task": str(films.find(given["task"]))})


def _questions(study: Mapping[str, Any], faults: _Faults) -> Iterator[Question]:
    for number, each in enumerate(study.get("questions", ()), 1):
        given = faults.typed("question", each, _QUESTION)
        where = f"question {given.get('name', number)}"
        missing = [name for name in ("name", "text") if name not in given]
        if missing:
            faults.add(f"{where}: it has no `{missing[0]}`")
            continue
        for name in ("options", "screens_out", "ends"):
            given[name] = tuple(map(str, given.get(name, ())))
        question = Question(**given)
        faults.known("kind of question", [question.kind], KINDS)
        faults.known("moment of a question", [question.when], WHEN)
        for complaint in question.complaints():
            faults.add(f"{where}: {complaint}")
        yield question


def _check(study: Study, faults: _Faults) -> None:
    if not study.name.replace("-", "").replace("_", "").isalnum() or not study.name.isascii():
        faults.add(f"`{study.name[:40]}` is no name of a study", "use letters, digits, - and _")
    faults.known("order", [study.block_order, *(each.order for each in study.blocks)], ORDERS)
    faults.known("kind of check", [each.kind for each in study.checks], CHECKS)
    if "consent" not in study.texts:
        faults.add("the study has no text `consent`", "people must know what they agree to")
    counts = [study.attempts, *(each.attempts for each in study.checks)]
    if not (min(counts) >= 1 and max(counts) <= _MOST_ATTEMPTS):
        faults.add(f"`attempts` are 1 to {_MOST_ATTEMPTS}")
    if not 1 <= study.people <= _MOST_PEOPLE:
        faults.add(f"`people` are 1 to {_MOST_PEOPLE}")
    if study.seconds < 0 or study.session_seconds < 0:
        faults.add("a time limit is at least 0 seconds", "0 is no limit")
    if study.back and not study.back.startswith("https://"):
        faults.add("`back` is not an https address")
    with faults.noting():
        _check_date(study.retain_until)
    _check_once(study, faults)
    unknown = [phrase for phrase in study.words if phrase not in PHRASES]
    if unknown:
        faults.known("phrase of a page", unknown, [*PHRASES, *spoken(study)])


def _check_once(study: Study, faults: _Faults) -> None:
    """Every task has one role and one place: its attempts are counted by its name."""
    all_of = [*study.rehearsed, *(check.task for check in study.checks), *study.tasks]
    for task, count in Counter(all_of).items():
        if count > 1:
            faults.add(f"`{task}` is in the study {count} times", "give every task once")
    for name, count in Counter(each.name for each in study.questions).items():
        if count > 1:
            faults.add(f"{count} questions are named `{name}`", "give each a name of its own")


def _check_date(text: str) -> None:
    try:
        if text:
            date.fromisoformat(text)
    except ValueError as error:
        raise BadInput(f"`retain_until` is no date: {text}", "write 2030-12-31") from error
