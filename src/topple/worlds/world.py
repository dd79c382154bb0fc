"""Worlds: the rules of one game, in a folder whose `world.py` ends in `WORLD = ...`."""

from __future__ import annotations

import copy
import importlib
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from topple.errors import BadInput, ChangedScene, UnknownName
from topple.tasks.attempt import Action
from topple.tasks.certificates import Certificate, Certificates, read_certificate, read_rows
from topple.tasks.question import Question, finder_of
from topple.tasks.task import INDEX, Task, TaskId
from topple.tasks.template import Template
from topple.worlds import guests, levels, twins
from topple.worlds.plays import Plays
from topple.worlds.rules import Rule, changed_rules

_COMPARED: set[str] = set()  # tasks whose scenes were compared with their certificates


class World(Plays):
    """The rules of one game, with its templates and tasks; how it plays is in `Plays`.

    What else a world can do is a part: see `topple.worlds.parts`.

    `caption` describes the game in a sentence, `action` the numbers of an action, `legend` what
    colours and shapes mean to people.
    `grouped_by` names the groups of its templates: tiers, scenarios, chapters. `columns` are the
    facts of a certificate after index and solution, with their types; those in `listed` are shown
    where tasks are listed. `originals` names the originals that numbered its templates, each with
    the heading of its column; `numbered` is a pattern of such numbers. `example` is a task that
    shows the world well. `rules` are those that a run may change, `changed` those that it changed.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    caption: ClassVar[str]
    action: ClassVar[str] = "numbers"
    legend: ClassVar[str] = ""
    grouped_by: ClassVar[str] = "group"
    columns: ClassVar[Mapping[str, type]] = {}
    listed: ClassVar[tuple[str, ...]] = ()
    originals: ClassVar[Mapping[str, str]] = {}
    numbered: ClassVar[str] = ""
    example: ClassVar[str] = ""
    rules: ClassVar[Mapping[str, Rule]] = {}
    changed: Mapping[str, float] = {}

    @abstractmethod
    def templates(self) -> Mapping[str, Template]:
        """Return every template by name, in the order in which they are listed."""

    def groups(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the groups of templates in order, each with further facts about it."""
        return {template.group: {} for template in self.templates().values()}

    def known_templates(self) -> Mapping[str, Template]:
        """Return the world's own templates, then those from outside: see `worlds.guests`."""
        return {**self.templates(), **{n: guest.template for n, guest in guests.of(self).items()}}

    def template(self, name: str) -> Template:
        """Find a template by its name, by the number an original gave it, or by its file."""
        if guests.is_reference(name):
            return guests.load(name, self)
        own = self.templates()
        if name in own:
            return own[name]
        for template in own.values():
            if name and name in template.numbers.values():
                return template
        known = self.known_templates()
        if name in known:
            return known[name]
        named = [f"{self.name}/{each}" for each in known]
        raise UnknownName("template", f"{self.name}/{name}", named, f"topple list {self.name}")

    def task(self, text: str) -> Task:
        """Find a task by its id, by an original's id, by its template's file or by a level file."""
        found = self._compare(self._task(text))
        return found if isinstance(found, Question) else self.apply_rules(found)

    def _compare(self, task: Task) -> Task:
        """Return the task; raise `ChangedScene` unless it is the one that was certified.

        Certificates of twins are made here, not stored.
        """
        if not task.id.twin and str(task) not in _COMPARED:
            stored = self.certificate(task)
            if stored and stored.scene not in ("", found := task.content_hash()):
                raise ChangedScene(
                    f"`{task}` has scene {found} here, and was certified with scene {stored.scene}",
                    "`topple doctor` checks this installation; please report what it prints",
                )
            _COMPARED.add(str(task))
        return task

    def parse(self, text: str) -> TaskId:
        """Read the id of a task, or of a question."""
        finder = finder_of(text)
        return finder.read_id(text) if finder else TaskId.parse(text)

    def _task(self, text: str) -> Task:
        if levels.is_level_file(text):
            return levels.load_level(text, [self])
        if finder := finder_of(text):
            return finder.find_item(text)
        if reference := guests.task_reference(text):
            name, index = reference
            return self.template(name).task(index)
        match = re.fullmatch(rf"({self.numbered}):({INDEX})", text)
        if match and self.numbered and text.isascii():
            return self.template(match[1]).task(int(match[2]))
        wanted = TaskId.parse(text)
        if wanted.world != self.name:
            hint = "`topple.task` finds tasks of every world"
            raise BadInput(f"`{text}` is not a task of {self.name}", hint)
        found = self.template(wanted.template)
        if wanted.version not in (0, found.version):
            present = TaskId(self.name, found.name, found.version, wanted.index)
            raise UnknownName("task", text, [str(present)])
        task = found.task(wanted.index)
        return twins.make(self, task, wanted.twin) if wanted.twin else task

    def under(self, rules: Mapping[str, object]) -> World:
        """Return the world with some rules changed."""
        changed = changed_rules(self.name, self.rules, rules)
        if changed == self.changed:
            return self
        other = copy.copy(self)
        other.changed = changed
        return other

    def apply_rules(self, task: Task) -> Task:
        """Return a task with the rules that were changed; worlds with such rules override this."""
        return task

    def id_of(self, template: Template, index: int) -> TaskId:
        """Return the id of a task without building it."""
        return TaskId(self.name, template.name, template.version, index)

    def served(self, template: Template) -> Sequence[int]:
        """Return the indices of the tasks that protocols may use, in order."""
        return tuple(read_rows(self.certificate_file(template)))

    def further(self, template: Template) -> int:
        """Return the first index after the tasks that protocols may use."""
        return max(template.first_variation, max(self.served(template), default=-1) + 1)

    def certificates(self, template: Template) -> Certificates:
        """Load the certificates of a template; empty if none are stored."""
        path = self.certificate_file(template)
        if not path.exists():
            return Certificates(template.name, template.version, {}, {}, self.columns)
        return _load(path, path.stat().st_mtime_ns, self)

    def certificate(self, task: Task) -> Certificate | None:
        """Return the certificate of a task, if it has one; those of twins are made when needed.

        That of a question is its right answer.
        """
        if isinstance(task, Question):
            return Certificate(task.id.index, task.solution)
        if task.id.twin:
            return twins.certificate(self, str(task))
        name = task.id.template
        found = self.templates().get(name) or self.known_templates().get(name)
        if found is None:
            return None
        return read_certificate(self.certificate_file(found), task.id.index, self.columns)

    def solution(self, task: Task) -> Action:
        """Return the stored solution of a task."""
        found = self.certificate(task)
        if found is None:
            name = guests.reference(self, task.id.template)
            hint = f"`topple list {name}` shows those that have one, `topple certify` finds more"
            raise BadInput(f"`{task}` has no stored solution", hint)
        return found.solution

    def certificate_file(self, template: Template) -> Path:
        """Return the path of a template's certificates."""
        guest = None if template.name in self.templates() else guests.of(self).get(template.name)
        folder = guest.folder if guest else self.folder
        return folder / "certificates" / f"{template.name}.json"

    @property
    def package(self) -> str:
        """The package that holds the world and its parts."""
        return type(self).__module__.rpartition(".")[0]

    @property
    def folder(self) -> Path:
        """The folder of that package."""
        return _folder(type(self).__module__)


@cache
def _folder(module: str) -> Path:
    file = importlib.import_module(module).__file__
    assert file is not None, "a world is a module in a folder"
    return Path(file).parent


@lru_cache(maxsize=4096)
def _load(path: Path, changed: int, world: World) -> Certificates:
    """Load a file again only after it has changed."""
    return Certificates.load(path, world.columns)
