"""The Inspect solver: it asks a model, plays its answers, and reports the results back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import anyio
from inspect_ai.model import (
    ChatMessage,
    ChatMessageTool,
    GenerateConfig,
    Model,
    ModelOutput,
    ResponseSchema,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolInfo
from inspect_ai.util import JSONSchema, LimitExceededError

from topple.errors import RunError
from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Exchange, Key, Spent
from topple.prompting.question import Question
from topple.prompting.structured import Schema
from topple.prompting.tools import Tools
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Choices
from topple.vlm.answered import ATTEMPTS, TURNS
from topple.vlm.baselines import BASELINES
from topple.vlm.bench import Bench
from topple.vlm.fault import Fault, fault_of
from topple.vlm.messages import messages_of, usable
from topple.vlm.money import bill
from topple.vlm.session import Session
from topple.vlm.stops import stop_of
from topple.vlm.threads import off_the_loop


@solver
def play(
    protocol_name: str, setup: dict[str, Any], choices: dict[str, Any] | None = None
) -> Solver:
    """Play the task or ask the item of a sample."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        # Inspect's own command has no record, and checks no connection beforehand.
        kept = _SESSIONS.get(state.metadata.get("record", ""))
        session = kept or Session(checked=True)
        record = session.record
        key = (int(state.metadata["fold"]), str(state.metadata["task"]))
        done, turns = record.attempts.get(key, []), record.turns.get(key, [])
        begin = partial(_begin, protocol_name, setup, choices or {}, key, list(done), list(turns))
        try:
            asks, found, resumed = await off_the_loop(begin)
            for exchange in resumed:
                record.add(exchange)
            try:
                fault = await _conversation(found, get_model(), session, state, asks=asks)
                if fault and not kept:
                    raise RunError(fault.cause)  # for Inspect to count, repeat or stop at
            finally:
                # Inspect's own limits may end the conversation; what was played still counts.
                state.store.set(ATTEMPTS, [attempt.to_line() for attempt in found.attempts])
                state.store.set(TURNS, record.turns.get(key, []))
        except LimitExceededError:
            raise
        except Exception as error:
            # Inspect ends the sample and goes on; the command reports what happened.
            session.broken.append(error)
            raise
        state.completed = True
        return state

    return solve


def _begin(
    protocol_name: str,
    setup: dict[str, Any],
    choices: dict[str, Any],
    key: Key,
    done: Sequence[Attempt],
    turns: Sequence[dict[str, Any]],
) -> tuple[bool, Conversation, list[Exchange]]:
    # Inspect keeps solvers until the process ends, and with them all that their module imports. The
    # caches of worlds must not be among that, or the engine reports leaks.
    from topple.vlm.plan_questions import plan_of

    made = Choices.from_data(choices)
    plan = plan_of(protocol_name, setup, choices=made)
    found = plan.begin(key, done, turns)
    return plan.asks_once, found, found.resume(turns)


# Inspect copies what it is given, so shared objects are found by name.
_SESSIONS: dict[str, Session] = {}


def keep(name: str, session: Session) -> None:
    """Make a session available to solvers under the name that samples carry."""
    _SESSIONS[name] = session


def forget(name: str) -> None:
    """Drop a session."""
    _SESSIONS.pop(name, None)


async def _conversation(
    found: Conversation, model: Model, session: Session, state: TaskState, *, asks: bool
) -> Fault | None:
    """Ask until the task is over; return the fault that ended it earlier.

    The log of Inspect holds every question with its answer.
    """
    state.messages = []
    tools = Tools.parse(found.setup.tools)
    bench = Bench(tools, found, session.record)
    while not found.over:
        question = await off_the_loop(found.question)
        if not await session.enter():
            return None
        start = time.perf_counter()
        try:
            messages = messages_of(question, found.hint)
            config = _config(found.schema)
            reply, spent = await _talk(model, messages, question, session, bench, config)
            state.messages += messages
            wall_ms = 1000 * (time.perf_counter() - start)
            if isinstance(reply, ModelOutput):
                state.output = reply
            else:
                recorded = session.given_up(reply)
        finally:
            await session.leave()
        if isinstance(reply, Fault):
            # The failed attempt is recorded once, also if the task failed in an earlier run.
            if recorded and not (found.attempts and found.attempts[-1].outcome is Outcome.FAILED):
                session.record.add(found.fail(question, reply.cause, Spent(wall_ms=wall_ms)))
            return reply
        # Half of a character that is cut in two cannot be stored.
        text = reply.completion.encode("utf-8", "replace").decode()
        stop = stop_of(reply, asks=asks)
        session.add(await off_the_loop(partial(found.answer, question, text, spent, stop)))
    return None


def _spent(
    model: Model, output: ModelOutput, question: Question, wall_ms: float, session: Session
) -> Spent:
    terms = session.terms
    found = bill(output.usage, question, terms.price, terms.longest)
    if not str(model).startswith(BASELINES):
        session.uncounted += found.uncounted
    session.unpriced += found.cache_unpriced
    tokens = found.tokens
    return Spent(
        tokens.read, tokens.out, found.cost_usd, wall_ms, tokens.cache_read, tokens.cache_write
    )


async def _talk(
    model: Model,
    messages: list[ChatMessage],
    question: Question,
    session: Session,
    bench: Bench,
    config: GenerateConfig,
) -> tuple[ModelOutput | Fault, Spent]:
    """Ask until an answer holds no more calls of tools; `messages` grows by what was said."""
    spent = Spent()
    for number in range(bench.rounds + 1):
        start = time.perf_counter()
        more = number < bench.rounds and not session.exhausted
        offered = bench.offered() if more else []
        reply = await _ask(model, messages, session, offered, config)
        if isinstance(reply, Fault):
            break
        one = _spent(model, reply, question, 1000 * (time.perf_counter() - start), session)
        session.answered(one.cost_usd)
        spent += one
        messages.append(reply.message)
        calls = reply.message.tool_calls or [] if offered else []
        if not calls:
            break
        for call in calls:
            told = await off_the_loop(partial(bench.use, call))
            messages.append(
                ChatMessageTool(content=told, tool_call_id=call.id, function=call.function)
            )
    return reply, spent


async def _ask(
    model: Model,
    messages: list[ChatMessage],
    session: Session,
    tools: Sequence[ToolInfo],
    config: GenerateConfig,
) -> ModelOutput | Fault:
    """Ask, and ask again after a fault; return the answer, or the last fault."""
    terms = session.terms
    for repetition in range(1, terms.retries + 2):
        try:
            reply = usable(await model.generate(messages, list(tools), config=config))
        except LimitExceededError:
            raise
        except Exception as error:
            reply = fault_of(error, terms.timeout_s)
        if isinstance(reply, ModelOutput) or reply.hopeless:
            break
        # An address that never answered is reported at once.
        if repetition > terms.retries or (reply.unreachable and not session.checked):
            break
        await anyio.sleep(reply.pause_s(terms.pause_s, repetition))
    return reply


def _config(schema: Schema | None) -> GenerateConfig:
    """Return what a question asks for besides the settings of the run: answers by a schema."""
    if schema is None:
        return GenerateConfig()
    asked = ResponseSchema(name="action", json_schema=JSONSchema(**schema), strict=True)
    return GenerateConfig(response_schema=asked)
