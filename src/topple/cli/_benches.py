"""The templates of every world as `certify` and `check` take them: what is done with each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from topple.cli._bench_birds import BirdsBench
from topple.cli._bench_phyre import PhyreBench
from topple.cli._bench_physiq import PhysiqBench
from topple.errors import UnknownName


class Checked(Protocol):
    """What checking one template showed."""

    @property
    def checked(self) -> int: ...

    @property
    def wrong(self) -> Mapping[str, str]: ...


class Bench(Protocol):
    """Where the templates of one world are certified and checked."""

    name: str

    def templates(self) -> list[str]:
        """Name all templates."""
        ...

    def find(self, name: str) -> str:
        """Find a template's name by any of its names."""
        ...

    def path(self, template: str) -> Path:
        """Say where the certificates of a template are kept."""
        ...

    def certify(self, template: str, head: str, actions: int, threads: int | None) -> str:
        """Certify a template, say how it goes, store what was found and put it in words."""
        ...

    def check(
        self, template: str, *, most: int | None, deep: bool, threads: int | None
    ) -> tuple[Checked, dict[str, int]]:
        """Check a template; give what else was counted, too."""
        ...


@dataclass(frozen=True, slots=True)
class Chosen:
    """One template to work on."""

    bench: Bench
    template: str

    def __str__(self) -> str:
        return f"{self.bench.name}/{self.template}"


def chosen(names: Sequence[str]) -> list[Chosen]:
    """Find templates by name; a world stands for all of its own, no name for all there are."""
    known: tuple[Bench, ...] = (PhyreBench(), BirdsBench(), PhysiqBench())
    benches = {bench.name: bench for bench in known}
    return [each for name in names or list(benches) for each in _matching(name, benches)]


def _matching(name: str, benches: Mapping[str, Bench]) -> list[Chosen]:
    if name in benches:
        return [Chosen(benches[name], template) for template in benches[name].templates()]
    world, slash, rest = name.partition("/")
    if not slash:
        return [_anywhere(name, list(benches.values()))]
    if world not in benches:
        raise UnknownName("world", world, known=benches, see="topple list")
    return [Chosen(benches[world], benches[world].find(rest))]


def _anywhere(name: str, benches: Sequence[Bench]) -> Chosen:
    """Find a template whose world was not named."""
    for bench in benches:
        with suppress(UnknownName):
            return Chosen(bench, bench.find(name))
    known = [template for bench in benches for template in bench.templates()]
    raise UnknownName("template", name, known, "topple list")
