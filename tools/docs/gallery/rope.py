"""The gallery page of rope."""

from __future__ import annotations

from tools.docs.gallery.page import Page
from topple.tasks.certificates import Certificate
from topple.tasks.task import TaskId
from topple.tasks.template import Template
from topple.worlds.rope.calls import action_of
from topple.worlds.rope.template import DESIGNED
from topple.worlds.rope.world import WORLD, own_template

_LEGEND = """\
The creature must get the candy; stars are collected on the way. Labels name what can be cut,
popped or tapped, dashed circles throw a rope, dashed boxes show where cushions blow, and rings
how long a spark gate stays on or off.

Each film shows a layout as it was designed, in real time, and calls that feed the creature with all
stars collected. [About rope](../concepts/rope.md) explains the game.
"""


class RopePage(Page):
    """Every layout as designed, with the solution in its file."""

    columns = 4
    per_sheet = 16
    film_width = 240
    image_size = 'width="240"'

    def solution(self, template: Template) -> Certificate:
        return Certificate(DESIGNED, action_of(own_template(template).layout.solution), {})

    def facts(self, template: Template, task: TaskId, shown: Certificate | None) -> str:
        calls = own_template(template).layout.solution
        return "<br>".join([str(task), *(f"{seconds:g} s {call}" for seconds, call in calls)])


PAGE = RopePage(WORLD, _LEGEND)
