"""Bird templates: functions that lay out a scene, its placement and its plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from topple.errors import UnknownName
from topple.tasks.draw import Draw
from topple.tasks.task import TaskId
from topple.tasks.template import Template as BaseTemplate
from topple.tasks.template import caption_of
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.staging.distractors import with_distractors
from topple.worlds.birds.staging.plan import Aim
from topple.worlds.birds.staging.stage import Layout, Stage
from topple.worlds.birds.task import BirdsTask

# Tasks from this index on are variations: they also differ from Phy-Q's in other ways than place.
FIRST_VARIATION = 1000
SCENARIOS = (
    "single_force",
    "multiple_forces",
    "rolling",
    "falling",
    "sliding",
    "bouncing",
    "relative_weight",
    "relative_height",
    "relative_width",
    "shape_difference",
    "non_greedy",
    "structural_analysis",
    "clearing_paths",
    "adequate_timing",
    "manoeuvring",
)


@dataclass(frozen=True, eq=False)
class Template(BaseTemplate):
    """One of Phy-Q's templates, or one of our own, which has no Phy-Q numbers."""

    name: str
    scenario: str
    phyq: str  # the paper's number, such as 3.2
    original: str  # the original's file id, such as 2_1_8
    version: int
    caption: str
    set_stage: Callable[[Stage], None]

    @cached_property
    def layout(self) -> Layout:
        """The scene of the template, before a task moves it."""
        stage = Stage()
        self.set_stage(stage)
        return stage.layout()

    @property
    def group(self) -> str:
        return self.scenario

    @property
    def numbers(self) -> Mapping[str, str]:
        return {"phyq": self.phyq, "original": self.original}

    def task(self, index: int) -> BirdsTask:
        return _task(self, index)

    def build(self, index: int) -> tuple[Level, tuple[Aim, ...]]:
        """Make the level and the plan of one task; the same index always gives the same task."""
        if index < 0:
            raise UnknownName("task", f"birds/{self.name}:{index}", known=())
        layout = self.layout
        draw = Draw(f"birds/{self.name}@{self.version}", index)
        things, plan = layout.moved(layout.place.draw(draw, layout.anchor))
        if index >= FIRST_VARIATION:
            things = layout.varied(things, draw)
        return Level(layout.birds, tuple(with_distractors(things, draw))), plan


@lru_cache(maxsize=20_000)
def _task(template: Template, index: int) -> BirdsTask:
    level, plan = template.build(index)
    return BirdsTask(
        id=TaskId("birds", template.name, template.version, index),
        caption=template.caption,
        level=level,
        plan=plan,
        rules=Rules(),
    )


def template(
    *, version: int = 1, phyq: str = "", original: str = ""
) -> Callable[[Callable[[Stage], None]], Template]:
    """Make a template from a function that sets the stage.

    The module's docstring is the caption, its folder the scenario; a file without a package has the
    scenario `own`. For a template of Phy-Q's, `phyq` is the paper's number and `original` the id of
    the original's files.
    """

    def make(set_stage: Callable[[Stage], None]) -> Template:
        return Template(
            name=set_stage.__name__,
            scenario=["own", *set_stage.__module__.split(".")][-2],
            phyq=phyq,
            original=original,
            version=version,
            caption=caption_of(set_stage),
            set_stage=set_stage,
        )

    return make
