"""One play of a level by an AIBIRDS client."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from topple.tasks.attempt import Action
from topple.worlds.birds.game import Game, play_on
from topple.worlds.birds.look.paths import first_hit
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.task import BirdsTask

MOST_FRAMES = 1000  # ground truths of one recorded shot
_DOT_STEPS = 5  # steps between dots along a flight
_LONGEST_FLIGHT = 1000  # steps


class LevelPlay:
    """A level in play: its game, and the shots made so far as an action that can be replayed."""

    def __init__(self, task: BirdsTask) -> None:
        self.task = task
        self.game = Game(task.level, task.rules)
        self._moves: list[float] = []
        self._waited = 0.0  # seconds since the bird was ready
        self._last: tuple[Game, Shot] | None = None  # the last shot and the game before it
        self._dots: list[tuple[float, float]] = []  # along its flight, once they were asked for
        # The engine's error, which ends a play. Unlike `wait`, this lets other connections go on.
        self.broken = play_on([self.game], [None], threads=1)[0]

    @property
    def over(self) -> bool:
        return self.game.over or bool(self.broken)

    @property
    def ready(self) -> bool:
        return self.game.ready and not self.broken

    @property
    def action(self) -> Action:
        return tuple(self._moves)

    def shoot(self, shot: Shot, *, rest: bool) -> None:
        """Shoot, and simulate until the next bird is ready; with `rest`, until nothing moves."""
        self._note(shot)
        self.broken = play_on([self.game], [shot], threads=1)[0]
        if rest and not self.over:
            self._rest()

    def shoot_and_record(self, shot: Shot, every: int, record: Callable[[], None]) -> None:
        """Shoot, simulate until nothing moves, and call `record` every so many steps.

        It is called from the release on, at least once and at most `MOST_FRAMES` times.
        """
        released = self.game.native.steps + round(
            (shot.delay + self.task.rules.drag_time) / TIME_STEP
        )
        before = self.game.branch()
        self.shoot(shot, rest=True)
        after, self.game = self.game, before
        shown, self._last = self._last, None  # no dots of a flight that is still to come
        if not self.broken:
            before.shoot(shot)
            last = min(after.native.steps, released + every * MOST_FRAMES)
            while before.native.steps < last:
                before.step()
                flown = before.native.steps - released
                if flown >= 0 and flown % every == 0 and before.native.steps < last:
                    record()
        self.game, self._last = after, shown
        record()

    def flight(self) -> list[tuple[float, float]]:
        """Return places along the last flight, up to its first hit; none before the first shot."""
        if self._last is not None and not self._dots:
            self._dots = _flight(*self._last)
        return self._dots if self._last is not None else []

    def _note(self, shot: Shot) -> None:
        self._last, self._dots = (self.game.branch(), shot), []
        x, y, tap, delay = shot.row()
        self._moves += (x, y, tap, delay + self._waited)
        self._waited = 0.0

    def _rest(self) -> None:
        before = self.game.native.steps
        self.game.rest()
        self._waited = (self.game.native.steps - before) * TIME_STEP


def _flight(before: Game, shot: Shot) -> list[tuple[float, float]]:
    """Shoot in a copy of a game, and return places along the flight up to its first hit."""
    game = before.branch()
    body = len(game.native.things())
    game.shoot(shot)
    places: list[tuple[float, float]] = []
    while not game.over and len(places) < _LONGEST_FLIGHT:
        game.step()
        poses = game.native.poses()
        if len(poses) > body:
            x, y, _ = poses[body].tolist()
            if x != x:
                break  # the bird is gone
            places.append((x, y))
            if len(places) % _DOT_STEPS == 0 and first_hit(np.array(places)) < len(places):
                break
    end = first_hit(np.array(places).reshape(-1, 2))
    return places[:end:_DOT_STEPS]
