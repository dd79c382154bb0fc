"""The certified tasks of birds: those a protocol may serve."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.worlds.birds.task import BirdsTask, all_templates, task_of
from topple.worlds.birds.template import Template

FOLDER = Path(__file__).parent / "certificates"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is known of one task.

    `solution` solves it, and follows the template's plan. `margin` is the share of nearby shots
    that solve it too. `straight` says whether shooting straight at the pigs does. `tried` is how
    many shot sequences the search played to find the solution.
    """

    index: int
    solution: Action
    margin: float
    straight: bool
    tried: int


@dataclass(frozen=True, slots=True)
class Certificates:
    """The certificates of one template, and the tasks that could not be certified."""

    template: str
    version: int
    tasks: Mapping[int, Certificate]
    refused: Mapping[int, str]

    def save(self, path: Path) -> None:
        """Write one line a task, so that a change reads as a change."""
        rows = [
            [c.index, list(c.solution), c.margin, int(c.straight), c.tried]
            for c in self.tasks.values()
        ]
        head = json.dumps({"template": self.template, "version": self.version})[:-1]
        tasks = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        refused = ",\n".join(json.dumps(list(row)) for row in self.refused.items())
        path.write_text(f'{head},\n"tasks": [\n{tasks}\n],\n"refused": [\n{refused}\n]}}\n')

    @classmethod
    def load(cls, path: Path) -> Certificates:
        """Read what `save` wrote."""
        try:
            data = json.loads(path.read_text())
            tasks = {
                row[0]: Certificate(row[0], tuple(row[1]), row[2], bool(row[3]), row[4])
                for row in data["tasks"]
            }
            return cls(data["template"], data["version"], tasks, dict(data["refused"]))
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise BadInput(f"cannot read certificates from {path.name}: {error}") from error


@cache
def certificates(template: Template) -> Certificates:
    """Load the certificates of a template; a template without any has none."""
    path = FOLDER / f"{template.name}.json"
    if not path.exists():
        return Certificates(template.name, template.version, {}, {})
    return Certificates.load(path)


def certificate(task: BirdsTask) -> Certificate | None:
    """Give the certificate of a task, if it has one."""
    return certificates(all_templates()[task.id.template]).tasks.get(task.id.index)


def served(template: Template) -> list[BirdsTask]:
    """Give the tasks of a template that may be served, in order."""
    return [task_of(template, index) for index in certificates(template).tasks]
