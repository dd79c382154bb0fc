"""Birds as a model plays it: one game, one decision a bird."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topple.prompting.episode import Episode, Spent, Told
from topple.prompting.history import History, Past
from topple.prompting.predictions import facts_of
from topple.prompting.question import Part, Picture, Question
from topple.prompting.setup import LABELLED, Setup
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.worlds.birds.models import views as views_birds
from topple.worlds.birds.models.description import bird_name, declared
from topple.worlds.birds.models.forms import form
from topple.worlds.birds.models.predictions import Happened, Moment, check
from topple.worlds.birds.models.turns import Turns
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD

_NO_SPENT = Spent()


class BirdsEpisode(Episode):
    """Decisions until no bird or no pig is left; an answer that is no shot uses one up too."""

    def __init__(
        self, setup: Setup, protocol: Protocol, task: BirdsTask, fold: int, done: Sequence[Attempt]
    ) -> None:
        super().__init__(protocol, str(task), fold, done)
        self.setup, self.form, self.form_name = setup, form(setup.form), setup.form
        self.task = task
        self._history = History.parse(setup.history)
        self._begin()

    def _begin(self) -> None:
        self._turns = Turns(self.task)
        self._past: list[Past] = []
        self._seen: list[Picture] = []
        self._spent = _NO_SPENT

    @property
    def decision(self) -> int:
        return len(self._past) + 1

    def question(self) -> Question:
        wording = self.setup.wording
        birds, left = self.task.level.birds, self._turns.birds
        tries = (
            "You have one turn. An answer that is invalid uses it up."
            if len(birds) == 1
            else f"You have {len(birds)} turns. An answer that is invalid uses one up, and the "
            "bird stays on the sling."
        )
        parts: list[Part] = []
        if self._history.words and self._past:
            parts.append(wording.past(self._past, "turn"))
            first = max(0, len(self._past) - self._room())
            for past, picture in zip(self._past[first:], self._seen[first:], strict=True):
                parts += [f"Before turn {past.number}:", picture]
        now = views_birds.now(self._turns.game)
        self._seen = [*self._seen[: len(self._past)], now]
        parts += ["Now:", now]
        if self._numbers:
            numbered = views_birds.numbered(self._turns.game)
            parts += ["The same with a number over every pig:", numbered]
        more = len(left) - 1
        waiting = f"{more} more to come" if more else "the last one"
        parts.append(f"On the sling: the {bird_name(left[0])} bird, {waiting}.")
        parts.append(wording.request(self.decision, len(birds), "turn"))
        system = wording.system(declared(self.task), self.form, tries)
        return Question(wording.version, system, tuple(parts))

    @property
    def _foretells(self) -> bool:
        return self.setup.format == "wm"

    @property
    def _numbers(self) -> bool:
        """Whether pigs are shown with numbers: predictions name them so."""
        return self._foretells or self.setup.view == LABELLED

    def _room(self) -> int:
        """Say of how many turns pictures are shown: the present one is never left out."""
        own = 2 if self._numbers else 1
        most = self.setup.pictures - own if self.setup.pictures else self._history.attempts
        return max(0, min(most, self._history.attempts))

    def answer(self, question: Question, text: str, spent: Spent) -> Told:
        self._spent = _sum(self._spent, spent)
        reading = self.form.read(text)
        values = reading.values
        why = reading.why if values is None else self.form.refusal(values)
        outcome = Outcome.MISSED
        if why:
            outcome = Outcome.UNREADABLE if values is None else Outcome.INVALID
        facts: dict[str, Any] = {}
        note = why
        if values is not None and not why:
            facts = self._shoot(values, text)
            note = f"pigs left: {self._turns.game.native.pigs_left}"
        elif self._foretells:
            facts = facts_of(text, [])
        turn = self._turn(question, text, values, why, outcome if why else None, spent, facts)
        words = self.form.words(values) if values else ""
        self._past.append(Past(self.decision, words, outcome, note, facts.get("text", ""), None))
        if not self._turns.over and len(self._past) < len(self.task.level.birds):
            return Told(turn, None)
        return Told(turn, self._end(question, outcome, why))

    def _shoot(self, values: tuple[float, ...], text: str) -> dict[str, Any]:
        """Shoot, and compare what came of it with what was foretold."""
        before = Moment.of(self._turns.game)
        self._turns.shoot(values)
        if not self._foretells:
            return {}
        return facts_of(text, check(text, Happened.between(before, self._turns.game)))

    def _end(self, question: Question, last: Outcome, why: str) -> Attempt:
        """Play the shots as a whole, as runs of agents do; without any, the last answer decides."""
        action: Action | None = tuple(self._turns.moves) or None
        played = Played(last, note=why)
        if action is not None:
            (played,) = WORLD.play([self.task], [action], threads=1)
        found = self._close(action, played, question, self._spent)
        if not self.over:
            self._begin()
        return found

    def fail(self, question: Question, why: str, spent: Spent) -> Told:
        told = super().fail(question, why, _sum(self._spent, spent))
        self._begin()
        return told


def _sum(a: Spent, b: Spent) -> Spent:
    return Spent(
        a.tokens_in + b.tokens_in,
        a.tokens_out + b.tokens_out,
        a.cost_usd + b.cost_usd,
        a.wall_ms + b.wall_ms,
    )
