"""Twins of I-PHYRE tasks: mirrored, renumbered, or moved sideways."""

from __future__ import annotations

from dataclasses import replace

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.iphyre.action_space import action_of, plan_of
from topple.worlds.iphyre.level import BLOCK_RADIUS, SIZE, Block, Level, Pair
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.own import own
from topple.worlds.twins import Twin

_STEP = 20  # pixels of a shift


def _mirror(task: Task) -> Task:
    level = _level(task)
    blocks = tuple(b._replace(x1=SIZE - b.x1, x2=SIZE - b.x2) for b in level.blocks)
    balls = tuple(ball._replace(x=SIZE - ball.x) for ball in level.balls)
    return _with(task, _renumber(replace(level, blocks=blocks, balls=balls)))


def _reskin(task: Task) -> Task:
    return _with(task, _renumber(_level(task)))


def _shift(task: Task) -> Task | None:
    """Move everything to the right or, where there is no room, to the left."""
    level = _level(task)
    ends = [x for block in level.blocks for x in _ends(block)]
    ends += [x for ball in level.balls for x in (ball.x - ball.radius, ball.x + ball.radius)]
    steps = (dx for dx in (_STEP, -_STEP) if min(ends) + dx >= 0 and max(ends) + dx <= SIZE)
    dx = next(steps, None)
    if dx is None:
        return None
    blocks = tuple(b._replace(x1=b.x1 + dx, x2=b.x2 + dx) for b in level.blocks)
    balls = tuple(ball._replace(x=ball.x + dx) for ball in level.balls)
    return _with(task, replace(level, blocks=blocks, balls=balls))


def _ends(block: Block) -> tuple[float, float]:
    return min(block.x1, block.x2) - BLOCK_RADIUS, max(block.x1, block.x2) + BLOCK_RADIUS


def _renumber(level: Level) -> Level:
    """Number the blocks from the other end."""
    count = len(level.blocks)
    new = {i: count - 1 - i for i in range(count)}

    def renumbered(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
        return tuple((new.get(a, a), new.get(b, b)) for a, b in pairs)

    links, springs = renumbered(level.links), renumbered(level.springs)
    return replace(level, blocks=level.blocks[::-1], links=links, springs=springs)


def _renumbered(task: Task, action: Action) -> Action:
    last = len(_level(task).eliminable) - 1
    return action_of((last - number, seconds) for number, seconds in plan_of(action))


def _level(task: Task) -> Level:
    return own(task, IPhyreTask, "an I-PHYRE task").level


def _with(task: Task, level: Level) -> Task:
    return replace(own(task, IPhyreTask, "an I-PHYRE task"), level=level)


TWINS = {
    "mirror": Twin("left and right are exchanged, blocks renumbered", _mirror, _renumbered),
    "reskin": Twin("blocks are numbered from the other end", _reskin, _renumbered),
    "shift": Twin("everything is 20 pixels further aside", _shift, lambda task, action: action),
}
