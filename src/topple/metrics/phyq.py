"""Pass rates by scenario, and the Phy-Q score: a random agent is at 0, people are at 100.

Z is the mean over scenarios 3 to 15 of (agent's pass rate - people's) / sd of people, and the score
is 100 + 100 Z / |Z of the random agent| (section 13 of the specification of Phy-Q).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from topple.metrics.bootstrap import LEVEL, RESAMPLES, Estimate
from topple.tasks.draw import generator

Floats = NDArray[np.float64]
FIRST_COUNTED = 3  # everybody passes scenarios 1 and 2
_DATA = Path(__file__).with_suffix(".json")


@dataclass(frozen=True, eq=False, slots=True)
class Published:
    """The paper's figures: people by scenario, and agents in the original engine."""

    human_mean: Floats
    human_sd: Floats
    agents: Mapping[str, Floats]


@cache
def published() -> Published:
    """Read the figures that come with the package."""
    data = json.loads(_DATA.read_text())
    agents = {name: np.array(rates) for name, rates in data["agents"].items()}
    return Published(np.array(data["human_mean"]), np.array(data["human_sd"]), agents)


def phyq_score(rates: Floats) -> float:
    """Give the score of pass rates of the fifteen scenarios."""
    return 100.0 + 100.0 * _z(rates) / abs(_z(published().agents["Random"]))


def by_scenario(rates: Floats, template: NDArray[np.str_], scenario: NDArray[np.int64]) -> Floats:
    """Average the tasks' rates by template, then the templates' by scenario; NaN without any."""
    found = np.full(len(published().human_mean), np.nan)
    for number in np.unique(scenario):
        own = scenario == number
        means = [rates[own & (template == name)].mean() for name in np.unique(template[own])]
        found[number - 1] = np.mean(means)
    return found


def estimates(
    rates: Floats, template: NDArray[np.str_], scenario: NDArray[np.int64]
) -> list[Estimate]:
    """Give every scenario's pass rate with an interval over its tasks, templates held fixed."""
    values = by_scenario(rates, template, scenario)
    found = []
    for number, value in enumerate(values, 1):
        own = scenario == number
        groups = [rates[own & (template == name)] for name in np.unique(template[own])]
        found.append(Estimate(float(value), _interval(groups, number)))
    return found


def _interval(groups: list[Floats], number: int) -> tuple[float, float] | None:
    if not groups or all(np.ptp(group) == 0 for group in groups):
        return None
    rng = generator("phyq", number)
    means = np.zeros(RESAMPLES)
    for group in groups:
        means += group[rng.integers(len(group), size=(RESAMPLES, len(group)))].mean(axis=1)
    low, high = np.quantile(means / len(groups), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _z(rates: Floats) -> float:
    people = published()
    distance = (rates - people.human_mean) / people.human_sd
    return float(distance[FIRST_COUNTED - 1 :].mean())
