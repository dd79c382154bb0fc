"""PHYRE as a model plays it: one decision an attempt, always from the same scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topple.prompting.episode import Episode, Spent, Told
from topple.prompting.history import History, Past
from topple.prompting.predictions import facts_of
from topple.prompting.question import Part, Picture, Question
from topple.prompting.reader import Reading
from topple.prompting.setup import APART, LABELLED, PLAIN, Setup
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.worlds.phyre.models.description import declared, numbered
from topple.worlds.phyre.models.forms import Grid, form, read_classically
from topple.worlds.phyre.models.predictions import check
from topple.worlds.phyre.models.views import PhyreViews
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import WORLD

_REASONS = {
    "out_of_range": "a number was out of range",
    "out_of_scene": "the ball did not lie inside the picture",
    "occluded": "the ball overlapped an object",
}


class PhyreEpisode(Episode):
    """Up to so many balls, one after another, each in the untouched scene."""

    def __init__(
        self,
        setup: Setup,
        protocol: Protocol,
        task: PhyreTask,
        fold: int,
        done: Sequence[Attempt],
        told: Sequence[dict[str, Any]] = (),
    ) -> None:
        """`told` are the turns of the attempts that were made, as plain data."""
        super().__init__(protocol, str(task), fold, done)
        self.setup, self.form, self.form_name = setup, form(setup.form), setup.form
        self.task = task
        self._history = History.parse(setup.history)
        self._views = PhyreViews(setup.classic)
        turns = {turn["attempt"]: turn for turn in told}
        self._past = [
            self._remembered(attempt, turns.get(attempt.number, {}))
            for attempt in done
            if self._counted([attempt])
        ]
        self._moments: dict[int, tuple[Picture, ...]] = {}

    def question(self) -> Question:
        wording, most = self.setup.wording, self.protocol.attempts
        tries = f"You have {most} attempts. An answer that is invalid uses one up."
        words = declared(self.task, classic=self.setup.classic)
        parts = self._scene()
        if self._history.words and self._past:
            shown = sum(isinstance(part, Picture) for part in parts)
            parts.append(wording.past(self._past))
            parts += self._pictures_of_the_past(shown)
        parts.append(wording.request(self.counted + 1, most))
        return Question(wording.version, wording.system(words, self.form, tries), tuple(parts))

    def _scene(self) -> list[Part]:
        parts: list[Part] = ["The scene:", self._views.scene(self.task)]
        if self.setup.view != PLAIN:
            over = "its numbered grid" if isinstance(self.form, Grid) else "a scale"
            parts += [f"The scene with {over}:", self._views.marked(self.task, self.form)]
        if self.setup.view == LABELLED:
            picture, bodies = self._views.labelled(self.task)
            parts += [f"The scene with numbers on its objects ({numbered(bodies)}):", picture]
        return parts

    def answer(self, question: Question, text: str, spent: Spent) -> Told:
        reading = self._read(text)
        values = reading.values
        why = reading.why if values is None else self.form.refusal(values)
        action: Action | None = None
        if values is None:
            played = Played(Outcome.UNREADABLE, note=why)
        elif why:
            played = Played(Outcome.INVALID, note=why)
        else:
            action = self.form.action(values)
            (played,) = WORLD.play([self.task], [action], threads=1)
            why = _REASONS.get(played.note, played.note)
        facts: dict[str, Any] = {}
        if self.setup.format == "wm":
            facts = facts_of(text, check(text, self.task, action, played))
        turn = self._turn(question, text, values, why, played.outcome, spent, facts)
        attempt = self._close(action, played, question, spent)
        self._past.append(self._remembered(attempt, turn.data()))
        return Told(turn, attempt)

    def _read(self, text: str) -> Reading:
        if self.setup.classic and isinstance(self.form, Grid):
            return read_classically(text, after_label=self.setup.format == "wm")
        return self.form.read(text)

    def _remembered(self, attempt: Attempt, turn: dict[str, Any]) -> Past:
        read = turn.get("read")
        action = tuple(number for number in attempt.action or () if number is not None)
        return Past(
            # Faults of a provider are no attempts to a model.
            1 + self._counted(self.attempts[: attempt.number - 1]),
            self.form.words(read) if read else "",
            attempt.outcome,
            str(turn.get("why", "")),
            str(turn.get("prediction", {}).get("text", "")),
            action or None,
        )

    def _pictures_of_the_past(self, others: int) -> list[Part]:
        """Show moments of the last attempts that had any; the oldest go first if room is short."""
        last = self._past[-self._history.attempts :] if self._history.attempts else []
        shown = [each for each in last if each.outcome is Outcome.MISSED]
        room = self.setup.pictures - others if self.setup.pictures else None
        blocks: list[list[Part]] = []
        for each in reversed(shown):
            pictures = self._moments_of(each)
            if room is not None:
                pictures = pictures[: max(0, room)]
                room -= len(pictures)
            if pictures:
                blocks.append([f"Attempt {each.number}, {self._way}:", *pictures])
        return [part for block in reversed(blocks) for part in block]

    @property
    def _way(self) -> str:
        """Say in which order moments are shown."""
        if self.setup.moments == APART:
            return "from start to end"
        return "before and after" if self._history.moments == 2 else "moments from left to right"

    def _moments_of(self, past: Past) -> tuple[Picture, ...]:
        if past.number not in self._moments:
            show = self._views.moments if self.setup.moments == APART else self._views.strip
            self._moments[past.number] = show(self.task, past.action or (), self._history.moments)
        return self._moments[past.number]
