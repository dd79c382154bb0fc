"""Attempts that are one whole plan: one decision each, always from the same start."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from topple.prompting.asked import asked
from topple.prompting.description import Description
from topple.prompting.episode import Exchange, Spent
from topple.prompting.form import Form
from topple.prompting.history import Past
from topple.prompting.predictions import Checked, check_goal, facts_of, truth_of
from topple.prompting.question import Part, Picture, Question
from topple.prompting.reader import Reading
from topple.prompting.setup import APART
from topple.prompting.stop import Stop
from topple.prompting.trial import Trial
from topple.prompting.world_episode import World, WorldEpisode
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome


class PlanEpisode(WorldEpisode):
    """Up to a number of attempts at the untouched task, each with one answer.

    A world declares its `description` and what is shown of the task, `scene`. It may add pictures
    of earlier attempts, checks of predictions, another reader, and `reasons`, which replace the
    world's notes on invalid actions in prompts.
    """

    reasons: ClassVar[Mapping[str, str]] = {}

    def __init__(self, trial: Trial, form: Form, world: World) -> None:
        super().__init__(trial, form, world)
        by_attempt = {turn["attempt"]: turn for turn in trial.turns}
        self._past = [
            self._remember(attempt, by_attempt.get(attempt.number, {}))
            for attempt in trial.done
            if self._counted([attempt])
        ]
        self._moments: dict[int, tuple[Picture, ...]] = {}

    @abstractmethod
    def description(self) -> Description:
        """Return the task in words."""

    @abstractmethod
    def scene(self) -> list[Part]:
        """Return the pictures and words that show the task before any action."""

    def state(self) -> Any:
        """Return None: every attempt begins with the same scene."""
        return None

    def moments(self, action: Action) -> tuple[Picture, ...]:
        """Draw moments of an earlier attempt that missed."""
        return ()

    def times(self, action: Action) -> Sequence[float]:
        """Return the times of these moments in seconds; empty if they are not known."""
        return ()

    def read(self, text: str) -> Reading:
        """Read an answer."""
        return self.setup.wording.read(self.form, text)

    def check(self, text: str, action: Action | None, played: Played) -> list[Checked | None]:
        """Compare the prediction in an answer with what happened."""
        return check_goal(text, action, played)

    def tries(self) -> str:
        """Return the rule on attempts and invalid answers."""
        wording, most = self.setup.wording, self.protocol.attempts
        if most == 1:
            return f"You have one attempt. {wording.uses_up('attempt', only=True)}"
        return f"You have {most} attempts. {wording.uses_up('attempt')}"

    def request(self) -> str:
        """Ask for the next action."""
        return self.setup.wording.request(self.counted + 1, self.protocol.attempts)

    def question(self) -> Question:
        wording, parts = self.setup.wording, self.scene()
        if self.history.words and self._past:
            shown = sum(isinstance(part, Picture) for part in parts)
            parts.append(wording.past(self._past))
            parts += self._pictures_of_the_past(shown)
        parts.append(self.request())
        return asked(self, parts)

    def simulate(self, text: str) -> tuple[Action | None, Played]:
        """Play what an answer says, and leave everything as it is."""
        return self._try_reading(self.read(text))

    def _try_reading(
        self, reading: Reading, unread: Outcome = Outcome.UNREADABLE
    ) -> tuple[Action | None, Played]:
        """Play what was read; `unread` is the outcome if that is nothing."""
        if reading.values is None:
            return None, Played(unread, note=reading.why)
        if why := self.form.refusal(reading.values):
            return None, Played(Outcome.INVALID, note=why)
        action = self.form.action(reading.values)
        return action, self.play(action)

    def _in_text(self, text: str, read: Reading, played: Played) -> dict[str, Any] | None:
        """Return what the reader of free text finds in a structured answer, and its outcome."""
        if self.schema is None:
            return None
        found = self.form.read(text)
        if found.values != read.values:
            _, played = self._try_reading(found)
        return {"read": found.values, "why": found.why, "outcome": str(played.outcome)}

    def answer(
        self, question: Question, text: str, spent: Spent, stop: Stop = Stop.END
    ) -> Exchange:
        # The original reads whatever came.
        reading = (
            Reading(None, stop.why) if stop.why and not self.setup.classic else self.read(text)
        )
        values = reading.values
        action, played = self._try_reading(reading, stop.outcome)
        why = played.note if action is None else self.reasons.get(played.note, played.note)
        facts: dict[str, Any] = {}
        if self.setup.format == "wm":
            facts = facts_of(text, self.check(text, action, played))
        in_text = self._in_text(text, reading, played)
        outcome = played.outcome
        turn = self._turn(question, text, values, why, outcome, spent, facts, stop, in_text)
        attempt = self._close(action, played, question, spent)
        self._past.append(self._remember(attempt, turn.data()))
        return Exchange(turn, attempt)

    def _remember(self, attempt: Attempt, turn: dict[str, Any]) -> Past:
        read = turn.get("read")
        action = tuple(number for number in attempt.action or () if number is not None)
        return Past(
            # Models do not count failures of a provider as attempts.
            1 + self._counted(self.attempts[: attempt.number - 1]),
            self.setup.wording.words(self.form, read) if read else "",
            attempt.outcome,
            str(turn.get("why", "")),
            str(turn.get("prediction", {}).get("text", "")),
            action or None,
            truth_of(turn.get("prediction", {})),
        )

    def _pictures_of_the_past(self, others: int) -> list[Part]:
        """Show the last attempts that missed; without room for all, the oldest are left out."""
        last = self._past[-self.history.attempts :] if self.history.attempts else []
        shown = [each for each in last if each.outcome is Outcome.MISSED]
        room = self.setup.pictures - others if self.setup.pictures else None
        blocks: list[list[Part]] = []
        for each in reversed(shown):
            pictures = self._moments_of(each)
            if room is not None:
                pictures = pictures[: max(0, room)]
                room -= len(pictures)
            if pictures:
                times = self.times(each.action or ())
                blocks.append([f"Attempt {each.number}{self._order(times, pictures)}:", *pictures])
        return [part for block in reversed(blocks) for part in block]

    def _order(self, times: Sequence[float], pictures: Sequence[Picture]) -> str:
        """Return the order in which moments are shown, in words, with their times if known."""
        apart = self.setup.moments == APART
        shown = [f"{time:.3g}" for time in times[: len(pictures) if apart else None]]
        if shown:
            at = f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]
            return f"{'' if apart else ', from left to right'} at {at} seconds"
        if apart:
            return ", from start to end"
        return ", " + (
            "before and after" if self.history.moments == 2 else "moments from left to right"
        )

    def _moments_of(self, past: Past) -> tuple[Picture, ...]:
        if past.number not in self._moments:
            self._moments[past.number] = self.moments(past.action or ())
        return self._moments[past.number]
