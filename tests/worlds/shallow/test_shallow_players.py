"""The shallow player answers every set of questions, and learns from no item that it answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tools.docs.shallow import verdict
from topple.metrics.bootstrap import Estimate
from topple.prompting.hint import Hint
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import answer, can_answer
from topple.worlds.ladder import shallow as ladder
from topple.worlds.ladder.find import items_of, worlds_with_items
from topple.worlds.ladder.rows import FILE, PROBE, TEST, Kind
from topple.worlds.phyre.physiq import players
from topple.worlds.phyre.physiq.forms import read
from topple.worlds.phyre.physiq.items import Item, QuestionMode
from topple.worlds.phyre.physiq.items import Kind as Asked
from topple.worlds.phyre.physiq.players import shallow as physiq
from topple.worlds.phyre.physiq.proposal import Grade, total_size
from topple.worlds.phyre.physiq.sets import practice_set, question_set
from topple.worlds.phyre.physiq.settings import QuestionSettings

JUDGED = [kind for kind in Asked if kind is not Asked.INSERTION]
SETS = [
    *(f"ladder-{name}" for name in worlds_with_items(FILE)),
    *(f"counterfactual-{name}" for name in worlds_with_items(PROBE)),
    *(f"physiq-{kind}" for kind in JUDGED),
    "pool-prediction",
]


@pytest.mark.parametrize("name", SETS)
def test_every_set_of_questions_can_be_asked(name: str) -> None:
    assert can_answer("topple/shallow", name)


@pytest.mark.parametrize("name", ["deepphy-pool", "physiq-insertion", "rebuild-phyre"])
def test_other_protocols_are_no_questions(name: str) -> None:
    assert not can_answer("topple/shallow", name)


@pytest.mark.parametrize("mode", QuestionMode)
@pytest.mark.parametrize("kind", JUDGED)
def test_practice_is_about_other_tasks(kind: Asked, mode: QuestionMode) -> None:
    practised = {item.task for item in practice_set(kind, mode)}
    asked = {item.task for item in question_set(kind, QuestionSettings(mode))}
    assert len(practised) > 100
    assert not practised & asked


@pytest.mark.parametrize("file", [FILE, PROBE])
def test_templates_of_a_ladder_are_not_those_that_are_learnt_from(file: str) -> None:
    for name in worlds_with_items(file):
        for kind in Kind:
            tested = [i for i in items_of(name, TEST, file).values() if i.kind is kind]
            learnt = {item.id.template for item in ladder.training(name, kind)}
            assert not learnt & {item.id.template for item in tested}


def test_a_planted_shortcut_in_rankings_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The right proposal is made the one with the largest balls."""
    practice = practice_set(Asked.RANKING, QuestionMode.CLASSIC)
    monkeypatch.setattr(physiq, "practice_set", lambda *_: list(map(_largest_right, practice)))
    monkeypatch.setattr(physiq, "_cases", physiq._cases.__wrapped__)
    first = physiq._part(practice[0].template)
    learnt = physiq._learnt.__wrapped__(Asked.RANKING, QuestionMode.CLASSIC, first)
    items = question_set(Asked.RANKING, QuestionSettings(QuestionMode.CLASSIC))
    tested = [_largest_right(item) for item in items if physiq._part(item.template) == first]
    right = [learnt.choose(physiq.options(i)) == i.grades.index(Grade.CORRECT) for i in tested]
    assert np.mean(right) > 0.8


def _largest_right(item: Item) -> Item:
    sizes = [total_size(picture.balls) for picture in item.pictures]
    others = iter(grade for grade in Grade if grade is not Grade.CORRECT)
    largest = sizes.index(max(sizes))
    grades = [Grade.CORRECT if slot == largest else next(others) for slot in range(len(sizes))]
    return replace(item, grades=tuple(grades))


def test_its_rankings_name_every_proposal_once() -> None:
    items = question_set(Asked.RANKING, QuestionSettings())[::120]
    answers = players.player("shallow").make(items)
    for item in items:
        assert item.outcome(read(item, answers(item, 1))) in (Outcome.SOLVED, Outcome.MISSED)


def test_plans_are_answered_by_a_letter_that_can_be_read() -> None:
    items = [item for item in items_of("phyre").values() if item.kind is Kind.PLAN]
    assert ladder.answer(items[0])[0] in range(4)


def test_predictions_are_answered_by_a_letter() -> None:
    asked = [name for name in protocol("pool-prediction").tasks(0) if "which_ball" in name]
    hint = Hint("pool-prediction", asked[0], 0, 1, 1, "letter")
    said = answer("shallow", hint, 0)
    assert said == answer("shallow", hint, 1)
    assert said in {f"Answer: {letter}" for letter in "ABCD"}


@pytest.mark.parametrize(
    ("interval", "clusters", "words"),
    [
        ((0.51, 0.6), 20, "above chance: features alone tell a part"),
        ((0.49, 0.6), 20, "inside chance's interval"),
        ((0.4, 0.49), 20, "below chance"),
        (None, 20, "above chance: features alone tell a part"),
        ((0.51, 0.6), 4, "too few templates to say"),
    ],
)
def test_the_verdict_compares_the_interval_with_chance(
    interval: tuple[float, float] | None, clusters: int, words: str
) -> None:
    assert verdict(Estimate(0.55, interval), 0.5, clusters) == words


def test_a_constant_whose_templates_all_came_out_alike_is_at_chance() -> None:
    assert verdict(Estimate(0.25, None), 0.25, 12) == "inside chance's interval"
