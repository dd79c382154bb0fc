"""Floors and ceilings of models: all actions of a grid, or random ones and stored solutions."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from topple.protocols import all_protocols, protocol
from topple.protocols.references import references, stored_name
from topple.vlm.options import usual_form
from topple.vlm.references import (
    Trials,
    blind_references,
    expected,
    model_references,
    random_floor,
)

QUESTIONS = ("ladder", "agreement")
STRICT = protocol("deepphy-phyre")
NAMES = tuple(name for name in STRICT.split(0).test if "/off_the_ledge@" in name)[:2]


def test_the_floor_is_the_expectation_of_valid_actions() -> None:
    # One task that half of the valid actions solve, one that none does, one that refuses all.
    status = np.array([[1, -1, 0], [-1, -1, -1], [0, 0, 0]], np.int8)
    floor = expected("random-valid", [random_floor(status, 10, exact=True)])
    assert floor.figures["@1"] == pytest.approx((0.5 / 3,))
    assert floor.figures["@10"] == pytest.approx(((1 - 0.5**10) / 3,))


def test_the_floor_of_a_sample_repeats_no_action() -> None:
    # Four actions were tried on each task: two solve the first, none the second.
    status = np.array([[1, -1, 1, -1], [-1, -1, -1, -1], [-1, -1, -1, -1]], np.int8)
    floor = expected("random-valid", [random_floor(status, 3, exact=False)])
    by_attempt = np.array([1 / 2, 5 / 6, 1])
    assert floor.figures["@1"] == pytest.approx((by_attempt[0] / 3,))
    credit = by_attempt @ np.log([2 / 1, 3 / 2, 4 / 3]) / np.log(4)
    assert floor.figures["AUCCESS"] == pytest.approx((credit / 3,))


@pytest.mark.parametrize(("form", "draws"), [("2x2x2", 8), ("free", 30)])
def test_actions_are_tried_once_and_again_on_other_tasks(
    form: str, draws: int, tmp_path: Path
) -> None:
    path = tmp_path / "off_the_ledge.npz"
    trials = Trials(STRICT, form, tmp_path, draws)
    first = trials.template(NAMES, path)
    assert first.shape == (2, draws)
    assert set(first.ravel().tolist()) <= ({-1, 0, 1} if form == "2x2x2" else {-1, 1})
    written = path.read_bytes()
    assert (trials.template(NAMES, path) == first).all()
    assert path.read_bytes() == written
    assert (trials.template(NAMES[1:], path) == first[1:]).all()
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_another_number_of_draws_is_tried_anew(tmp_path: Path) -> None:
    path = tmp_path / "off_the_ledge.npz"
    few = Trials(STRICT, "free", tmp_path, draws=5).template(NAMES, path)
    more = Trials(STRICT, "free", tmp_path, draws=7).template(NAMES, path)
    assert (more[:, :5] == few).all()
    assert more.shape == (2, 7)


def test_games_in_turns_have_a_floor_and_a_ceiling(tmp_path: Path) -> None:
    trials = Trials(protocol("deepphy-birds"), "angle-power", tmp_path, draws=2, limit=3)
    steps: list[tuple[int, int]] = []
    floor, ceiling = model_references(trials, lambda done, of: steps.append((done, of)))
    assert steps[-1] == (3, 3)  # two random runs and the oracle's
    assert ceiling.figures["AUCCESS"] == (1.0,)
    assert floor.figures["AUCCESS"][0] < 1


@pytest.mark.parametrize("form", ["5x5x5", "8x8x8", "free"])
@pytest.mark.parametrize("name", ["deepphy-phyre", "deepphy-phyre-classic"])
def test_both_modes_have_a_floor_and_a_ceiling_for_every_fold(name: str, form: str) -> None:
    rules = protocol(name)
    found = references(f"{name}-{form}", rules.version, "test")
    assert found is not None
    assert found.floor.covers(rules.folds)
    assert found.ceiling.covers(rules.folds)
    assert 0 < found.floor.mean(rules.folds) < found.ceiling.mean(rules.folds) <= 1


def test_what_more_can_be_said_with_raises_the_ceiling() -> None:
    forms = ("5x5x5", "8x8x8", "free")
    ends = [references(f"deepphy-phyre-{form}", 1, "test") for form in forms]
    ceilings = [each.ceiling.figures["@10"][0] for each in ends if each]
    assert ceilings == [pytest.approx(0.399, abs=5e-4), pytest.approx(0.627, abs=5e-4), 1.0]


@pytest.mark.parametrize(
    "name", [name for name, each in all_protocols().items() if each.metric in QUESTIONS]
)
def test_ladders_and_probes_have_stored_ends_and_blind_players(name: str) -> None:
    rules = protocol(name)
    found = references(stored_name(name, usual_form(name)), rules.version, "test")
    assert found is not None
    assert found.ceiling.mean(rules.folds) == 1.0
    assert found.floor.mean(rules.folds) < 0.6
    blind = {each.agent: each.mean(rules.folds) for each in found.blind}
    assert "topple/best-constant" in blind
    assert max(blind.values()) < 0.6
    every = (found.floor, found.ceiling, *found.blind)
    assert all(math.isfinite(v) for e in every for own in e.figures.values() for v in own)


def test_players_that_do_not_answer_questions_are_left_out(tmp_path: Path) -> None:
    asked = Trials(protocol("counterfactual-iphyre"), "answer", tmp_path, draws=1, limit=4)
    assert [each.agent for each in blind_references(asked)] == [
        "topple/best-constant",
        "topple/text",
    ]
