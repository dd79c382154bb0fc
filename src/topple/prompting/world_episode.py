"""Episodes whose answers are actions: written in a form, played in a world."""

from __future__ import annotations

import typing
from collections.abc import Sequence

from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.history import History
from topple.prompting.structured import Schema, whole
from topple.prompting.trial import Trial
from topple.tasks.attempt import Action, Played
from topple.tasks.task import Task


class World(typing.Protocol):
    """A world, as far as episodes need it."""

    def play(
        self, tasks: Sequence[Task], actions: Sequence[Action], threads: int | None = None
    ) -> list[Played]:
        """Play one action on each task."""


class WorldEpisode(Episode):
    """One task of a world, asked as a trial says; `form` is how answers are written."""

    def __init__(self, trial: Trial, form: Form, world: World) -> None:
        super().__init__(trial.protocol, str(trial.task), trial.fold, trial.done)
        self.setup, self.form, self.form_name = trial.setup, form, trial.setup.form
        self.tools = trial.setup.tools
        self.history = History.parse(trial.setup.history)
        self.symbols = trial.scene
        self._trial, self._world = trial, world

    @property
    def example(self) -> str:
        wording = self.setup.wording
        return wording.words(self.form, wording.example(self.form))

    @property
    def schema(self) -> Schema | None:
        return whole(self.form.fields()) if self.setup.is_structured else None

    def play(self, action: Action) -> Played:
        """Play a whole action on the task."""
        (played,) = self._world.play([self._trial.task], [action], threads=1)
        return played
