"""A shot while it flies: moments for recordings, and dots along its way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.look.paths import first_hit
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.shot import Shot

MOST_FRAMES = 1000  # ground truths of one recorded shot
_DOT_STEPS = 5  # steps between dots along a flight
_LONGEST_FLIGHT = 1000  # steps

Dots = list[tuple[float, float]]


def moments(before: BirdsGame, shot: Shot, every: int, last: int) -> Iterator[BirdsGame]:
    """Shoot in a copy of a game; yield it every so many steps from the release to the last step."""
    game = before.branch()
    released = game.native.steps + round((shot.delay + game.rules.drag_time) / TIME_STEP)
    last = min(last, released + every * MOST_FRAMES)
    game.shoot(shot)
    while game.native.steps < last and not game.over:
        game.step()
        flown = game.native.steps - released
        if flown >= 0 and flown % every == 0 and game.native.steps < last:
            yield game


def dots(before: BirdsGame, shot: Shot) -> Dots:
    """Shoot in a copy of a game; return places along the flight up to its first hit."""
    game = before.branch()
    body = len(game.native.things())
    game.shoot(shot)
    places: Dots = []
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
