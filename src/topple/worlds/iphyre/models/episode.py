"""I-PHYRE as a model plays it: one plan per attempt, always from the same start."""

from __future__ import annotations

from collections.abc import Sequence

from topple.prompting.description import Description
from topple.prompting.plan_episode import PlanEpisode
from topple.prompting.predictions import Checked, check_goal, said_of
from topple.prompting.question import Part, Picture
from topple.prompting.trial import Trial
from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.worlds.iphyre.models import views
from topple.worlds.iphyre.models.description import describe
from topple.worlds.iphyre.models.forms import form
from topple.worlds.iphyre.simulate import Play, simulate
from topple.worlds.iphyre.world import WORLD, own_task


class IPhyreEpisode(PlanEpisode):
    """Up to a number of plans for one task."""

    def __init__(self, trial: Trial) -> None:
        self.task = own_task(trial.task)
        super().__init__(trial, form(trial.setup.form).fit(self.task), WORLD)

    def description(self) -> Description:
        return describe(self.task, plain=not self.setup.classic)

    def scene(self) -> list[Part]:
        return ["The scene:", views.scene(self.task, open_edges=not self.setup.classic)]

    def moments(self, action: Action) -> tuple[Picture, ...]:
        if self.setup.classic:
            return views.classic_moments(self.task, action, self.history.moments)
        return views.moments_of(
            self.task, action, self.history.moments, open_edges=not self.setup.classic
        )

    def times(self, action: Action) -> Sequence[float]:
        if self.setup.classic:
            return ()
        return views.times_of(self.task, action, self.history.moments)

    def check(self, text: str, action: Action | None, played: Played) -> list[Checked | None]:
        checked = check_goal(text, action, played)
        if action is None or played.outcome is Outcome.INVALID:
            return checked
        said, fallen = said_of("balls? fallen", text), _fallen(self._simulate(action))
        number = said.split()[0].rstrip(".,") if said else None
        return [*checked, Checked.same("fallen", number, str(fallen))]

    def play(self, action: Action) -> Played:
        played = super().play(action)
        if played.outcome is not Outcome.MISSED or self.setup.classic:
            return played
        play = self._simulate(action)
        note = f"{_fallen(play)} of {len(play.fallen)} balls fell, {play.reward:.1f} points"
        return Played(played.outcome, played.steps, played.digest, note, played.action)

    def _simulate(self, action: Action) -> Play:
        (play,) = simulate(self.task.level, [self.task.removals(action)], threads=1)
        return play


def _fallen(play: Play) -> int:
    return sum(step >= 0 for step in play.fallen)
