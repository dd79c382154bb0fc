"""I-PHYRE for people: press a block to remove it, while time runs."""

from __future__ import annotations

from collections.abc import Sequence

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.gestures import Done, Pick, Player, Turn
from topple.worlds.iphyre.action_space import action_of, plan_of
from topple.worlds.iphyre.timing import step_at
from topple.worlds.iphyre.world import own_task


class IPhyrePlayer(Player):
    """Blocks have the numbers that the picture shows."""

    def how(self, task: Task) -> str:
        return "Press Start, then press a grey block to remove it."

    def turn(self, task: Task, plan: Action) -> Turn:
        level = own_task(task).level
        removed = {number for number, _ in plan_of(plan)}
        return Turn(
            tuple(
                Pick(name=str(number), label=f"Remove block {number}", bodies=(body,))
                for number, body in enumerate(level.eliminable)
                if number not in removed
            )
        )

    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        return (*plan, *action_of([(int(done.name), done.at)]))

    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        rate = own_task(task).level.rate
        removals = sorted(
            (step_at(seconds, rate), number) for number, seconds in plan_of(action) if seconds >= 0
        )
        return [Done(str(number), at=step / rate) for step, number in removals]


PLAYER = IPhyrePlayer()
