"""The Inspect solver: it asks a model, plays its answers, and reports the results back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from topple.prompting.episode import Episode, Key, Spent
from topple.prompting.hint import Hint
from topple.prompting.question import Part, Picture, Question
from topple.tasks.attempt import Attempt
from topple.vlm.provider import HINT
from topple.vlm.record import Record
from topple.vlm.stops import stop_of
from topple.vlm.threads import off_the_loop

# Where a sample in Inspect's log keeps the lines of a run folder.
ATTEMPTS, TURNS = "topple:attempts", "topple:turns"
_ASKED_AGAIN = 2  # repetitions after failures that Inspect does not retry


@dataclass(slots=True)
class Budget:
    """How much a run may cost, and the price per million tokens where Inspect does not know it."""

    most_usd: float | None = None
    price_in: float = 0.0
    price_out: float = 0.0
    spent: bool = field(default=False)

    def cost(self, output: ModelOutput) -> float:
        """Return the cost of an answer in dollars."""
        usage = output.usage
        if usage is None:
            return 0.0
        if usage.total_cost is not None:
            return usage.total_cost
        return (usage.input_tokens * self.price_in + usage.output_tokens * self.price_out) / 1e6


@solver
def play(protocol_name: str, setup: dict[str, Any]) -> Solver:
    """Play the task or ask the item of a sample."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        record: Record = _RECORDS.get(state.metadata.get("record", ""), Record())
        budget = _BUDGETS.get(state.metadata.get("record", ""), Budget())
        key = (int(state.metadata["fold"]), str(state.metadata["task"]))
        done, turns = record.attempts.get(key, []), record.turns.get(key, [])
        begin = partial(_begin, protocol_name, setup, key, list(done), list(turns))
        found = await off_the_loop(begin)
        try:
            await _conversation(found, get_model(), record, budget)
        finally:
            # Inspect's own limits may end the conversation; what was played still counts.
            state.store.set(ATTEMPTS, [attempt.to_line() for attempt in found.attempts])
            state.store.set(TURNS, record.turns.get(key, []))
        state.completed = True
        return state

    return solve


def _begin(
    protocol_name: str,
    setup: dict[str, Any],
    key: Key,
    done: Sequence[Attempt],
    turns: Sequence[dict[str, Any]],
) -> Episode:
    # Inspect keeps solvers until the process ends, and with them all that their module imports. The
    # caches of worlds must not be among that, or the engine reports leaks.
    from topple.vlm.plan_questions import plan_of

    return plan_of(protocol_name, setup).begin(key, done, turns)


def made_in(state: TaskState) -> list[Attempt]:
    """Return the attempts of a sample."""
    lines: list[str] = state.store.get(ATTEMPTS, [])
    return [Attempt.from_line(line.encode() + b"\n") for line in lines]


# Inspect copies what it is given, so shared objects are found by name.
_RECORDS: dict[str, Record] = {}
_BUDGETS: dict[str, Budget] = {}


def keep(name: str, record: Record, budget: Budget) -> None:
    """Make a record available to solvers under the name that samples carry."""
    _RECORDS[name], _BUDGETS[name] = record, budget


def forget(name: str) -> None:
    """Drop a record."""
    _RECORDS.pop(name, None)
    _BUDGETS.pop(name, None)


async def _conversation(found: Episode, model: Model, record: Record, budget: Budget) -> None:
    while not found.over:
        if budget.most_usd is not None and record.cost_usd >= budget.most_usd:
            budget.spent = True
            return
        question = await off_the_loop(found.question)
        start = time.perf_counter()
        output = await _ask(model, _messages(question, found.hint))
        wall_ms = 1000 * (time.perf_counter() - start)
        if isinstance(output, str):
            record.add(found.fail(question, output, Spent(wall_ms=wall_ms)))
            return
        usage = output.usage
        spent = Spent(
            usage.input_tokens if usage else 0,
            usage.output_tokens if usage else 0,
            budget.cost(output),
            wall_ms,
        )
        answer = partial(found.answer, question, output.completion, spent, stop_of(output))
        record.add(await off_the_loop(answer))


async def _ask(model: Model, messages: list[ChatMessage]) -> ModelOutput | str:
    """Ask, and ask again after a failure; return the answer, or the reason of the failure."""
    why = ""
    for _ in range(1 + _ASKED_AGAIN):
        try:
            output = await model.generate(messages)
        except LimitExceededError:
            raise
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            continue
        if output.error or output.stop_reason == "model_length":
            why = output.error or "the question is too long for the model"
            continue
        if not output.choices:
            why = "the provider gave no answer"
            continue
        return output
    return why


def _messages(question: Question, hint: Hint) -> list[ChatMessage]:
    before: list[ChatMessage] = [
        ChatMessageUser(content=_content(said.parts))
        if said.role == "user"
        else ChatMessageAssistant(content="\n".join(map(str, said.parts)))
        for said in question.before
    ]
    return [
        ChatMessageSystem(content=question.system),
        *before,
        ChatMessageUser(content=_content(question.parts), metadata={HINT: asdict(hint)}),
    ]


def _content(parts: Sequence[Part]) -> list[Content]:
    return [
        ContentImage(image=part.address, detail="high")
        if isinstance(part, Picture)
        else ContentText(text=part)
        for part in parts
    ]
