"""Floors and ceilings: the scores of players follow from how they answer."""

from __future__ import annotations

import numpy as np
import pytest

from topple.errors import BadInput, UnknownName
from topple.metrics.calibration import Calibration
from topple.metrics.judgements import Judged
from topple.metrics.rankings import Ranked
from topple.worlds.phyre.metrics.scoring import (
    Score,
    answers,
    compare,
    compare_talks,
    score,
    score_talks,
    talks,
)
from topple.worlds.phyre.physiq.items import Item, Kind, QuestionMode
from topple.worlds.phyre.physiq.players import PLAYERS, player
from topple.worlds.phyre.physiq.players.pixel_contact import in_contact
from topple.worlds.phyre.physiq.sets import question_set, some
from topple.worlds.phyre.physiq.settings import QuestionSettings


def items_of(kind: Kind, mode: QuestionMode = QuestionMode.STRICT) -> list[Item]:
    return question_set(kind, QuestionSettings(mode))


def played(name: str, items: list[Item]) -> list[str]:
    return answers(items, player(name).make(items))


def scored(name: str, items: list[Item]) -> Score:
    return score(items, played(name, items))


@pytest.mark.parametrize("mode", QuestionMode)
@pytest.mark.parametrize("kind", [Kind.YESNO, Kind.CONFIDENCE, Kind.RANKING])
def test_the_oracle_is_perfect_through_every_form(kind: Kind, mode: QuestionMode) -> None:
    found = scored("oracle", items_of(kind, mode))
    assert found.unreadable == 0
    if isinstance(found, Judged):
        assert (found.accuracy.value, found.bias.value) == (1, 0)
    elif isinstance(found, Calibration):
        assert found.brier.value == 0
        assert found.auroc is not None
        assert found.auroc.value == 1
    else:
        assert (found.exact.value, found.tau.value) == (1, 1)


@pytest.mark.parametrize("mode", QuestionMode)
def test_one_answer_in_ten_of_the_mock_makes_no_sense(mode: QuestionMode) -> None:
    for kind in (Kind.YESNO, Kind.CONFIDENCE, Kind.RANKING):
        items = items_of(kind, mode)
        found = scored("mock", items)
        assert abs(found.unreadable / len(items) - 0.1) < 0.08


def test_saying_no_pays_in_classic_and_not_in_strict() -> None:
    classic, strict = (scored("always-no", items_of(Kind.YESNO, mode)) for mode in QuestionMode)
    assert isinstance(classic, Judged)
    assert isinstance(strict, Judged)
    assert classic.accuracy.value == 0.75
    assert classic.balanced.value == strict.accuracy.value == 0.5
    best = scored("best-constant", items_of(Kind.YESNO, QuestionMode.CLASSIC))
    assert isinstance(best, Judged)
    assert best.accuracy.value == 0.75


def test_a_constant_order_gets_a_quarter_in_strict() -> None:
    found = scored("best-constant", items_of(Kind.RANKING))
    assert isinstance(found, Ranked)
    assert found.top.value == 0.25
    assert found.slot_p < 1e-9
    assert found.flips == 1


def test_the_base_rate_is_calibrated_and_knows_nothing() -> None:
    found = scored("best-constant", items_of(Kind.CONFIDENCE, QuestionMode.CLASSIC))
    assert isinstance(found, Calibration)
    assert found.brier.value == pytest.approx(found.brier_of_base_rate)
    assert found.auroc is not None
    assert found.auroc.value == 0.5


def test_pixels_see_contact() -> None:
    white = np.full((40, 40, 3), 255, np.uint8)
    assert not in_contact(white)
    for gap, touching in ((0, True), (3, True), (6, False)):
        picture = white.copy()
        picture[10:20, 5:15] = (107, 206, 187)
        picture[10:20, 15 + gap : 25 + gap] = (75, 74, 164)
        assert in_contact(picture) is touching


def test_placements_win_as_they_should() -> None:
    items = some(items_of(Kind.INSERTION), 10)
    oracle = score_talks(talks(items, player("oracle").make(items)))
    random = score_talks(talks(items, player("random-valid").make(items)))
    assert oracle.solved[1].value == 1
    assert random.valid == 1
    assert random.solved[5].value < 0.7
    found = compare_talks(
        talks(items, player("oracle").make(items)), talks(items, player("mock").make(items))
    )
    assert found.value > 0.3


def test_two_players_are_compared_item_by_item() -> None:
    items = items_of(Kind.YESNO)
    oracle, no = played("oracle", items), played("always-no", items)
    found = compare(items, oracle, no)
    assert (found.a, found.b, found.value) == (1, 0.5, 0.5)
    noise = compare(items, played("mock", items), played("random-valid", items))
    assert noise.interval is not None
    assert noise.interval[0] < 0.05


def test_answers_do_not_depend_on_order() -> None:
    items = items_of(Kind.RANKING)[:40]
    for name in ("mock", "random-valid"):
        there = played(name, items)
        assert played(name, items[::-1]) == there[::-1]


def test_mistakes_of_the_caller_are_named() -> None:
    items = items_of(Kind.YESNO)
    with pytest.raises(BadInput, match="600 items, but 1 answers"):
        score(items, ["Yes"])
    with pytest.raises(BadInput, match="one form"):
        score([items[0], items_of(Kind.RANKING)[0]], ["Yes", "Yes"])
    with pytest.raises(UnknownName):
        player("clairvoyant")
    assert all(each.kinds <= set(Kind) for each in PLAYERS.values())
