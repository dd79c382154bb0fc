"""One game, played shot by shot."""

from __future__ import annotations

from collections.abc import Sequence

from topple._native import birds as core
from topple.errors import BadAction, BadInput
from topple.sim.checks import checked_threads, clear_errors
from topple.tasks.outcome import Outcome
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import RULE_SETS, Rules
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import OUTCOMES
from topple.worlds.birds.to_native import native_level, rules_for


class Game:
    """A level in play: wait until a bird is ready, shoot, observe, shoot again."""

    def __init__(self, level: Level, rules: Rules | None = None) -> None:
        self.level = level
        self.rules = rules or RULE_SETS[level.rules]
        self._level = native_level(level, rules_for(level, self.rules))
        with clear_errors():
            self.native = core.Game(self._level)

    @property
    def ready(self) -> bool:
        """Whether a bird sits on the sling and waits for a shot."""
        return self.native.ready

    @property
    def over(self) -> bool:
        return self.native.over

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game goes on."""
        return OUTCOMES.get(self.native.outcome)

    def wait(self) -> None:
        """Simulate until a bird is ready or the game is over."""
        while not (self.ready or self.over):
            self.step()

    def rest(self) -> None:
        """Simulate until nothing moves; do nothing if something would never stop."""
        later = self.branch()
        broken = play_on([later], [None], settled=True, threads=1)[0]
        if not broken and (not later.over or later.outcome is Outcome.SOLVED):
            self.native = later.native

    def step(self) -> None:
        """Simulate one step."""
        with clear_errors():
            self.native.step()

    def shoot(self, shot: Shot) -> None:
        """Shoot the bird on the sling."""
        if not self.ready:
            raise BadAction("no bird is ready on the sling", "wait() until one is")
        with clear_errors():
            self.native.shoot(shot.row(self.rules.tap_clock))

    def stop(self) -> None:
        """Shoot no more birds; the game ends when everything rests."""
        self.native.stop_shooting()

    def digest(self) -> str:
        """Return a hash of the complete state, as 16 hex digits."""
        return f"{self.native.digest():016x}"

    def snapshot(self) -> bytes:
        """Return the complete state as bytes, at any moment."""
        return self.native.snapshot()

    def restore(self, snapshot: bytes) -> Game:
        """Return a game that continues from a snapshot of this level, bit for bit."""
        twin = Game.__new__(Game)
        twin.level, twin.rules, twin._level = self.level, self.rules, self._level
        with clear_errors():
            twin.native = core.Game.restore(self._level, snapshot)
        return twin

    def branch(self) -> Game:
        """Return a copy of the game in the same state."""
        return self.restore(self.snapshot())


def play_on(
    games: Sequence[Game],
    shots: Sequence[Shot | None],
    *,
    settled: bool = False,
    threads: int | None = None,
) -> list[str]:
    """Make the shots, then simulate every game until it awaits a shot or is over.

    A game awaits a shot when a bird is ready and a pig is left; with `settled`, also only when
    everything rests. Return the engine's error of each game, "" where there is none.
    """
    if len(games) != len(shots):
        raise BadAction(f"{len(shots)} shots for {len(games)} games")
    if len({id(game.native) for game in games}) < len(games):
        raise BadInput("a game is in the list twice", "use branch() to copy it")
    for game, shot in zip(games, shots, strict=True):
        if shot is not None and not game.ready:
            raise BadAction("no bird is ready on the sling", "wait() until one is")
    rows = [
        None if shot is None else shot.row(game.rules.tap_clock)
        for game, shot in zip(games, shots, strict=True)
    ]
    natives = [game.native for game in games]
    with clear_errors():
        return core.play_on(natives, rows, settled, checked_threads(threads))
