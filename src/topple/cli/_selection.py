"""Select templates to certify or check: by name, by world, or all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from topple.errors import BadInput, UnknownName
from topple.physiq import certify as physiq
from topple.tasks.certificates import Checked
from topple.tasks.template import Template
from topple.worlds import all_worlds, guests, parts
from topple.worlds.parts import Report
from topple.worlds.world import World


class Source(Protocol):
    """A collection of templates to certify or check: a world, or PhysIQ's proposals."""

    @property
    def name(self) -> str: ...

    def templates(self) -> Mapping[str, Template]: ...

    def template(self, name: str) -> Template: ...

    def file(self, template: Template) -> Path:
        """Return the path of a template's certificates."""

    def certify(
        self, template: Template, *, actions: int, threads: int | None, report: Report
    ) -> str:
        """Certify a template, store the result and return a summary in words."""

    def check(
        self, template: Template, *, most: int | None, deep: bool, threads: int | None
    ) -> Checked: ...


@dataclass(frozen=True, slots=True)
class WorldSource:
    """The templates of one world."""

    world: World

    @property
    def name(self) -> str:
        return self.world.name

    def templates(self) -> Mapping[str, Template]:
        return self.world.templates()

    def template(self, name: str) -> Template:
        return self.world.template(name)

    def file(self, template: Template) -> Path:
        return self.world.certificate_file(template)

    def certify(
        self, template: Template, *, actions: int, threads: int | None, report: Report
    ) -> str:
        part = parts.certify(self.world)
        found = part.certify(template, actions=actions, threads=threads, report=report)
        found = found.stamped(template)
        found.save(self.file(template))
        flags = [name for name, kind in self.world.columns.items() if kind is bool]
        counts = {name: sum(c.facts[name] for c in found.tasks.values()) for name in flags}
        words = [f"{len(found.tasks)} certified", f"{len(found.refused)} refused"]
        return ", ".join([*words, *(f"{count} {name}" for name, count in counts.items())])

    def check(
        self, template: Template, *, most: int | None, deep: bool, threads: int | None
    ) -> Checked:
        found = parts.certify(self.world).check(template, most=most, deep=deep, threads=threads)
        changed = self.world.certificates(template).changed_scenes(template, most)
        return replace(found, wrong={**found.wrong, **changed})


@dataclass(frozen=True, slots=True)
class Chosen:
    """One template to certify or check."""

    source: Source
    template: Template

    def __str__(self) -> str:
        return f"{self.source.name}/{self.template.name}"


def chosen(names: Sequence[str]) -> list[Chosen]:
    """Find templates by name; a world or a group selects all its templates, no name all worlds."""
    worlds = [WorldSource(world) for world in all_worlds() if parts.has(world, "certify")]
    known: list[Source] = [*worlds, physiq]
    sources = {source.name: source for source in known}
    return [each for name in names or list(sources) for each in _matching(name, sources)]


def _matching(name: str, sources: Mapping[str, Source]) -> list[Chosen]:
    if guests.is_reference(name):
        return [_by_file(name, list(sources.values()))]
    if name in sources:
        return [Chosen(sources[name], each) for each in sources[name].templates().values()]
    world, slash, rest = name.partition("/")
    if not slash:
        return [_anywhere(name, list(sources.values()))]
    if world not in sources:
        raise UnknownName("world", world, known=sources, see="topple list")
    group = [each for each in sources[world].templates().values() if each.group == rest]
    return [Chosen(sources[world], each) for each in group or [sources[world].template(rest)]]


def _by_file(name: str, sources: Sequence[Source]) -> Chosen:
    """Load a template by file or module, and find the world it belongs to."""
    complaints = []
    for source in sources:
        try:
            return Chosen(source, source.template(name))
        except BadInput as error:  # not of this world
            complaints.append(error)
    raise complaints[0]


def _anywhere(name: str, sources: Sequence[Source]) -> Chosen:
    """Find a template by name in all worlds."""
    for source in sources:
        with suppress(UnknownName):
            return Chosen(source, source.template(name))
    known = [template for source in sources for template in source.templates()]
    raise UnknownName("template", name, known, "topple list")
