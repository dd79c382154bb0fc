"""Check what a model said: its answers give the attempts, its simulations come out as recorded."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from topple.errors import ToppleError
from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Exchange, Spent
from topple.prompting.stop import Stop
from topple.prompting.tools import Tools
from topple.runs.settings import RunSettings
from topple.runs.turns import TOOLS, read_calls
from topple.submissions.attempts import Key
from topple.submissions.card import shown_tools
from topple.submissions.faults import Fault, Kind, Report
from topple.submissions.replay import where
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.plan import ModelPlan
from topple.vlm.record import read_attempts, read_turns, turns_of
from topple.worlds import world

Turns = Sequence[Mapping[str, Any]]
_SAME = ("action", "outcome", "steps", "digest", "points", "asked")
# What an answer shows of itself: how it was read, what it predicts, and what the model was shown.
_READ = ("asked", "views", "read", "prediction", "outcome")
_CENT = 1e-8  # dollars: costs are recorded with nine decimals


def check_answers(folder: Path, plan: ModelPlan, report: Report, done: Callable[[], None]) -> None:
    """Play every task again from the recorded answers; compare each attempt with its record."""
    attempts = read_attempts(folder)
    made_turns = list(read_turns(folder))
    for turn in made_turns:
        if not 1 <= turn["attempt"] <= len(attempts.get((turn["fold"], turn["task"]), ())):
            place = f"fold {turn['fold']}, {turn['task'][:100]}, attempt {turn['attempt']}"
            report(Fault(Kind.ANSWER, place, "a turn of no attempt"))
    turns = turns_of(made_turns, attempts)
    for key, made in attempts.items():
        try:
            _check_task(plan, key, made, turns.get(key, []), report)
        except (ToppleError, KeyError, ValueError, TypeError) as error:
            report(Fault(Kind.ANSWER, f"fold {key[0]}, {key[1][:100]}", f"{error}"))
        done()


def _check_task(
    plan: ModelPlan, key: Key, made: Sequence[Attempt], turns: Turns, report: Report
) -> None:
    game = plan.begin(key)
    for attempt in made:
        own = [turn for turn in turns if turn["attempt"] == attempt.number]
        again = _attempt(game, own, attempt, report)
        if again is None:
            report(Fault(Kind.ANSWER, where(attempt), "the recorded answers do not end it"))
            return
        _compare(attempt, again, own, report)
        if game.over:
            # After a provider's failure a task goes on from the record.
            before = [turn for turn in turns if turn["attempt"] <= attempt.number]
            game = plan.begin(key, made[: attempt.number], [dict(turn) for turn in before])


def _attempt(game: Conversation, turns: Turns, attempt: Attempt, report: Report) -> Attempt | None:
    """Replay the answers of one attempt; return what came of them."""
    for turn in turns:
        exchange = _exchange(game, turn, attempt)
        again = json.loads(json.dumps(exchange.turn.data()))
        for name in _READ:
            if turn.get(name) != again.get(name):
                what = f"`{name}` {_short(turn.get(name))}; the answer gives "
                report(Fault(Kind.ANSWER, where(attempt), what + _short(again.get(name))))
        if exchange.attempt is not None:
            return exchange.attempt
    return None


def _exchange(game: Conversation, turn: Mapping[str, Any], attempt: Attempt) -> Exchange:
    question = game.question()
    spent = Spent(**turn["spent"])
    if turn["outcome"] == Outcome.FAILED:
        return game.fail(question, turn["why"], spent)
    return game.answer(question, turn["answer"], spent, Stop(turn.get("stop", Stop.END)))


def _compare(told: Attempt, again: Attempt, turns: Turns, report: Report) -> None:
    for name in _SAME:
        if getattr(told, name) != getattr(again, name):
            what = f"{name} {_short(getattr(told, name))}; the answer gives "
            report(Fault(Kind.ANSWER, where(told), what + _short(getattr(again, name))))
            return
    cost = sum(turn["spent"]["cost_usd"] for turn in turns)
    tokens = sum(turn["spent"]["tokens_in"] + turn["spent"]["tokens_out"] for turn in turns)
    if abs(cost - told.cost_usd) > _CENT or tokens != told.tokens:
        what = f"{told.tokens:,} tokens, ${told.cost_usd:.4f}; its turns {tokens:,}, ${cost:.4f}"
        report(Fault(Kind.COST, where(told), what))


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


def check_calls(folder: Path, settings: RunSettings, report: Report) -> None:
    """Count the calls of each task, and play each again."""
    try:
        calls = read_calls(folder)
        counts = Counter((call["fold"], call["task"]) for call in calls)
        _check_budget(counts, settings, report)
        for call in calls:
            _replay(call, settings, report)
    except (ToppleError, ValueError, KeyError, TypeError) as error:
        report(Fault(Kind.FILE, TOOLS, f"it cannot be read: {str(error)[:80]}"))


def _check_budget(counts: Counter[Any], settings: RunSettings, report: Report) -> None:
    most = Tools.parse(shown_tools(settings) or "none").simulations
    for (_, task), count in counts.items():
        if count > most:
            what = f"`{str(task)[:80]}` has {count} simulated attempts; the run allows {most}"
            report(Fault(Kind.BEYOND, TOOLS, what))


def _replay(call: dict[str, Any], settings: RunSettings, report: Report) -> None:
    if not call["action"]:
        return
    own = world(settings.world)
    task = own.task(call.get("practice") or call["task"])
    (played,) = own.play([task], [tuple(call["action"])], threads=1)
    if (str(played.outcome), played.digest) != (call["outcome"], call["digest"]):
        what = f"call {call['call']} of `{task}` ends as {played.outcome}, {played.digest}"
        report(Fault(Kind.OUTCOME, TOOLS, what))
