"""Two agents on the same tasks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.auccess import by_template, score
from topple.metrics.compare import Comparison, compare
from topple.metrics.metric import Counts, metric

stats = pytest.importorskip("scipy.stats")

TEMPLATES, TASKS = 25, 4
NULLS = 200
MOST_FALSE_VERDICTS = 0.12  # 5 % would be perfect; 25 templates give about 8 %

Solved = NDArray[np.int64]


def drawn(rng: np.random.Generator, chance: NDArray[np.float64]) -> Solved:
    found = rng.geometric(np.repeat(chance, TASKS))
    return np.where(found <= 100, found, 0)


def shape(templates: int = TEMPLATES) -> tuple[NDArray[np.int64], NDArray[np.str_]]:
    template = np.repeat(np.array([f"t{i:02d}" for i in range(templates)]), TASKS)
    return np.tile(np.arange(TASKS) % 2, templates), template


def counts(solved_at: Solved) -> Counts:
    fold, template = shape(len(solved_at) // TASKS + 1)
    rows = len(solved_at)
    passed, counted = np.sign(solved_at), np.where(solved_at, solved_at, 100)
    return Counts(fold[:rows], template[:rows], solved_at, passed, counted, 100)


def compared(a: Solved, b: Solved) -> Comparison:
    return compare(counts(a), counts(b), metric("auccess"))


many = st.lists(st.integers(0, 100), min_size=100, max_size=100).map(np.array)


@given(many, many)
def test_turning_the_two_round_turns_the_answer_round(a: Solved, b: Solved) -> None:
    one, other = compared(a, b), compared(b, a)
    assert one.difference == pytest.approx(-other.difference)
    assert one.above == -other.above
    assert one.p == pytest.approx(other.p)
    assert one.standard_error == pytest.approx(other.standard_error)
    assert one.interval is not None
    assert other.interval is not None
    assert one.interval == pytest.approx((-other.interval[1], -other.interval[0]))


def test_an_agent_cannot_be_told_from_itself() -> None:
    a = drawn(np.random.default_rng(0), np.full(TEMPLATES, 0.05))
    found = compared(a, a)
    assert (found.difference, found.p, found.above, found.needed) == (0.0, 1.0, 0, None)
    assert "came out the same" in found.verdict()


def test_a_clear_difference_is_called() -> None:
    rng = np.random.default_rng(1)
    a, b = drawn(rng, np.full(TEMPLATES, 0.5)), drawn(rng, np.full(TEMPLATES, 0.01))
    found = compared(a, b)
    assert found.above == 1
    assert found.p is not None
    assert found.p < 0.001
    assert found.verdict("new", "old").startswith("new is above old: ")
    assert compared(b, a).verdict("old", "new").startswith("new is above old: ")


def test_noise_is_not_ranked() -> None:
    rng = np.random.default_rng(2)
    chance = np.full(TEMPLATES, 0.05)
    found = compared(drawn(rng, chance), drawn(rng, chance))
    assert found.above == 0
    words = found.verdict("A", "B")
    assert words.startswith("A and B cannot be told apart: the difference of ")
    assert "inside the noise" in words


def test_few_templates_are_never_ranked() -> None:
    a, b = np.ones(9 * TASKS, np.int64), np.zeros(9 * TASKS, np.int64)
    found = compared(a, b)
    assert found.above == 0
    assert "9 templates cannot tell; 10 are the least" in found.verdict()
    assert compared(a[:TASKS], b[:TASKS]).interval is None
    assert "1 template cannot tell" in compared(a[:TASKS], b[:TASKS]).verdict()


def racks(won: int) -> Counts:
    """Make up a hundred racks of one template, of which the first so many are won at once."""
    solved = (np.arange(100) < won).astype(np.int64)
    names, fold = np.array(["nine_ball"] * 100), np.zeros(100, np.int64)
    return Counts(fold, names, solved, solved, np.ones(100, np.int64), 1, steps=solved)


def test_racks_of_one_template_are_ranked_where_racks_are_resampled() -> None:
    found = compare(racks(40), racks(10), metric("nine-ball"))
    assert (found.templates, found.clusters, found.unit) == (1, 100, "rack")
    assert found.interval is not None
    assert found.interval[0] > 0
    assert found.above == 1
    assert found.verdict("new", "old").startswith("new is above old: 30.0 points")
    assert found.facts()["interval"] == [100 * end for end in found.interval]


def test_a_small_difference_needs_more_racks_not_templates() -> None:
    found = compare(racks(12), racks(10), metric("nine-ball"))
    assert found.above == 0
    assert "with 100 racks, 80 % power" in found.verdict()
    assert found.needed is not None
    assert found.needed > 100
    assert f"would take about {found.needed:,} racks" in found.verdict()
    few = compare(racks(12).only(range(8)), racks(0).only(range(8)), metric("nine-ball"))
    assert "8 racks cannot tell; 10 are the least" in few.verdict()


def test_the_detectable_difference_is_the_one_of_eighty_percent_power() -> None:
    rng = np.random.default_rng(3)
    found = compared(drawn(rng, np.full(25, 0.1)), drawn(rng, np.full(25, 0.1)))
    assert found.standard_error is not None
    assert found.detectable is not None
    reach = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert found.detectable == pytest.approx(reach * found.standard_error)
    power = stats.norm.sf(stats.norm.ppf(0.975) - found.detectable / found.standard_error)
    assert power == pytest.approx(0.8, abs=1e-6)


def test_equal_agents_are_seldom_ranked() -> None:
    rng = np.random.default_rng(4)
    false = 0
    for _ in range(NULLS):
        one = 0.2 * rng.beta(0.5, 2.0, TEMPLATES) + 1e-6
        other = np.minimum(one * np.exp(rng.normal(0, 0.5, TEMPLATES)), 1)
        turned = rng.random(TEMPLATES) < 0.5
        first, second = np.where(turned, one, other), np.where(turned, other, one)
        false += compared(drawn(rng, first), drawn(rng, second)).above != 0
    assert false / NULLS <= MOST_FALSE_VERDICTS


def test_tasks_must_match() -> None:
    with pytest.raises(BadInput, match="3 tasks against 2"):
        compared(np.zeros(3, np.int64), np.zeros(2, np.int64))
    none = np.zeros(0, np.int64)
    with pytest.raises(BadInput, match="without a task in common"):
        compared(none, none)


def test_values_per_fold_are_kept() -> None:
    a = np.where(shape()[0] == 0, 1, 0)
    found = compared(a, np.zeros_like(a))
    assert found.a_folds == (1.0, 0.0)
    assert found.b_folds == (0.0, 0.0)
    assert (found.a, found.b, found.difference) == (0.5, 0.0, 0.5)


def test_a_score_says_it_all() -> None:
    a = drawn(np.random.default_rng(5), np.linspace(0.01, 0.5, TEMPLATES))
    fold, template = shape()
    found = score(a, fold, template, 100)
    assert (found.tasks, found.templates) == (100, 25)
    assert list(found.success) == [1, 10, 100]
    assert found.success[10].value == pytest.approx(found.curve.success[9])
    assert found.auccess.value == pytest.approx(np.mean([r.share for r in found.by_template]))
    assert found.folds.mean == pytest.approx(found.auccess.value)
    assert sum(row.solved for row in found.by_template) == (a > 0).sum()
    ranked = [row.share for row in by_template(a, template, 100)]
    assert ranked == sorted(ranked, reverse=True)


def test_a_protocol_of_few_attempts_has_fewer_marks() -> None:
    fold, template = shape()
    assert list(score(np.ones(100, np.int64), fold, template, 10).success) == [1, 10]


def test_nothing_has_no_score() -> None:
    none = np.zeros(0, np.int64)
    with pytest.raises(BadInput, match="without any attempt"):
        score(none, none, np.zeros(0, np.str_), 100)
