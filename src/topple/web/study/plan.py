"""The file of a study: which tasks, in which order, with which texts and questions."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from topple.errors import BadInput, UnknownName
from topple.protocols import protocol as find_protocol
from topple.tasks.protocol import Protocol
from topple.web import films
from topple.worlds.select import find_world, select

ORDERS = ("fixed", "shuffled", "latin")
KINDS = ("text", "number", "choice")
ENDS = ("completed", "no_consent", "screened_out", "failed_check")
_TEXTS = ("welcome", "consent", "instructions", "thanks")
_KEYS = {
    *("name", "version", "title", "protocol", "tasks", "limit", "practice", "order", "attempts"),
    *("feedback", "seconds", "people", "retain_until", "contact", "texts", "consent", "questions"),
    *("codes", "back"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question before or after the tasks.

    `answer` is what passes a check; whoever gives one of `screens_out` does not take part.
    """

    name: str
    text: str
    kind: str = "text"
    when: str = "before"
    options: tuple[str, ...] = ()
    required: bool = True
    answer: str = ""
    screens_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """A study as its file describes it; `protocol` decides what counts as an attempt."""

    name: str
    version: int
    title: str
    protocol: Protocol
    tasks: tuple[str, ...]
    practice: tuple[str, ...] = ()
    order: str = "shuffled"
    attempts: int = 1
    feedback: bool = True
    seconds: float = 0.0  # per task; 0 for no limit
    people: int = 1000  # how many may take part
    retain_until: str = ""
    contact: str = ""
    consent: str = "1"  # the version of the text
    texts: Mapping[str, str] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    codes: Mapping[str, str] = field(default_factory=dict)
    back: str = ""  # address to return to; {code} stands for the code

    def tasks_of(self, person: int) -> list[str]:
        """Return the tasks of a person in order: practice first."""
        tasks = list(self.tasks)
        if self.order == "shuffled":
            random.Random(f"{self.name} {self.version} {person}").shuffle(tasks)
        elif self.order == "latin":
            shift = person % len(tasks)
            tasks = tasks[shift:] + tasks[:shift]
        return [*self.practice, *tasks]

    def asked(self, when: str) -> list[Question]:
        """Return the questions before or after the tasks."""
        return [question for question in self.questions if question.when == when]

    def way_back(self, end: str) -> tuple[str, str]:
        """Return the code of an end, and the address to return to; "" where there is none."""
        code = self.codes.get(end, "")
        return code, self.back.replace("{code}", code) if code and self.back else ""


def read_study(path: Path) -> Study:
    """Read the file of a study; raise `BadInput` if something in it does not fit."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error
    return study_of(found)


def study_of(found: Mapping[str, Any]) -> Study:
    """Return plain data as a study."""
    for key in found:
        if key not in _KEYS:
            raise UnknownName("setting of a study", key, _KEYS)
    try:
        rules, tasks = _tasks(found)
        study = Study(
            name=_name(found["name"]),
            version=int(found.get("version", 1)),
            title=str(found.get("title", found["name"])),
            protocol=rules,
            tasks=tasks,
            practice=_select(found.get("practice", ())),
            order=str(found.get("order", "shuffled")),
            attempts=int(found.get("attempts", rules.attempts)),
            feedback=bool(found.get("feedback", True)),
            seconds=float(found.get("seconds", 0)),
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


def _tasks(found: Mapping[str, Any]) -> tuple[Protocol, tuple[str, ...]]:
    """Return the protocol and the tasks: those listed, or test tasks of the protocol."""
    if "tasks" in found:
        tasks = _select(found["tasks"])
        worlds = {each.partition("/")[0] for each in tasks}
        if len(worlds) != 1:
            raise BadInput(f"the tasks are of {len(worlds)} worlds", "a study has tasks of one")
        return find_protocol(str(found.get("protocol", f"play-{worlds.pop()}"))), tasks
    rules = find_protocol(str(found["protocol"]))
    limit = int(found["limit"]) if "limit" in found else None
    return rules, rules.tasks(rules.folds[0], "test", limit)


def _select(names: Sequence[object]) -> tuple[str, ...]:
    """Return the certified tasks that names select, of any world."""
    found = (task for name in map(str, names) for task in select(find_world(name), name))
    return tuple(str(films.find(str(task))) for task in found)


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
    _known("order", [study.order], ORDERS)
    _known("text", study.texts, _TEXTS)
    _known("code", study.codes, ENDS)
    _known("kind of question", [each.kind for each in study.questions], KINDS)
    _known("moment of a question", [each.when for each in study.questions], ("before", "after"))
    for missing in ("consent",):
        if missing not in study.texts:
            raise BadInput(
                f"the study has no text `{missing}`", "people must know what they agree to"
            )
    if not study.tasks:
        raise BadInput("the study has no tasks", "give `tasks` or a `protocol`")
    if not (1 <= study.attempts <= 1000 and 1 <= study.people <= 100_000 and study.seconds >= 0):
        raise BadInput("attempts are 1 to 1000, people 1 to 100000, seconds at least 0")
    for each in study.questions:
        if each.kind == "choice" and not each.options:
            raise BadInput(f"question `{each.name}` has no options")
    if study.back and not study.back.startswith("https://"):
        raise BadInput("`back` is not an https address")


def _known(kind: str, names: Sequence[str] | Mapping[str, str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise UnknownName(kind, name, known)
