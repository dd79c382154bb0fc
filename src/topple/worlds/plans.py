"""Play plans: those that agents give, and those that a policy makes move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from topple.errors import AgentFault
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.outcome import Outcome

T = TypeVar("T")


def play_plans(
    tasks: Sequence[T],
    actions: Sequence[Action | Policy | None],
    *,
    moves: Callable[[T, Policy], Action | AgentFault],
    refusal: Callable[[T, Action], str],
    simulate: Callable[[Sequence[T], Sequence[Action]], Sequence[Played]],
) -> list[Played]:
    """Play a plan on each task, all valid ones together.

    `moves` returns what a policy does as a plan, which is then played like any other, so that both
    give the same record. `refusal` returns why a plan is invalid, or nothing.
    """
    found: dict[int, Played] = {}
    valid: dict[int, Action] = {}
    for number, (task, action) in enumerate(zip(tasks, actions, strict=True)):
        plan = moves(task, action) if callable(action) else tuple(action or ())
        if isinstance(plan, AgentFault):
            found[number] = Played(Outcome.FAILED, note=f"policy: {plan}")
        elif why := refusal(task, plan):
            found[number] = Played(Outcome.INVALID, note=why)
        else:
            valid[number] = plan
    played = simulate([tasks[number] for number in valid], list(valid.values()))
    for (number, plan), each in zip(valid.items(), played, strict=True):
        found[number] = replace(each, action=plan)
    return [found[number] for number in range(len(tasks))]
