"""The gallery page of PHYRE."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from tools.docs.gallery.page import Page
from topple.tasks.certificates import Certificate
from topple.tasks.task import TaskId
from topple.tasks.template import Template
from topple.worlds.phyre.world import WORLD

_TITLES = {"ball": "One ball", "two_balls": "Two balls"}
_INTRO = """\
# Gallery of PHYRE

The {count} templates of the world `phyre`, each with a solution in real time. Green must touch blue
or purple, and stay in touch for three seconds. You place the red balls. Gray bodies move, black
ones do not.

Each film shows the shipped task whose stored solution has the largest margin. *Volume* is the share
of random valid actions that solve a task, from the hardest to the easiest of the template's shipped
tasks, with the median. *Stable* is the share of stored solutions that still work when moved by half
a pixel. [About PHYRE in Topple](../concepts/phyre.md#certificates) explains how they are measured.
"""


class _Phyre(Page):
    """Tiers, with volumes and stability; no sheets: the films are square and few."""

    film_width = 384
    image_size = 'width="256" height="256"'
    strides = (6, 10, 15)

    def intro(self) -> str:
        return _INTRO.format(count=len(self.world.templates()))

    def title(self, group: str) -> str:
        return _TITLES[group]

    def about(self, group: str, templates: Sequence[Template]) -> str:
        numbers = self.world.groups()[group]["action"]
        return f"Tier `{group}`, {len(templates)} templates, {numbers} numbers per action."

    def solution(self, template: Template) -> Certificate | None:
        return largest_margin(template)

    def facts(self, template: Template, task: TaskId, shown: Certificate | None) -> str:
        if shown is None:
            return super().facts(template, task, shown)
        found = _certificates(template)
        low, *_, high = volumes = sorted(map(volume, found))
        middle = statistics.median(volumes)
        stable = sum(each.facts["stable"] for each in found) / len(found)
        number = template.numbers.get("phyre")
        name = f"{number}:{shown.index:03d}" if number else f"{task}"
        return (
            f"volume {_percent(low)} to {_percent(high)} %, median {_percent(middle)} % · "
            f"stable {100 * stable:.0f} %<br>shown: {name}, margin {shown.facts['margin']} px"
        )

    def sheets(
        self, group: str, templates: Sequence[Template]
    ) -> Iterator[tuple[str, Sequence[Template]]]:
        yield from ()


def largest_margin(template: Template) -> Certificate | None:
    """Choose the stored solution that may be moved the furthest."""
    return max(
        _certificates(template),
        key=lambda each: (each.facts["margin"], each.facts["stable"], volume(each)),
        default=None,
    )


def volume(certificate: Certificate) -> float:
    """Return the share of random valid actions that solve the task."""
    return float(certificate.facts["solved"] / certificate.facts["valid"])


def _certificates(template: Template) -> list[Certificate]:
    """Return the certificates of served tasks: without the variations of shipped ones."""
    known = WORLD.certificates(template).tasks
    return [known[index] for index in WORLD.served(template) if index in known]


def _percent(share: float) -> str:
    return f"{round(100 * share, 1):g}"


PAGE = _Phyre(WORLD)
