"""Read answers as moves and play them: on a game of the world, or as one whole action.

The moves of a game are played again as one action at its end, as runs of agents are, so that both
give the same record.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from topple.prompting.form import Form
from topple.prompting.reader import Reading
from topple.prompting.setup import Setup
from topple.prompting.stop import Stop
from topple.prompting.voice import Voice
from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Referee:
    """Plays a task in the words of a form."""

    task: Task
    voice: Voice
    setup: Setup
    form: Form

    def start(self) -> Any:
        """Start a game at the task; a plan is one whole move in it."""
        world = self.voice.world
        if not self.form.in_turns:
            return world.whole(self.task)
        begin = self.voice.begin
        return begin(self.task, self.setup) if begin else world.begin([self.task])[0]

    def read(self, text: str, stop: Stop = Stop.END) -> Reading:
        """Read an answer; the originals of whole plans read it even if it was cut off."""
        if stop.why and (self.form.in_turns or not self.setup.classic):
            return Reading(None, stop.why)
        return self.voice.read(self.form, self.setup, text)

    def lost(self, reading: Reading, stop: Stop = Stop.END) -> Played | None:
        """Return how an answer ends that makes no move; None if it makes one."""
        if reading.values is None:
            return Played(stop.outcome, note=reading.why)
        why = self.form.refusal(reading.values)
        return Played(Outcome.INVALID, note=why) if why else None

    def move(self, game: Any, reading: Reading) -> None:
        """Make a move in a game; a whole action ends it."""
        values = reading.values or ()
        if self.form.in_turns:
            self.form.play(game, values)
        else:
            action = self.form.action(values)
            game.take(action, self._play(action))

    def result(self, game: Any, last: Reading) -> tuple[Action, Played]:
        """Return the action of a game that is over, and how it ended."""
        if self.form.in_turns:
            action: Action = tuple(game.moves)
            played = self._play(action)
        else:
            action, played = self.form.action(last.values or ()), game.played or game.refused
        note = self.voice.note(game, self.setup)
        return action, replace(played, note=note) if note else played

    def try_out(self, game: Any, reading: Reading) -> tuple[Action | None, Played]:
        """Play what was read in a game that nobody goes on with."""
        if lost := self.lost(reading):
            return None, lost
        self.move(game, reading)
        return self.result(game, reading)

    def _play(self, action: Action) -> Played:
        (played,) = self.voice.world.play([self.task], [action], threads=1)
        return played
