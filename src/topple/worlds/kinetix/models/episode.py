"""Kinetix in turns: 16 decisions, each held for 16 steps."""

from __future__ import annotations

from typing import Any

from topple.draw import png
from topple.prompting.description import Description
from topple.prompting.predictions import Checked, said_goal
from topple.prompting.question import Part, Picture
from topple.prompting.setup import PLAIN
from topple.prompting.trial import Trial
from topple.prompting.turn_episode import TurnEpisode
from topple.tasks.outcome import Outcome
from topple.worlds.kinetix.drawing.scene import scene
from topple.worlds.kinetix.game import KinetixGame
from topple.worlds.kinetix.models import symbols
from topple.worlds.kinetix.models.description import describe
from topple.worlds.kinetix.models.forms import form_of
from topple.worlds.kinetix.world import WORLD, own_task

WIDTH = 768  # pixels


class KinetixEpisode(TurnEpisode):
    """One turn per decision, until green touches blue or red or the time is up."""

    def __init__(self, trial: Trial) -> None:
        self.task = own_task(trial.task)
        super().__init__(trial, form_of(trial.setup.form, self.task.level), WORLD)
        self.form_name = self.form.name

    def start(self) -> KinetixGame:
        self._turns = KinetixGame(self.task)
        return self._turns

    def description(self) -> Description:
        return describe(self.task, self.setup.classic)

    def state(self) -> Any:
        return symbols.state(self._turns)

    def now(self) -> Picture:
        return self._picture("level@1", labelled=False)

    def details(self) -> list[Part]:
        if self.setup.view == PLAIN:
            return []
        if self.setup.classic:
            # The published pictures number joints; these need not be the numbers of channels.
            said = "The same with a label at every motor and thruster:"
            return [said, self._picture("labelled_joints@1", labelled=True, by_joint=True)]
        said = "The same with a label at everything that a channel drives:"
        return [said, self._picture("labelled_level@2", labelled=True)]

    def check(self, text: str) -> list[Checked | None]:
        solved = self._turns.outcome is Outcome.SOLVED
        return [Checked.same("goal", said_goal(text), solved)]

    def remark(self) -> str:
        return f"green and blue are {self._turns.distance:.2f} m apart"

    def _picture(self, name: str, *, labelled: bool, by_joint: bool = False) -> Picture:
        game = self._turns
        pixels = scene(game.level).picture(
            game.motions(), WIDTH, labelled=labelled, by_joint=by_joint
        )
        return Picture(name, png.encode(pixels, quick=True), png.pixel_hash(pixels))
