"""Certificates: proof that a task can be solved, that waiting is not enough, and how hard it is."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.tasks.template import Template

Row = list[Any]  # a certificate as it is stored

_Z95 = 1.959963984540054
_DIGITS = 5  # decimals of the numbers in a solution


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of one task: a solution, and facts that its world measured.

    `scene` is the content hash of the task that was certified.
    """

    index: int
    solution: Action
    facts: Mapping[str, Any] = field(default_factory=dict)
    scene: str = ""


@dataclass(frozen=True, slots=True)
class Certificates:
    """The certificates of one template, and the tasks that could not be certified.

    `columns` names the facts measured for every task, with their types.
    """

    template: str
    version: int
    tasks: Mapping[int, Certificate]
    refused: Mapping[int, str]
    columns: Mapping[str, type]

    def save(self, path: Path) -> None:
        """Write one line per task, so that differences are easy to read."""
        rows = [self._row(certificate) for certificate in self.tasks.values()]
        refused = [json.dumps([index, why]) for index, why in self.refused.items()]
        head = json.dumps({"template": self.template, "version": self.version})[:-1]
        path.write_text(
            f'{head},\n"tasks": [\n'
            + ",\n".join(rows)
            + '\n],\n"refused": ['
            + ("\n" + ",\n".join(refused) + "\n" if refused else "")
            + "]}\n"
        )

    @classmethod
    def load(cls, path: Path, columns: Mapping[str, type]) -> Certificates:
        """Read what `save` wrote."""
        with _reading(path):
            data = json.loads(path.read_text())
            tasks = {row[0]: _read_row(row, columns) for row in data["tasks"]}
            return cls(data["template"], data["version"], tasks, dict(data["refused"]), columns)

    def stamp(self, template: Template) -> Certificates:
        """Return the certificates with the scenes of their tasks as they are generated here."""
        tasks = {
            index: replace(one, scene=template.task(index).content_hash())
            for index, one in self.tasks.items()
        }
        return replace(self, tasks=tasks)

    def changed_scenes(self, template: Template, most: int | None = None) -> dict[str, str]:
        """Compare the first tasks with the scenes that were certified; return those that differ."""
        wrong = {}
        for one in list(self.tasks.values())[:most]:
            task = template.task(one.index)
            if one.scene and task.content_hash() != one.scene:
                wrong[str(task)] = "the scene is not the one that was certified"
        return wrong

    def faults(self, version: int) -> dict[str, str]:
        """Return what is wrong with all of them for a template of this version, by its name."""
        if not self.tasks and not self.refused:
            return {self.template: "no certificates"}
        if self.version != version:
            return {self.template: f"certificates are for version {self.version}"}
        return {}

    def _row(self, certificate: Certificate) -> str:
        solution = [round(number, _DIGITS) for number in certificate.solution]
        facts = [certificate.facts[name] for name in self.columns]
        plain = [int(fact) if isinstance(fact, bool) else fact for fact in facts]
        scene = [certificate.scene] if certificate.scene else []
        return json.dumps([certificate.index, solution, *plain, *scene], separators=(",", ":"))


def read_rows(path: Path) -> Mapping[int, Row]:
    """Return the certified tasks in a file by index; none where there is no file."""
    return _load_rows(path, path.stat().st_mtime_ns) if path.exists() else {}


def read_certificate(path: Path, index: int, columns: Mapping[str, type]) -> Certificate | None:
    """Return the certificate of one task in a file, or None."""
    row = read_rows(path).get(index)
    with _reading(path):
        return _read_row(row, columns) if row else None


@lru_cache(maxsize=4096)
def _load_rows(path: Path, changed: int) -> Mapping[int, Row]:
    """Load a file, again only after it was changed."""
    with _reading(path):
        return {row[0]: row for row in json.loads(path.read_text())["tasks"]}


def _read_row(row: Row, columns: Mapping[str, type]) -> Certificate:
    """Return the certificate in a row of a file."""
    index, solution, *facts = row
    scene = facts.pop() if len(facts) > len(columns) else ""
    named = zip(columns.items(), facts, strict=True)
    known = {name: kind(fact) for (name, kind), fact in named}
    return Certificate(index, tuple(solution), known, scene)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Say which file cannot be read."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise BadInput(f"cannot read certificates from {path.name}: {error}") from error


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking the certificates of one template again.

    `wrong` says for each faulty task what does not hold; `counts` has other counts by name.
    """

    checked: int
    wrong: Mapping[str, str]
    counts: Mapping[str, int] = field(default_factory=dict)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share (Wilson 1927)."""
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, _Z95**2
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    spread = share * (1 - share) / trials + square / (4 * trials**2)
    half = _Z95 / (1 + square / trials) * math.sqrt(spread)
    return max(0.0, centre - half), min(1.0, centre + half)
