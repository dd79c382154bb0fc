"""What predictions ask about: shots whose outcome does not hang on luck."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import Draw
from topple.worlds.pool.events import JAW, RAIL, RAIL_WORDS, RAILS
from topple.worlds.pool.shot import Shot, shaken
from topple.worlds.pool.simulate import Facts, simulate
from topple.worlds.pool.stage import Stage

SLOW, FAST = 1.0, 4.0  # m/s

Bools = NDArray[np.bool_]


def right_option(draw: Draw, options: int) -> int:
    """Return the option that is to be right: each equally often, so that none is a good guess."""
    return draw.index % options


def draw_shot(draw: Draw, angle: float, name: str = "shot") -> Shot:
    """Draw the speed of a shot at the centre of the cue ball."""
    return Shot(angle, round(draw(f"{name} speed", SLOW, FAST), 2)).rounded()


def require(stage: Stage, shot: Shot, holds: Callable[[Facts], Bools]) -> Facts:
    """Draw again unless something holds of a shot, also when the shot is a little off.

    Return what the shot does.
    """
    facts = simulate(stage.table[None], [shot], recorded=True, threads=1)
    stage.require(bool(holds(facts)[0]))
    noisy = simulate(stage.table[None], shaken(shot), recorded=True, threads=1)
    stage.require(bool((holds(noisy) & ~noisy.capped).all()))
    return facts


def clear_of_jaws(facts: Facts, ball: int) -> Bools:
    """Return whether a ball touches no part of a pocket's mouth, which is no rail."""
    events = [facts.batch.event_list(row) for row in range(len(facts))]
    return np.array([not any(_at_jaw(event, ball) for event in each) for each in events])


def _at_jaw(event: tuple[float, int, int, int], ball: int) -> bool:
    _, kind, one, part = event
    return one == ball and (kind == JAW or (kind == RAIL and RAILS[part] not in RAIL_WORDS))
