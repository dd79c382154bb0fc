"""Birds for people: pull the bird back and let go; tap while it flies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.birds.action_space import NUMBERS
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.things.birds import BIRDS, Power
from topple.worlds.birds.world import WORLD, own_task
from topple.worlds.gestures import Done, Gesture, Number, Pick, Player, Pull, Turn, play_turns

_SHOOT, _TAP = "shoot", "tap"
_NO_TAP = -1.0
_DIGITS = 5  # decimals of times in the record, as in stored solutions


class Course(NamedTuple):
    """The moments of a game: when birds were ready, when they were let go, and what comes next."""

    ready: tuple[float, ...]
    released: tuple[float, ...]
    next_ready: float | None  # None if no bird is to be shot any more


class BirdsPlayer(Player):
    """Time stands still while the next bird sits on the sling, as it does for agents."""

    def how(self, task: Task) -> str:
        return "Pull the bird back and let go. Some birds have a power: press while they fly."

    def rules(self, task: Task) -> Sequence[str]:
        return ()  # the birds wait in their order, and time stands still for each

    def turn(self, task: Task, plan: Action) -> Turn:
        level, rules = own_task(task).level, own_task(task).rules
        course = _course(own_task(task), plan)
        gestures: list[Gesture] = []
        if course.released and _has_power(level, len(course.released) - 1) and plan[-2] < 0:
            gestures.append(
                Pick(
                    name=_TAP,
                    label="Tap: use the bird's power",
                    anywhere=True,
                    since=course.released[-1],
                    until=course.next_ready,
                )
            )
        if course.next_ready is not None:
            gestures.append(_pull(rules, course.next_ready))
        start = course.released[-1] if course.released else course.next_ready
        if course.released and plan[-2] >= 0:
            start = None  # a tap changes the flight from where it is
        return Turn(tuple(gestures), start=start, stop=course.next_ready, waits=True)

    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        own = own_task(task)
        course = _course(own, plan)
        if done.name == _TAP:
            seconds = (done.at - course.released[-1]) / own.rules.tap_clock
            return (*plan[:-2], round(max(0.0, seconds), _DIGITS), plan[-1])
        waited = max(0.0, done.at - (course.next_ready or 0.0))
        return (*plan, *done.numbers, _NO_TAP, round(waited, _DIGITS))

    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        own = own_task(task)
        found: list[Done] = []
        for first in range(0, len(action), NUMBERS):
            x, y, tap, delay = action[first : first + NUMBERS]
            course = _course(own, action[:first])
            if course.next_ready is None:
                break
            found.append(Done(_SHOOT, (x, y), course.next_ready + delay))
            if tap >= 0 and _has_power(own.level, first // NUMBERS):
                let_go = course.next_ready + delay + own.rules.drag_time
                found.append(Done(_TAP, at=let_go + tap * own.rules.tap_clock))
        return found


def _pull(rules: Rules, ready: float) -> Pull:
    x, y = rules.pivot
    most = rules.most_stretch
    return Pull(
        name=_SHOOT,
        label="Pull the bird back and let go",
        numbers=(
            Number("right", -most, most, start=-most),
            Number("up", -most, most, start=-most / 2),
        ),
        x=x,
        y=y,
        reach=most,
        since=ready,
    )


def _has_power(level: Level, bird: int) -> bool:
    return BIRDS[level.birds[bird]].power is not Power.NONE


@lru_cache(maxsize=64)
def _course(task: BirdsTask, plan: Action) -> Course:
    """Play shots until the next one is due."""
    (game,) = WORLD.begin([task], 1)
    ready, released = [], []
    for *_, delay in play_turns(game, plan):
        ready.append(game.seconds)
        released.append(game.seconds + delay + task.rules.drag_time)
    return Course(tuple(ready), tuple(released), game.seconds if game.legal() else None)


PLAYER = BirdsPlayer()
