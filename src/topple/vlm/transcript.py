"""The transcript of one task.

Pictures and prompts are not stored with a run. They are made again, and the hash in the record
shows whether the model saw the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topple.prompting.exchange import Key, Spent
from topple.prompting.predictions import is_right, names_of
from topple.prompting.question import Picture, Question
from topple.prompting.stop import Stop
from topple.reports.replays import Replay, replay, replay_action
from topple.reports.transcripts import anchor
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.plan import ModelPlan
from topple.worlds import world

_UNSOLVED = "unsolved"
_JUDGED = {Outcome.SOLVED: "right", Outcome.MISSED: "wrong"}  # answers to questions
Turns = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer; `end` and `film` stand at the last turn of an attempt.

    `end` is how the attempt ended, in words, and `outcome` its outcome.
    `same` says that the question made again is the one that was asked. `pictures` are those that
    were not shown further up, out of `shown`. `in_text` is what the reader of free text finds in a
    structured answer, where that differs. `stop` is why the answer did not end by itself.
    """

    title: str
    anchor: str
    question: str
    same: bool
    shown: int
    pictures: list[Picture]
    answer: str
    predictions: str
    read: str
    in_text: str
    outcome: str
    end: str
    why: str
    stop: str
    spent: str
    film: Replay | None


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything that was asked and answered about one task.

    `end` is solved or unsolved, for a question right, wrong or unreadable, or failed where a
    provider gave no answer; `outcomes` are those of its attempts.
    """

    name: str
    caption: str
    end: str
    outcomes: list[str]
    system: str
    pictures: list[Picture]
    turns: list[Turn]


def transcript(plan: ModelPlan, key: Key, made: Sequence[Attempt], turns: Turns) -> Transcript:
    """Make the transcript of a task from its attempts and its recorded turns."""
    first, seen = plan.begin(key).question(), set[str]()
    pictures = _new(first, seen)
    outcomes = [str(attempt.outcome) for attempt in made]
    return Transcript(
        name=key[1],
        caption=plan.task(key[1]).caption,
        end=_end(plan, made),
        outcomes=outcomes,
        system=first.system,
        pictures=pictures,
        turns=[
            _turn(plan, turn, _question(plan, key, made, turns, turn), made, turns, seen)
            for turn in turns
        ],
    )


def _turn(
    plan: ModelPlan,
    turn: dict[str, Any],
    question: Question,
    made: Sequence[Attempt],
    turns: Turns,
    seen: set[str],
) -> Turn:
    number, decision, read = turn["attempt"], turn["decision"], turn["read"]
    attempt = made[number - 1]
    last = turn is [each for each in turns if each["attempt"] == number][-1]
    later = f", decision {decision}" if decision > 1 else ""
    parts = question.every_part if number == 1 else question.parts
    spent = turn["spent"]
    return Turn(
        title=f"Attempt {number}{later}",
        anchor="" if later else anchor(attempt),
        question="\n\n".join(part for part in parts if isinstance(part, str)),
        same=question.digest == turn["asked"],
        shown=len(question.pictures),
        pictures=_new(question, seen),
        answer=turn["answer"],
        predictions=_predictions(turn["prediction"]),
        read="nothing" if read is None else _read(plan, attempt.task, read),
        in_text=_read_in_text(plan, attempt.task, turn),
        outcome=str(attempt.outcome),
        end=outcome_word(plan, attempt.outcome) if last else "",
        why=turn["why"] or "",
        stop=_stop_in(turn).why,
        spent=f"{spent['tokens_in']:,} tokens in, {spent['tokens_out']:,} out"
        + (f", ${spent['cost_usd']:.4f}" if spent["cost_usd"] else ""),
        film=_film(plan, attempt) if last else None,
    )


def _question(
    plan: ModelPlan, key: Key, made: Sequence[Attempt], turns: Turns, turn: dict[str, Any]
) -> Question:
    """Make the question of a turn again: from the attempts before it, and its own decisions."""
    before = turn["attempt"] - 1
    game = plan.begin(key, made[:before], [each for each in turns if each["attempt"] <= before])
    for each in turns:
        if each["attempt"] == turn["attempt"] and each["decision"] < turn["decision"]:
            game.answer(game.question(), each["answer"], Spent(), _stop_in(each))
    return game.question()


def _stop_in(turn: dict[str, Any]) -> Stop:
    """Return why the model stopped writing; runs from before this was recorded do not say."""
    return Stop(turn.get("stop", Stop.END))


def _new(question: Question, seen: set[str]) -> list[Picture]:
    """Return the pictures that were not shown before, and remember them."""
    new = {p.digest: p for p in question.pictures if p.digest not in seen}
    seen.update(new)
    return list(new.values())


def _end(plan: ModelPlan, made: Sequence[Attempt]) -> str:
    """Return how a task or a question ended, over all its attempts."""
    last = made[-1].outcome
    if last is Outcome.FAILED or _is_judged(plan):
        return outcome_word(plan, last)
    return str(Outcome.SOLVED) if last is Outcome.SOLVED else _UNSOLVED


def outcome_word(plan: ModelPlan, outcome: Outcome) -> str:
    """Return the word for an outcome: answers to questions are right or wrong."""
    return _JUDGED.get(outcome, str(outcome)) if _is_judged(plan) else str(outcome)


def _is_judged(plan: ModelPlan) -> bool:
    return plan.voice.judged


def _read(plan: ModelPlan, name: str, numbers: Sequence[float]) -> str:
    if _is_judged(plan):
        return plan.form(name).words(numbers)
    return ", ".join(f"{number:g}" for number in numbers)


def _read_in_text(plan: ModelPlan, name: str, turn: dict[str, Any]) -> str:
    other = turn.get("in_text", turn)["read"]
    if other == turn["read"]:
        return ""
    return "nothing" if other is None else _read(plan, name, other)


def _film(plan: ModelPlan, attempt: Attempt) -> Replay | None:
    task = plan.task(attempt.task)
    if not _is_judged(plan):
        return replay(task, attempt)
    # The recording does not depend on the answer.
    return replay_action(task, world(plan.protocol.world).solution(task))


def _predictions(facts: dict[str, Any]) -> str:
    return "; ".join(
        f"{name.replace('_', ' ')} predicted {'correctly' if is_right(facts, name) else 'wrongly'}"
        for name in names_of(facts)
    )
