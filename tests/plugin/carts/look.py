"""How carts looks: a track, a mark, and the cart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from carts.game import NEAR, STEPS, CartsGame
from carts.world import WORLD, own
from topple.draw.figures import fill
from topple.draw.look import Recording, Window
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

_TRACK = (fill((120, 120, 130), [(-1, -0.2), (9, -0.2), (9, 0), (-1, 0)]),)
_MARK = (fill((230, 70, 60), [(-NEAR, -0.06), (NEAR, -0.06), (NEAR, 0), (-NEAR, 0)]),)
_CART = (fill((40, 90, 190), [(-0.2, -0.1), (0.2, -0.1), (0.2, 0.15), (-0.2, 0.15)]),)


def record(task: Task, action: Sequence[float] | None, stride: int) -> Recording:
    """Push the cart, or leave it; return where it is every `stride` steps."""
    found, reason = own(task), WORLD.refusal(task, tuple(action or ()))
    game = CartsGame(found)
    for push in () if reason else action or ():
        if not game.over:
            game.play((push,))
    game.stop()
    path = game.path[:1] if reason else game.path
    shown = sorted({*range(0, len(path), stride), len(path) - 1})
    outcome = Outcome.INVALID if reason else game.outcome or Outcome.MISSED
    return Recording(
        task=task,
        action=None if action is None else tuple(action),
        outcome=outcome,
        words=f"{outcome} at {path[-1]:.2f} m, the mark is at {found.mark:.2f} m",
        reason=reason,
        hint="give up to 8 pushes: -1, 0 or 1" if reason else "",
        steps=len(path) - 1,
        steps_per_second=STEPS,
        stride=stride,
        figures=(_TRACK, _MARK, _CART),
        window=Window(-0.5, -0.2, 6.0, 1.2),
        background=(240, 244, 250),
        fixed=np.array([(0, 0, 0, 0, 1, 1), (1, found.mark, 0, 0, 1, 1)], float),
        frames=[np.array([(0, 2, path[i], 0.1, 0, 1, 1)], float) for i in shown],
        seconds=np.array(shown) / STEPS,
    )
