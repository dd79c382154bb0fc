"""Templates: each game of I-PHYRE, as published and varied.

| index | task |
| --- | --- |
| 0 | the game as published, at 60 steps per second |
| 1 | the game as the original's learners and DeepPHY play it: 10 steps per second |
| 2 | the game mirrored |
| 10 and more | variations: every object shifted by up to 5 pixels, half of the games mirrored |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from topple.errors import UnknownName
from topple.tasks.draw import Draw
from topple.tasks.task import TaskId
from topple.tasks.template import Template, caption_of
from topple.worlds.iphyre.games import PublishedGame
from topple.worlds.iphyre.gaps import Capsule, capsules, depth
from topple.worlds.iphyre.level import SIZE, Ball, Block, Level
from topple.worlds.iphyre.task import IPhyreTask

SHIFT = 5  # pixels, in x and in y
_SHIFTS = range(-SHIFT, SHIFT + 1)
_MOST_TRIALS = 100


def mirrored(level: Level) -> Level:
    """Return the level with left and right exchanged."""
    blocks = tuple(Block(SIZE - b.x1, b.y1, SIZE - b.x2, b.y2, b.kind) for b in level.blocks)
    balls = tuple(Ball(SIZE - ball.x, ball.y, ball.radius) for ball in level.balls)
    return replace(level, blocks=blocks, balls=balls)


def varied(level: Level, template: str, index: int) -> Level:
    """Shift every object by whole pixels, and mirror half of the levels.

    Objects are shifted one after another. A shift is drawn again if the object would overlap
    others more than it does in the original; after many trials it stays where it was.
    """
    placed = capsules(level)
    for number, allowed in enumerate(_allowed(level)):
        for trial in range(_MOST_TRIALS):
            moved = _shift(placed[number], number, Draw(template, index, trial))
            if all(depth(moved, placed[other]) <= most for other, most in allowed):
                placed[number] = moved
                break
    shifted = _with_places(level, placed)
    mirror = Draw(template, index).pick("mirrored", (False, True))
    return mirrored(shifted) if mirror else shifted


@lru_cache(maxsize=256)
def _allowed(level: Level) -> tuple[list[tuple[int, float]], ...]:
    """Return which others each object of an original may overlap, and how deep.

    Two fixed blocks may overlap as they like.
    """
    placed, moving = capsules(level), level.moving
    return tuple(
        [
            (other, depth(own, placed[other]))
            for other in range(len(placed))
            if other != number and (number in moving or other in moving)
        ]
        for number, own in enumerate(placed)
    )


def _shift(own: Capsule, number: int, draw: Draw) -> Capsule:
    """Return an object in another place."""
    x, y = draw.pick(f"x_{number}", _SHIFTS), draw.pick(f"y_{number}", _SHIFTS)
    (x1, y1), (x2, y2), radius = own
    return (x1 + x, y1 + y), (x2 + x, y2 + y), radius


def _with_places(level: Level, placed: Sequence[Capsule]) -> Level:
    """Return the level with its objects in other places."""
    blocks, balls = placed[: len(level.blocks)], placed[len(level.blocks) :]
    return replace(
        level,
        blocks=tuple(
            Block(*first, *second, block.kind)
            for (first, second, _), block in zip(blocks, level.blocks, strict=True)
        ),
        balls=tuple(Ball(*centre, radius) for centre, _, radius in balls),
    )


PUBLISHED, FAITHFUL, MIRRORED, FIRST_VARIATION = 0, 1, 2, 10
FAITHFUL_RATE = 10


@dataclass(frozen=True)
class GameTemplate(Template):
    """One game and its variations."""

    first_variation: ClassVar[int] = FIRST_VARIATION
    game: PublishedGame
    version: int = 1

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.game.name

    @property
    def caption(self) -> str:  # type: ignore[override]
        return self.game.caption

    @property
    def group(self) -> str:
        return self.game.group

    @property
    def numbers(self) -> Mapping[str, str]:
        return {} if self.game.number is None else {"iphyre": str(self.game.number)}

    def task(self, index: int) -> IPhyreTask:
        return _task(self, index)

    def level(self, index: int) -> Level:
        """Build the level of a task."""
        if index == PUBLISHED:
            return self.game.level
        if index == FAITHFUL:
            # The original's wrappers reset twice before they play.
            return replace(self.game.level, rate=FAITHFUL_RATE, prior_resets=1)
        if index == MIRRORED:
            return mirrored(self.game.level)
        if index < FIRST_VARIATION:
            known = (PUBLISHED, FAITHFUL, MIRRORED, FIRST_VARIATION)
            ids = [str(TaskId("iphyre", self.name, self.version, each)) for each in known]
            raise UnknownName("task", f"iphyre/{self.name}:{index}", known=ids)
        return varied(self.game.level, f"iphyre/{self.name}@{self.version}", index)


def template(*, version: int = 1) -> Callable[[Callable[[], Level]], GameTemplate]:
    """Make a template from a function that returns a level; the module's docstring is the caption.

    Task 0 is the level as it is, under the group `own`.
    """

    def make(build: Callable[[], Level]) -> GameTemplate:
        game = PublishedGame(build.__name__, "own", None, caption_of(build), build())
        return GameTemplate(game, version)

    return make


@lru_cache(maxsize=20_000)
def _task(template: GameTemplate, index: int) -> IPhyreTask:
    task_id = TaskId("iphyre", template.name, template.version, index)
    return IPhyreTask(task_id, template.caption, template.level(index))
