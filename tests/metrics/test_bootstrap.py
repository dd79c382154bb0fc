"""Intervals clustered by template: right by construction, and right as often as they say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.metrics.auccess import curve
from topple.metrics.bootstrap import (
    LEVEL,
    RESAMPLES,
    Clusters,
    caution,
    ends,
    estimate,
    needed,
    percentiles,
    sample,
)
from topple.metrics.credit import credit
from topple.metrics.survival import solved_by

TEMPLATES, TASKS = 25, 20
SIMULATIONS = 400
# 95 % is asked for; 25 clusters give a little less, and 400 simulations are uncertain by 1 %.
LEAST_COVERAGE, MOST_COVERAGE = 0.89, 0.98


def population(rng: np.random.Generator, templates: int, tasks: int) -> NDArray[np.int64]:
    """Draw a difficulty for every template, then when each of its tasks is solved."""
    chance = np.maximum(0.2 * rng.beta(0.5, 2.0, templates), 1e-9)
    solved_at = rng.geometric(np.repeat(chance, tasks))
    return np.where(solved_at <= 100, solved_at, 0)


def names(templates: int, tasks: int) -> NDArray[np.str_]:
    return np.repeat(np.array([f"t{i:02d}" for i in range(templates)]), tasks)


def test_sums_are_those_of_the_templates() -> None:
    found = Clusters.of(np.array([1.0, 2.0, 4.0]), np.array(["b", "a", "b"]))
    assert found.sums.tolist() == [[2.0], [5.0]]
    assert found.counts.tolist() == [1, 2]
    assert found.means()[0] == pytest.approx(7 / 3)


def test_resamples_are_pooled_ratios_of_whole_templates() -> None:
    """With two templates a resample is AA, AB or BB: three values, in proportions 1 : 2 : 1."""
    clusters = Clusters.of(np.array([1.0, 0.0, 0.0, 0.0]), np.array(["a", "b", "b", "b"]))
    values, counts = np.unique(clusters.resampled()[:, 0].round(12), return_counts=True)
    assert values.tolist() == [0.0, 0.25, 1.0]
    assert counts / RESAMPLES == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


def test_the_same_data_gives_the_same_interval() -> None:
    rng = np.random.default_rng(3)
    values = credit(population(rng, TEMPLATES, TASKS), 100)
    template = names(TEMPLATES, TASKS)
    turned = rng.permutation(len(values))
    assert estimate(values, template) == estimate(values, template)
    one, other = estimate(values, template), estimate(values[turned], template[turned])
    assert one.interval == pytest.approx(other.interval)


@pytest.mark.parametrize("count", [1, 2, 3, 40, 41, 9_999, 10_000])
def test_percentiles_are_those_of_numpy(count: int) -> None:
    rng = np.random.default_rng(count)
    for values in (rng.normal(size=count), rng.integers(0, 5, count) / 7, np.full(count, np.nan)):
        low, high = np.percentile(values, [100 * (1 - LEVEL) / 2, 100 * (1 + LEVEL) / 2])
        np.testing.assert_array_equal(percentiles(values), (low, high))


@pytest.mark.parametrize("clusters", range(5, 13))
def test_intervals_of_few_templates_are_expanded_percentiles(clusters: int) -> None:
    """Hesterberg 2015: at Phi(-t sqrt(n / (n - 1))) instead of 0.025 below ten templates."""
    stats = pytest.importorskip("scipy.stats")
    reach = stats.t.ppf(0.975, clusters - 1) * np.sqrt(clusters / (clusters - 1))
    tail = stats.norm.cdf(-reach) if clusters < 10 else 0.025
    assert ends(clusters) == pytest.approx((100 * tail, 100 - 100 * tail), abs=1e-4)


@pytest.mark.parametrize("templates", [5, 8])
def test_intervals_of_few_templates_hold_the_truth_more_often(templates: int) -> None:
    rng, held, plain = np.random.default_rng(templates), 0, 0
    for _ in range(300):
        chance = rng.uniform(size=templates)
        values = rng.binomial(1, np.repeat(chance, TASKS)).astype(float)
        found = sample(values, names(templates, TASKS))
        assert found.interval is not None
        assert found.resamples is not None
        held += found.interval[0] <= 0.5 <= found.interval[1]
        low, high = np.percentile(found.resamples, [2.5, 97.5])
        plain += low <= 0.5 <= high
    assert held / 300 >= 0.90 > plain / 300


def test_one_template_gives_no_interval() -> None:
    found = estimate(np.array([1.0, 0.0]), np.array(["a", "a"]))
    assert found.value == 0.5
    assert found.interval is None


def test_templates_that_came_out_alike_give_no_interval() -> None:
    found = estimate(np.zeros(100), names(25, 4))
    assert found.value == 0
    assert found.interval is None


def test_the_standard_error_is_that_of_the_resamples() -> None:
    values = credit(population(np.random.default_rng(1), 50, TASKS), 100)
    clusters = Clusters.of(values, names(50, TASKS))
    errors = clusters.standard_errors()
    assert errors is not None
    assert errors[0] == pytest.approx(clusters.resampled()[:, 0].std(), rel=0.05)


def test_the_standard_error_of_single_tasks_is_the_usual_one() -> None:
    values = np.random.default_rng(2).random(40)
    errors = Clusters.of(values, names(40, 1)).standard_errors()
    assert errors is not None
    assert errors[0] == pytest.approx(values.std(ddof=1) / np.sqrt(40))


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    truth = float(credit(population(rng, 200_000, 1), 100).mean())
    template = names(TEMPLATES, TASKS)
    held = naive = 0
    for _ in range(SIMULATIONS):
        values = credit(population(rng, TEMPLATES, TASKS), 100)
        found = estimate(values, template)
        assert found.interval is not None
        held += found.interval[0] <= truth <= found.interval[1]
        reach = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
        naive += abs(values.mean() - truth) <= reach
    assert LEAST_COVERAGE <= held / SIMULATIONS <= MOST_COVERAGE
    assert naive / SIMULATIONS < 0.7, "taking tasks as independent would do, so why cluster?"


def test_the_curve_rises_inside_its_band() -> None:
    solved_at = population(np.random.default_rng(4), TEMPLATES, TASKS)
    every = np.full(len(solved_at), 100)
    found = curve(solved_by(solved_at, every, 100), names(TEMPLATES, TASKS))
    assert (np.diff(found.success) >= 0).all()
    bands = found.bands()
    assert bands is not None
    assert (bands[0] <= found.success).all()
    assert (found.success <= bands[1]).all()
    assert found.success[-1] == pytest.approx((solved_at > 0).mean())


def test_half_the_difference_needs_four_times_the_templates() -> None:
    assert needed(25, 0.04, 0.04) == 25
    assert needed(25, 0.04, -0.02) == 100


@pytest.mark.parametrize(
    ("templates", "words"),
    [
        (1, "no interval: 1 template; it takes 5 at least"),
        (4, "no interval: 4 templates; it takes 5 at least"),
        (5, "the interval is rough: 5 templates; 10 or more can be trusted"),
        (9, "the interval is rough: 9 templates; 10 or more can be trusted"),
        (10, ""),
    ],
)
def test_few_templates_are_warned_of(templates: int, words: str) -> None:
    names = np.repeat([f"t{i}" for i in range(templates)], 3)
    found = estimate(np.arange(len(names)) / len(names), names)
    assert (found.interval is None) is (templates < 5)
    assert "".join(caution(found.interval, templates)) == words
