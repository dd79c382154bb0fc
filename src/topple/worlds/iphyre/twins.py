"""Twins of I-PHYRE tasks: mirrored, and the blocks numbered from the other end."""

from __future__ import annotations

from dataclasses import replace

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.iphyre.action_space import action_of, plan_of
from topple.worlds.iphyre.level import SIZE, Pair
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.own import own
from topple.worlds.twins import Twin


def _mirror(task: Task) -> Task:
    found = own(task, IPhyreTask, "an I-PHYRE task")
    level = found.level
    count = len(level.blocks)
    blocks = tuple(b._replace(x1=SIZE - b.x1, x2=SIZE - b.x2) for b in reversed(level.blocks))
    balls = tuple(ball._replace(x=SIZE - ball.x) for ball in level.balls)

    def renumbered(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
        new = {i: count - 1 - i for i in range(count)}
        return tuple((new.get(a, a), new.get(b, b)) for a, b in pairs)

    links, springs = renumbered(level.links), renumbered(level.springs)
    mirrored = replace(level, blocks=blocks, balls=balls, links=links, springs=springs)
    return replace(found, level=mirrored)


def _mirrored(task: Task, action: Action) -> Action:
    last = len(own(task, IPhyreTask, "an I-PHYRE task").level.eliminable) - 1
    return action_of((last - number, seconds) for number, seconds in plan_of(action))


TWINS = {"mirror": Twin("left and right are exchanged, blocks renumbered", _mirror, _mirrored)}
