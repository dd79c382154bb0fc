"""Answers to questions that any solver of Inspect gave, read and kept as if Topple had asked."""

from __future__ import annotations

from functools import partial
from typing import Any

from inspect_ai.model import ModelOutput
from inspect_ai.solver import TaskState

from topple.errors import BadInput, RunError
from topple.prompting.exchange import Exchange, Spent
from topple.prompting.question import Question
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Choices
from topple.vlm.fault import Fault
from topple.vlm.messages import usable
from topple.vlm.money import MOST_TOKENS, bill
from topple.vlm.stops import stop_of
from topple.vlm.threads import off_the_loop

# Where a sample in Inspect's log keeps the lines of a run folder.
ATTEMPTS, TURNS = "topple:attempts", "topple:turns"


async def made_in(state: TaskState, asked: dict[str, Any]) -> list[Attempt]:
    """Return the attempts of a sample; what another solver answered is read first.

    `asked` are the arguments of a plan: `name`, `asking` and `choices`.
    """
    if state.store.get(ATTEMPTS) is None:
        spent = _spent(state)
        exchange, fault = await off_the_loop(partial(_read, state, asked, spent))
        assert exchange.attempt is not None  # one answer ends the task
        state.store.set(ATTEMPTS, [exchange.attempt.to_line()])
        state.store.set(TURNS, [exchange.turn.data()])
        if fault:
            raise RunError(fault.cause)  # for Inspect to count, repeat or stop at
    lines: list[str] = state.store.get(ATTEMPTS)
    return [Attempt.from_line(line.encode() + b"\n") for line in lines]


def _read(state: TaskState, asked: dict[str, Any], spent: Spent) -> tuple[Exchange, Fault | None]:
    # The caches of worlds must not be among what Inspect keeps of this module: see `solver`.
    from topple.vlm.plan_questions import plan_of

    plan = plan_of(asked["name"], asked["asking"], choices=Choices.from_data(asked["choices"]))
    if not plan.asks_once:
        raise BadInput(
            f"`{plan.protocol.name}` is a game of many questions, which Topple's own solver asks",
            "leave out --solver; ladders, probes and most physiq-... sets take any solver",
        )
    episode = plan.begin((int(state.metadata["fold"]), str(state.metadata["task"])))
    question, reply = episode.question(), usable(state.output)
    if isinstance(reply, Fault):
        return episode.fail(question, reply.cause, spent), reply
    text = reply.completion.encode("utf-8", "replace").decode()
    return episode.answer(question, text, spent, stop_of(reply, asks=True)), None


def _spent(state: TaskState) -> Spent:
    """Return what the sample cost; a solver may have asked more than once."""
    output: ModelOutput = state.output
    last = bill(output.usage, Question("", "", ()), None, 0).tokens
    every = min(max(last.read, state.token_usage - last.out), MOST_TOKENS)
    cost = max(0.0, state.cost_usage)
    wall_ms = 1000 * (output.time or 0.0)
    return Spent(every, last.out, cost, wall_ms, last.cache_read, last.cache_write)
