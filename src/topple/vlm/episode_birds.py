"""Birds as a model plays it: one game, one decision a bird."""

from __future__ import annotations

from collections.abc import Sequence

from topple.protocols.protocol import Protocol
from topple.reports import png
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome
from topple.vlm.declared_birds import TAP_S, TAPPED, bird_name, declared
from topple.vlm.episode import Episode, Spent, Told
from topple.vlm.forms_birds import Sling
from topple.vlm.history import History, Past
from topple.vlm.pictures import Part, Picture, Question
from topple.vlm.setup import Setup
from topple.worlds.birds.art import screenshot
from topple.worlds.birds.birds import BIRDS
from topple.worlds.birds.game import Game
from topple.worlds.birds.shots import shots_of
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD

_VERSION = 1
_NO_SPENT = Spent()


class BirdsEpisode(Episode):
    """Decisions until no bird or no pig is left; an answer that is no shot uses one up too."""

    def __init__(
        self, setup: Setup, protocol: Protocol, task: BirdsTask, fold: int, done: Sequence[Attempt]
    ) -> None:
        super().__init__(protocol, str(task), fold, done)
        self.setup, self.form, self.form_name = setup, Sling(), setup.form
        self.task = task
        self._history = History.parse(setup.history)
        self._begin()

    def _begin(self) -> None:
        self._game = Game(self.task.level, self.task.rules)
        self._game.wait()
        self._moves: list[float] = []
        self._past: list[Past] = []
        self._seen: list[Picture] = []
        self._spent = _NO_SPENT

    @property
    def decision(self) -> int:
        return len(self._past) + 1

    def question(self) -> Question:
        wording = self.setup.wording
        birds = self.task.level.birds
        left = birds[len(birds) - self._game.native.birds_left :]
        tries = f"Turns: {len(birds)}. An answer that is invalid uses one up."
        parts: list[Part] = []
        if self._history.words and self._past:
            parts.append(wording.past(self._past, "turn"))
            first = max(0, len(self._past) - self._room())
            for past, picture in zip(self._past[first:], self._seen[first:], strict=True):
                parts += [f"Before turn {past.number}:", picture]
        now = Picture(f"screenshot@{_VERSION}", png.encode(screenshot(self._game)))
        self._seen = [*self._seen[: len(self._past)], now]
        parts += ["Now:", now, f"On the sling: {bird_name(left[0])}. {len(left) - 1} more wait."]
        parts.append(wording.request(self.decision, len(birds), "turn"))
        system = wording.system(declared(self.task), self.form, tries)
        return Question(wording.version, system, tuple(parts))

    def _room(self) -> int:
        """Say of how many turns pictures are shown: the present one is never left out."""
        most = self.setup.pictures - 1 if self.setup.pictures else self._history.attempts
        return max(0, min(most, self._history.attempts))

    def answer(self, question: Question, text: str, spent: Spent) -> Told:
        self._spent = _sum(self._spent, spent)
        reading = self.form.read(text)
        values = reading.values
        why = reading.why if values is None else self.form.refusal(values)
        outcome = Outcome.MISSED
        if why:
            outcome = Outcome.UNREADABLE if values is None else Outcome.INVALID
        words = self.form.words(values) if values else ""
        past = Past(self.decision, words, outcome, why, "", None)
        turn = self._turn(question, text, values, why, outcome if why else None, spent)
        self._past.append(past)
        if values is not None and not why:
            self._shoot(values)
        if not self._game.over and len(self._past) < len(self.task.level.birds):
            return Told(turn, None)
        return Told(turn, self._end(question, outcome, why))

    def _shoot(self, values: tuple[float, ...]) -> None:
        birds = self.task.level.birds
        kind = BIRDS[birds[len(birds) - self._game.native.birds_left]]
        move = self.form.shot(values, TAP_S if kind.power in TAPPED else None)
        self._moves += move
        self._game.shoot(shots_of(move)[0])
        self._game.wait()

    def _end(self, question: Question, last: Outcome, why: str) -> Attempt:
        """Play the shots as a whole, as runs of agents do; without any, the last answer decides."""
        action: Action | None = tuple(self._moves) or None
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
