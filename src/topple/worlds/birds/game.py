"""One game, played shot by shot."""

from __future__ import annotations

from topple import _native
from topple.errors import BadAction
from topple.sim.sim import clear_errors
from topple.tasks.outcome import Outcome
from topple.worlds.birds.action import Shot
from topple.worlds.birds.build import native_level, rules_for
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.simulate import OUTCOMES


class Game:
    """A level in play: wait until a bird is ready, shoot, look, shoot again."""

    def __init__(self, level: Level, rules: Rules | None = None) -> None:
        self.level = level
        self._level = native_level(level, rules_for(level, rules or Rules()))
        with clear_errors():
            self.native = _native.BirdsGame(self._level)

    @property
    def ready(self) -> bool:
        """Whether a bird sits on the sling and waits for a shot."""
        return self.native.ready

    @property
    def over(self) -> bool:
        return self.native.over

    @property
    def outcome(self) -> Outcome | None:
        """What came of it; nothing while it is played."""
        return OUTCOMES.get(self.native.outcome)

    def wait(self) -> None:
        """Let time pass until a bird is ready or the game is over."""
        while not (self.ready or self.over):
            self.step()

    def step(self) -> None:
        """Let one step pass."""
        with clear_errors():
            self.native.step()

    def shoot(self, shot: Shot) -> None:
        """Shoot the bird on the sling."""
        if not self.ready:
            raise BadAction("no bird is ready on the sling", "wait() until one is")
        with clear_errors():
            self.native.shoot(shot.row())

    def stop(self) -> None:
        """Shoot no more, so that the game ends once all rests."""
        self.native.stop_shooting()

    def digest(self) -> str:
        """Name the state: 16 hex digits that depend on everything the future depends on."""
        return f"{self.native.digest():016x}"

    def snapshot(self) -> bytes:
        """Write the whole state down, in mid-flight too."""
        return self.native.snapshot()

    def restore(self, snapshot: bytes) -> Game:
        """Give a game that goes on from a snapshot of this level with the same bits."""
        twin = Game.__new__(Game)
        twin.level, twin._level = self.level, self._level
        with clear_errors():
            twin.native = _native.BirdsGame.restore(self._level, snapshot)
        return twin

    def branch(self) -> Game:
        """Give a second game in the same state."""
        return self.restore(self.snapshot())
