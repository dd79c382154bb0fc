"""Rewards are those of an evaluation: answers are read and simulated in the same way."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from topple.errors import BadInput
from topple.prompting.exchange import Spent
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.vlm.lessons import lessons, training_tasks
from topple.vlm.options import usual_setup
from topple.vlm.plan_questions import plan_of
from topple.vlm.reward import reward


def rewarded(name: str, task: str, answers: Sequence[object]) -> list[float]:
    asking = json.dumps({**usual_setup(name), "history": "none"})
    columns = {"protocol": name, "task": task, "asking": asking}
    many = {column: [value] * len(answers) for column, value in columns.items()}
    return reward([""] * len(answers), answers, fold=[0] * len(answers), step=7, **many)


@pytest.mark.parametrize("name", ["deepphy-iphyre", "deepphy-birds", "pool-puzzles"])
def test_a_solution_is_worth_one_and_words_without_an_action_are_worth_minus_one(name: str) -> None:
    plan = plan_of(name, usual_setup(name), folds=(0,), limit=6)
    taught = [(task, list(lessons(plan, (0, task), 1))) for task in training_tasks(plan, "train")]
    task, (lesson,) = next((task, found) for task, found in taught if len(found) == 1)
    said = [{"role": "assistant", "content": lesson.answer}]
    parts = [{"role": "assistant", "content": [{"type": "text", "text": lesson.answer}]}]
    answers = [lesson.answer, said, parts, "I am not sure.", ""]
    assert rewarded(name, task, answers) == [1, 1, 1, -1, -1]


def test_rewards_follow_the_outcomes_of_an_evaluation() -> None:
    name = "deepphy-phyre"
    task = protocol(name).split(0).train[0]
    plan = plan_of(name, usual_setup(name), folds=(0,))
    cells = [f"Cell: {cell}, Radius: {size}" for cell in range(1, 27) for size in (2, 4)]
    values = {Outcome.SOLVED: 1.0, Outcome.MISSED: 0.0}
    wanted = []
    for answer in cells:
        game = plan.begin((0, task))
        attempt = game.answer(game.question(), answer, Spent()).attempt
        assert attempt is not None
        wanted.append(values.get(attempt.outcome, -1.0))
    assert rewarded(name, task, cells) == wanted
    assert len(set(wanted)) > 1


def test_test_tasks_give_no_reward() -> None:
    task = protocol("deepphy-phyre").split(0).test[0]
    with pytest.raises(BadInput, match="is no training task"):
        rewarded("deepphy-phyre", task, ["Cell: 1, Radius: 1"])
