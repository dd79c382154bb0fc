"""The set of levels that one connection plays: its state, the level under way, its limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from topple.tasks.outcome import Outcome
from topple.worlds.birds.aibirds.contest import Contest
from topple.worlds.birds.aibirds.flight import Dots, dots
from topple.worlds.birds.game import BirdsGame, play_on
from topple.worlds.birds.shot import Shot


class State(IntEnum):
    """States that clients are told."""

    MAIN_MENU = 1
    PLAYING = 5
    WON = 6
    LOST = 7
    NEW_TRAINING_SET = 9
    ENDED = 13


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a set; 0 is none. Every level loaded and every shot is an interaction."""

    seconds: int = 0
    interactions: int = 0


class LevelSet:
    """A connection's way through the levels of its agent."""

    def __init__(
        self,
        contest: Contest,
        limits: Limits,
        *,
        in_order: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.contest = contest
        self.level = 0  # the one loaded last
        self.game: BirdsGame | None = None
        self.loads = 0
        self._limits = limits
        self._in_order = in_order
        self._clock = clock
        self._ready_at: float | None = None
        self._interactions = 0
        self._begun = 0.0
        self._recorded = True
        self._last: tuple[BirdsGame, Shot] | None = None  # the last shot and the game before it
        self._dots: Dots | None = None  # along its flight, once they were asked for
        self._none_left = False

    @property
    def state(self) -> State:
        if self._none_left or self.limit_reached:
            return State.ENDED
        if self.game is None:
            return State.NEW_TRAINING_SET if self._ready_at is None else State.MAIN_MENU
        if not self.game.over:
            return State.PLAYING
        return State.WON if self.game.outcome is Outcome.SOLVED else State.LOST

    @property
    def limit_reached(self) -> bool:
        """Whether the time or the interactions are used up."""
        if 0 < self._limits.interactions <= self._interactions:
            return True
        if not self._limits.seconds or self._ready_at is None:
            return False
        return self._clock() - self._ready_at >= self._limits.seconds

    def begin(self) -> None:
        """Start the clock, if it does not run yet."""
        if self._ready_at is None:
            self._ready_at = self._clock()

    def load(self, level: int) -> bool:
        """Load a level by its number; return whether it may be played."""
        self.leave()
        if self._in_order:
            found = self.contest.take_next(self.level)
            self._none_left = not found
            if found and found != level:
                self.contest.give_back(found)
            return found == level and self._start(level)
        if self.contest.take(level):
            return self._start(level)
        self._none_left = not self.contest.any_left()
        return False

    def load_again(self) -> bool:
        """Load the level once more; return whether it may be played."""
        self.leave()
        return self.contest.take(self.level) and self._start(self.level)

    def load_next(self) -> int:
        """Load the level again, or the next that has attempts left; return its number or 0."""
        self.leave()
        level = self.contest.take_next(self.level)
        self._none_left = not level
        return level if level and self._start(level) else 0

    def shoot(self, shot: Shot, *, rest: bool) -> BirdsGame:
        """Shoot, and simulate until the next bird is ready; with `rest`, until nothing moves.

        Count the shot, record the game if it ended, and return the game before the shot.
        """
        assert self.game is not None, "callers have seen to it"
        before = self.game.branch()
        self._last, self._dots = (before, shot), None
        play_on([self.game], [shot], threads=1)
        if rest and not self.game.over:
            self.game.rest()
        self._interactions += 1
        if self.game.over:
            self._record()
        return before

    def flight(self) -> Dots:
        """Return places along the last flight, up to its first hit; none before the first shot."""
        if self._last is not None and self._dots is None:
            self._dots = dots(*self._last)
        return self._dots or []

    def leave(self) -> None:
        """End the play under way. It does not count without a shot: many clients load twice."""
        if self.game is not None and not self.game.moves and not self.game.over:
            self.contest.give_back(self.level)
        else:
            self._record()
        self.game = None

    def _start(self, level: int) -> bool:
        """Start a play of a level that was taken; return False if a limit forbids it."""
        if self.limit_reached:
            self.contest.give_back(level)
            return False
        self.level = level
        self.game = BirdsGame(self.contest.tasks[level - 1])
        self._last = None
        play_on([self.game], [None], threads=1)  # unlike single steps, lets other connections go on
        self.loads += 1
        self._begun = self._clock()
        self._recorded = False
        self._interactions += 1
        if self.game.over:  # the pigs died without a shot
            self._record()
        return True

    def _record(self) -> None:
        if self.game is not None and not self._recorded:
            self._recorded = True
            self.contest.record(self.level, self.game, 1000 * (self._clock() - self._begun))
