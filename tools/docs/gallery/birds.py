"""The gallery page of birds."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from tools.docs.gallery.page import Page
from topple.tasks.certificates import Certificate
from topple.tasks.task import TaskId
from topple.tasks.template import Template
from topple.worlds.birds.stored_levels import SCENES, all_levels
from topple.worlds.birds.world import WORLD, all_templates

_INTRO = """\
# Gallery of birds

The {templates} templates of the world `birds`, scenario by scenario, and the {levels} stored levels
in two scenes: first the scenes and the flights of the birds in a solution, then the solutions in
real time. A ring marks a pig; all pigs must go. Dots mark the flight of a bird, red for the first,
blue for the second, then purple and orange; they are smaller after the first hit.

Each film shows the first certified task of a template. *Margin* is the share of nearby shots that
solve it too. [About birds](../concepts/birds.md) explains the game.
"""

_SCENE = """\
{count} stored levels with the queues of birds of DeepPHY's levels, in their order: see
[about DeepPHY](../concepts/deepphy.md#birds)."""


class _Birds(Page):
    """Scenarios, with the margins of solutions."""

    film_width = 240
    image_size = 'width="240"'
    strides = (5, 7, 10, 15, 25)  # 109 films: the smoother ones are too large together

    def intro(self) -> str:
        return _INTRO.format(templates=len(all_templates()), levels=len(all_levels()))

    def about(self, group: str, templates: Sequence[Template]) -> str:
        if group in SCENES:
            return _SCENE.format(count=len(templates))
        found = importlib.import_module(f"{self.world.package}.templates.{group}")
        return (found.__doc__ or "").strip()

    def facts(self, template: Template, task: TaskId, shown: Certificate | None) -> str:
        words = super().facts(template, task, shown)
        return f"{words}, margin {shown.facts['margin']:.0%}" if shown else words


PAGE = _Birds(WORLD)
