"""Play shots on levels, one or a million at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple._native import birds as core
from topple.sim.checks import checked_stride, checked_threads, clear_errors, one_per_plan
from topple.tasks.outcome import Outcome
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import RULE_SETS, Rules
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.to_native import native_level, rules_for

OUTCOMES = {1: Outcome.SOLVED, 2: Outcome.MISSED, 3: Outcome.UNSETTLED}


@dataclass(frozen=True, eq=False)
class Play:
    """The result of the shots on one level."""

    outcome: Outcome
    score: int
    steps: int
    shots: int  # shots made; a game may end before the last one
    pigs_left: int
    digest: str
    error: str
    native: core.Play

    def tracks(self) -> NDArray[np.float64]:
        """Return rows of step, body, x, y, angle; needs a stride.

        Bodies are the ground, the level's things in order, then birds in launch order.
        """
        return self.native.tracks()

    @property
    def killers(self) -> dict[int, int]:
        """For each body that a hit killed, the body that hit it, numbered as in `tracks`."""
        return self.native.killers


def simulate(
    levels: Level | Sequence[Level],
    shots: Sequence[Sequence[Shot]],
    *,
    rules: Rules | Sequence[Rules] | None = None,
    stride: int = 0,
    outcome_only: bool = False,
    threads: int | None = None,
) -> list[Play]:
    """Play lists of shots on a thread pool; `topple.simulate` plays tasks.

    A shot is made when its bird is ready; without a shot the game ends when everything rests.

    Args:
        levels: One level for all lists of shots, or one per list.
        shots: A list of shots for each game.
        rules: The rules of the game, one for all or one per level; those of the level by default.
        stride: Steps between recorded poses, see `Play.tracks`; 0 records none.
        outcome_only: Stop at the last pig's death. This changes score, steps and digest of solved
            games and nothing else.
        threads: Threads to play on; all cores by default. The results do not depend on it.
    """
    several = one_per_plan(levels, Level, shots)
    every = _each(rules, several)
    natives = [
        native_level(level, rules_for(level, own))
        for level, own in zip(several, every, strict=True)
    ]
    rows = [
        [shot.row(own.tap_clock) for shot in each] for each, own in zip(shots, every, strict=True)
    ]
    with clear_errors():
        plays = core.play(
            natives, rows, checked_stride(stride), outcome_only, checked_threads(threads)
        )
    return [_play(native) for native in plays]


def _each(rules: Rules | Sequence[Rules] | None, levels: Sequence[Level]) -> Sequence[Rules]:
    if rules is None:
        return [RULE_SETS[level.rules] for level in levels]
    return [rules] * len(levels) if isinstance(rules, Rules) else rules


def _play(native: core.Play) -> Play:
    outcome = Outcome.FAILED if native.error else OUTCOMES[native.outcome]
    return Play(
        outcome,
        native.score,
        native.steps,
        native.shots,
        native.pigs_left,
        f"{native.digest:016x}",
        native.error,
        native,
    )
