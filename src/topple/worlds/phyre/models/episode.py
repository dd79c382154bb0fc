"""PHYRE as a model plays it: one ball per attempt, always in the untouched scene."""

from __future__ import annotations

from collections.abc import Sequence

from topple.prompting.description import Description
from topple.prompting.plan_episode import PlanEpisode
from topple.prompting.predictions import Checked
from topple.prompting.question import Part, Picture
from topple.prompting.reader import Reading
from topple.prompting.setup import APART, LABELLED, PLAIN
from topple.prompting.trial import Trial
from topple.tasks.attempt import Action, Played
from topple.worlds.phyre.models.description import describe, numbered
from topple.worlds.phyre.models.forms import Grid, form, read_classically
from topple.worlds.phyre.models.predictions import check
from topple.worlds.phyre.models.views import PhyreViews
from topple.worlds.phyre.world import WORLD, own_task


class PhyreEpisode(PlanEpisode):
    """Up to a number of balls, each placed in the untouched scene."""

    reasons = {
        "out_of_range": "a number was out of range",
        "out_of_scene": "the ball did not lie inside the picture",
        "occluded": "the ball overlapped an object",
    }

    def __init__(self, trial: Trial) -> None:
        setup = trial.setup
        self.task = own_task(trial.task)
        self._views = PhyreViews(setup.classic)
        super().__init__(trial, form(setup.form), WORLD)

    def description(self) -> Description:
        return describe(self.task, classic=self.setup.classic)

    def scene(self) -> list[Part]:
        parts: list[Part] = ["The scene:", self._views.scene(self.task)]
        if self.setup.view != PLAIN:
            over = "its numbered grid" if isinstance(self.form, Grid) else "a scale"
            parts += [f"The scene with {over}:", self._views.marked(self.task, self.form)]
        if self.setup.view == LABELLED:
            picture, bodies = self._views.labelled(self.task)
            parts += [f"The scene with numbers on its objects ({numbered(bodies)}):", picture]
        return parts

    def moments(self, action: Action) -> tuple[Picture, ...]:
        show = self._views.moments if self.setup.moments == APART else self._views.strip
        return show(self.task, action, self.history.moments)

    def times(self, action: Action) -> Sequence[float]:
        return self._views.times(self.task, action, self.history.moments)

    def read(self, text: str) -> Reading:
        if self.setup.classic and isinstance(self.form, Grid):
            return read_classically(text, after_label=self.setup.format == "wm")
        return super().read(text)

    def check(self, text: str, action: Action | None, played: Played) -> list[Checked | None]:
        return check(text, self.task, action, played)
