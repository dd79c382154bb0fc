"""The scenarios of Phy-Q: their titles, and the templates of each."""

from __future__ import annotations

from topple.worlds.birds.template import SCENARIOS
from topple.worlds.birds.world import all_templates


def scenario_titles() -> list[str]:
    """Return number and name of each scenario, in the order of the paper."""
    return [f"{number} {name.replace('_', ' ')}" for number, name in enumerate(SCENARIOS, 1)]


def templates_by_scenario() -> list[tuple[str, list[str]]]:
    """Return the names of the templates under the title of their scenario."""
    found: dict[str, list[str]] = {name: [] for name in SCENARIOS}
    for name, template in all_templates().items():
        found[template.scenario].append(name)
    return list(zip(scenario_titles(), found.values(), strict=True))
