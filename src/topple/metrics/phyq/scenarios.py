"""Phy-Q's fifteen scenarios and their templates, in the order of the paper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.metrics.phyq.scale import published
from topple.worlds import world


def scenario_names() -> Sequence[str]:
    """Return the names of the scenarios; the first one has number 1."""
    return published().scenarios


def scenario_titles() -> list[str]:
    """Return number and name of each scenario."""
    return [f"{number} {name.replace('_', ' ')}" for number, name in enumerate(scenario_names(), 1)]


def templates_by_scenario() -> list[tuple[str, list[str]]]:
    """Return the names of the templates under the title of their scenario."""
    found: dict[str, list[str]] = {name: [] for name in scenario_names()}
    for name, template in world(published().world).templates().items():
        if template.group in found:
            found[template.group].append(name)
    return list(zip(scenario_titles(), found.values(), strict=True))


def scenarios_of(template: NDArray[np.str_]) -> NDArray[np.int64]:
    """Return the scenario number, from 1, of every row's template."""
    names, index = np.unique(template, return_inverse=True)
    own = world(published().world)
    numbers = [scenario_names().index(own.template(str(name)).group) + 1 for name in names]
    return np.array(numbers, np.int64)[index]
