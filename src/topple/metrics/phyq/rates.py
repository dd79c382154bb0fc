"""Pass rates by scenario and the Phy-Q score computed from them, with intervals.

Attempts are averaged by task, tasks by template, templates by scenario.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.metrics.bootstrap import LEVEL, RESAMPLES, Estimate, percentiles
from topple.metrics.distinct import distinct
from topple.metrics.phyq.scale import load_published
from topple.tasks.draw import generator
from topple.worlds import world

# Fewer residuals, or fewer tasks of a template, do not show how much templates, or tasks, differ.
LEAST_RESIDUALS = 20
_LEAST_TASKS = 5

Floats = NDArray[np.float64]
Names = NDArray[np.str_]
Whole = NDArray[np.int64]


def phyq_score(rates: Floats) -> float:
    """Compute the score of the pass rates of the fifteen scenarios, in points."""
    return 100.0 * float(load_published().scale.score(rates))


def phyq_estimate(rates: Floats, template: Names, scenario: Whole) -> Estimate:
    """Estimate the score as a share, with an interval over players, templates and tasks."""
    scale = load_published().scale
    value = float(scale.score(by_scenario(rates, template, scenario)))
    drawn = resample_rates(rates, template, scenario)
    if np.isnan(value) or drawn is None:
        return Estimate(value, None)
    return from_resamples(value, scale.redrawn().score(drawn))


def by_scenario(rates: Floats, template: Names, scenario: Whole) -> Floats:
    """Average rates by template, then by scenario; NaN for scenarios without tasks."""
    found = np.full(len(scenario_names()), np.nan)
    for number in distinct(scenario):
        found[number - 1] = _means(rates, template, scenario, number).mean()
    return found


def resample_rates(rates: Floats, template: Names, scenario: Whole) -> Floats | None:
    """Draw 10,000 resamples of the rates by scenario, the same draws every time.

    None if too few templates share their scenario with another one, or if none of them differ.

    A scenario has one to four templates, too few to show how much templates differ. So residuals
    are pooled over all scenarios: each template's distance from the mean of its scenario, divided
    by the spread that such a mean allows and corrected for n - 1 (Davison & Hinkley 1997,
    chapter 3). The means of templates include the chance in their tasks. `rates` may also be
    differences of rates.
    """
    means = {n: _means(rates, template, scenario, n) for n in distinct(scenario)}
    apart = [
        (own - own.mean()) / _spread(own) * np.sqrt(len(own) / (len(own) - 1))
        for own in means.values()
        if len(own) > 1
    ]
    pool = np.concatenate([np.zeros(0), *apart])
    if len(pool) < LEAST_RESIDUALS or not np.any(pool):
        return None
    found = np.full((RESAMPLES, len(scenario_names())), np.nan)
    for number, own in means.items():
        rng = generator("phyq", "templates", number, len(own), len(pool))
        drawn = pool[rng.integers(len(pool), size=(RESAMPLES, len(own)))]
        found[:, number - 1] = own.mean() + _spread(own) * drawn.mean(axis=1)
    return found


def estimates(rates: Floats, template: Names, scenario: Whole) -> list[Estimate]:
    """Estimate the pass rate of every scenario, with an interval over tasks for fixed templates."""
    values = by_scenario(rates, template, scenario)
    return [
        Estimate(float(value), _interval(_groups(rates, template, scenario, number), number))
        for number, value in enumerate(values, 1)
    ]


def from_resamples(value: float, resamples: Floats) -> Estimate:
    """Return a number with the percentile interval of its resamples; none if all are equal."""
    low, high = percentiles(resamples)
    return Estimate(value, (low, high) if low < high else None)


def _means(rates: Floats, template: Names, scenario: Whole, number: int) -> Floats:
    return np.array([group.mean() for group in _groups(rates, template, scenario, number)])


def _spread(means: Floats) -> float:
    """Compute the standard deviation that the mean allows: sqrt(p (1 - p)) of a rate.

    Half a template is added on either side: a mean of 0 or 1 does not imply no spread.
    """
    count = len(means)
    some = (np.abs(means).sum() + 0.5) / (count + 1)
    rest = (count * (1 - abs(means.mean())) + 0.5) / (count + 1)
    return float(np.sqrt(some * rest))


def _groups(rates: Floats, template: Names, scenario: Whole, number: int) -> list[Floats]:
    own = scenario == number
    return [rates[own & (template == name)] for name in distinct(template[own])]


def _interval(groups: list[Floats], number: int) -> tuple[float, float] | None:
    if not groups or min(map(len, groups)) < _LEAST_TASKS:
        return None
    if all(np.ptp(group) == 0 for group in groups):
        return None
    rng = generator("phyq", number)
    means = np.zeros(RESAMPLES)
    for group in groups:
        means += group[rng.integers(len(group), size=(RESAMPLES, len(group)))].mean(axis=1)
    low, high = np.quantile(means / len(groups), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def scenario_names() -> Sequence[str]:
    """Return the names of the scenarios; the first one has number 1."""
    return load_published().scenarios


def scenario_titles() -> list[str]:
    """Return number and name of each scenario."""
    return [f"{number} {name.replace('_', ' ')}" for number, name in enumerate(scenario_names(), 1)]


def templates_by_scenario() -> list[tuple[str, list[str]]]:
    """Return the names of the templates under the title of their scenario."""
    found: dict[str, list[str]] = {name: [] for name in scenario_names()}
    for name, template in world(load_published().world).templates().items():
        if template.group in found:
            found[template.group].append(name)
    return list(zip(scenario_titles(), found.values(), strict=True))


def scenarios_of(template: NDArray[np.str_]) -> NDArray[np.int64]:
    """Return the scenario number, from 1, of every row's template."""
    names, index = np.unique(template, return_inverse=True)
    own = world(load_published().world)
    numbers = [scenario_names().index(own.template(str(name)).group) + 1 for name in names]
    return np.array(numbers, np.int64)[index]
