"""Select templates to certify or check: by name, by world, or all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from topple.tasks.certificates import Checked
from topple.tasks.template import Template
from topple.worlds import all_worlds, parts
from topple.worlds.parts import Report
from topple.worlds.select import find_world, select_templates
from topple.worlds.world import World


class Source(Protocol):
    """A collection of templates to certify or check: a world, or what it certifies besides."""

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
        found = found.stamp(template)
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


def choose_templates(names: Sequence[str]) -> list[Chosen]:
    """Find templates by name: see `topple.worlds.select`; no name means all of them."""
    worlds = [each.name for each in all_worlds() if parts.has(each, "certify")]
    return [each for name in names or [*worlds, *_besides()] for each in _choose(name)]


def _choose(name: str) -> list[Chosen]:
    own, _, short = name.partition("/")
    if source := _besides().get(own):
        found = [source.template(short)] if short else source.templates().values()
        return [Chosen(source, each) for each in found]
    home = find_world(name)
    return [Chosen(WorldSource(home), each) for each in select_templates(home, name)]


def _besides() -> dict[str, Source]:
    """Return what worlds certify besides their tasks, by name."""
    worlds = [each for each in all_worlds() if parts.has(each, "certify")]
    found: list[Source] = [each for own in worlds for each in parts.certified_besides(own)]
    return {source.name: source for source in found}
