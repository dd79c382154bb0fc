"""Answers that were cut off or refused are told apart from those that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest
from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ContentText, ModelOutput

from topple.prompting.exchange import Spent
from topple.prompting.stop import Stop
from topple.tasks.outcome import Outcome
from topple.vlm.plan_questions import plan_of
from topple.vlm.stops import stop_of

SETS: dict[str, tuple[dict[str, Any], str]] = {
    "deepphy-phyre": ({"form": "5x5x5"}, "Cell: 7, Radius: 3"),
    "deepphy-birds": ({"form": "angle-power"}, "shoot(angle=45, power=0.8)"),
    "physiq-yesno": ({"mode": "strict", "shots": 0, "frames": 1}, "Yes"),
    "physiq-insertion": (
        {"mode": "strict", "shots": 0, "frames": 1},
        '{"x": 20, "y": 230, "radius": 8}',
    ),
}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("stop", [Stop.LENGTH, Stop.REFUSAL])
def test_an_answer_that_did_not_end_by_itself_is_not_read(name: str, stop: Stop) -> None:
    asking, text = SETS[name]
    plan = plan_of(name, asking)
    game = plan.begin(plan.items()[0])
    turn = game.answer(game.question(), text, Spent(), stop).turn
    assert (turn.read, turn.outcome, turn.stop) == (None, stop.outcome, stop)


def test_the_classic_reader_reads_what_came() -> None:
    plan = plan_of("deepphy-phyre-classic", {"form": "5x5x5", "classic": True})
    game = plan.begin(plan.items()[0])
    cut = game.answer(game.question(), "Cell: 7, Radius: 3 pushes", Spent(), Stop.LENGTH).turn
    assert (cut.read, cut.stop) == ((7, 3), Stop.LENGTH)
    none = game.answer(game.question(), "The ball", Spent(), Stop.LENGTH).turn
    assert none.outcome == Outcome.TRUNCATED


def test_later_questions_say_that_an_answer_was_cut_off() -> None:
    plan = plan_of("deepphy-phyre", {"form": "5x5x5"})
    game = plan.begin(plan.items()[0])
    game.answer(game.question(), "Placing it in cell 7 with radius 3", Spent(), Stop.LENGTH)
    words = "\n".join(part for part in game.question().parts if isinstance(part, str))
    assert "Attempt 1: no action - the answer was too long and was cut off." in words


@pytest.mark.parametrize(
    ("reason", "refusal", "stop"),
    [
        ("stop", None, Stop.END),
        ("max_tokens", None, Stop.LENGTH),
        ("content_filter", None, Stop.REFUSAL),
        ("stop", True, Stop.REFUSAL),
    ],
)
def test_the_reason_comes_from_the_provider(reason: str, refusal: bool | None, stop: Stop) -> None:
    message = ChatMessageAssistant(content=[ContentText(text="Sorry.", refusal=refusal)])
    choice = ChatCompletionChoice.model_validate({"message": message, "stop_reason": reason})
    assert stop_of(ModelOutput(model="m", choices=[choice])) is stop
