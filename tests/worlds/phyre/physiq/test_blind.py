"""Rules that see no picture: a leak shows in them."""

from __future__ import annotations

import pytest

from topple.worlds.phyre.metrics.blind import blind
from topple.worlds.phyre.physiq.items import Item, Kind
from topple.worlds.phyre.physiq.sets import question_set, some
from topple.worlds.phyre.physiq.settings import QuestionSettings


def leaking(kind: Kind) -> list[Item]:
    """Return the items whose right answer the number of balls tells."""
    items = question_set(kind, QuestionSettings())
    if kind is Kind.RANKING:
        return [i for i in items if isinstance(i.truth, tuple) and i.truth[0] == i.balls]
    return [item for item in items if item.truth is (item.balls == 1)]


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (Kind.SANITY, "number of balls"),
        (Kind.YESNO, "number of balls"),
        (Kind.CONFIDENCE, "number of balls"),
        (Kind.RANKING, "place by number of balls"),
    ],
)
def test_a_leak_is_a_perfect_score(kind: Kind, rule: str) -> None:
    assert blind(kind, leaking(kind))[rule] == 1.0
    assert blind(kind, some(question_set(kind), 100))[rule] < 0.6


def test_insertions_and_empty_runs_have_no_rules() -> None:
    assert blind(Kind.INSERTION, question_set(Kind.INSERTION)[:3]) == {}
    assert blind(Kind.YESNO, []) == {}
