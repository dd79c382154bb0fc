"""Questions count attempts and turns in good English, under every protocol for models."""

from __future__ import annotations

import re

import pytest

from topple.prompting.setup import Setup
from topple.protocols import all_protocols, protocol
from topple.vlm.options import options_of, usual_setup
from topple.vlm.plan import ModelPlan

NAMES = [name for name, rules in all_protocols().items() if rules.for_models and not rules.asks]


@pytest.mark.parametrize("name", NAMES)
def test_one_is_no_plural(name: str) -> None:
    rules = protocol(name)
    plan = ModelPlan(rules, Setup(**usual_setup(name)), "topple/mock", rules.folds[:1], limit=1)
    question = plan.begin(plan.items()[0]).question()
    words = " ".join([question.system, *(part for part in question.parts if isinstance(part, str))])
    assert not re.search(r"\b1 (attempts|turns)\b|attempt 1 of 1\b", words)


def test_a_question_about_a_shot_is_answered_once_and_has_no_history() -> None:
    assert options_of(protocol("pool-prediction")).keys() == {"parameters", "shows"}
    assert "history" in options_of(protocol("deepphy-pool"))
