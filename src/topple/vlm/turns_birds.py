"""A game of birds in turns: whoever shoots does so when nothing moves."""

from __future__ import annotations

from topple.errors import EngineFault
from topple.tasks.outcome import Outcome
from topple.vlm.declared_birds import TAP_S, TAPPED
from topple.vlm.forms_birds import Sling
from topple.worlds.birds.action import Shot
from topple.worlds.birds.birds import BIRDS
from topple.worlds.birds.game import Game, play_on
from topple.worlds.birds.seen import Seen
from topple.worlds.birds.shots import shots_of
from topple.worlds.birds.task import BirdsTask

_FORM = Sling()


class Turns:
    """A game in play, at rest unless it is over.

    The sling is ready while the last bird still flies. A picture of that moment would show neither
    what the shot did nor how fast things are, so that a turn begins when all rests.
    """

    def __init__(self, task: BirdsTask) -> None:
        self.game = Game(task.level, task.rules)
        self.moves: list[float] = []
        self._settle(None)

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def solved(self) -> bool:
        return self.game.outcome is Outcome.SOLVED

    @property
    def birds(self) -> tuple[str, ...]:
        """The birds that are left, from the one on the sling on."""
        birds = self.game.level.birds
        return birds[len(birds) - self.game.native.birds_left :]

    def shoot(self, values: tuple[float, ...]) -> None:
        """Shoot at an angle with a power; the bird uses its power as DeepPHY has it."""
        kind = BIRDS[self.birds[0]]
        move = _FORM.shot(values, TAP_S if kind.power in TAPPED else None)
        x, y, tap, delay = move
        self.moves += [x, y, tap, delay + self._waited]
        self._settle(shots_of(move)[0])

    def _settle(self, shot: Shot | None) -> None:
        (broken,) = play_on([self.game], [shot], threads=1)
        if broken:
            raise EngineFault(broken)
        seen = Seen(self.game)
        if not self.over:
            seen.rest()
        self._waited = seen.waited
