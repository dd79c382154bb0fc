"""Phy-Q's fifteen scenarios and their templates, in the order of the paper."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.worlds.birds.template import SCENARIOS
from topple.worlds.birds.world import all_templates
from topple.worlds.birds.world import template as find_template


def scenario_names() -> tuple[str, ...]:
    """Return the names of the scenarios; the first one has number 1."""
    return SCENARIOS


def scenario_titles() -> list[str]:
    """Return number and name of each scenario."""
    return [f"{number} {name.replace('_', ' ')}" for number, name in enumerate(SCENARIOS, 1)]


def templates_by_scenario() -> list[tuple[str, list[str]]]:
    """Return the names of the templates under the title of their scenario."""
    found: dict[str, list[str]] = {name: [] for name in SCENARIOS}
    for name, template in all_templates().items():
        found[template.scenario].append(name)
    return list(zip(scenario_titles(), found.values(), strict=True))


def scenarios_of(template: NDArray[np.str_]) -> NDArray[np.int64]:
    """Return the scenario number, from 1, of every row's template."""
    names, index = np.unique(template, return_inverse=True)
    numbers = [SCENARIOS.index(find_template(str(name)).scenario) + 1 for name in names]
    return np.array(numbers, np.int64)[index]
