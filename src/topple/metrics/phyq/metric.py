"""The metric of Phy-Q's protocols: pass rates on the scale of people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, Sampled
from topple.metrics.metric import Counts, Figure, Metric, Original, Summary, TemplateScore
from topple.metrics.phyq.rates import (
    by_scenario,
    estimates,
    from_resamples,
    phyq_estimate,
    phyq_score,
    resampled,
)
from topple.metrics.phyq.scale import FIRST_COUNTED, namesake, published
from topple.metrics.phyq.scenarios import scenario_names, scenarios_of

Floats = NDArray[np.float64]
Names = NDArray[np.str_]
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ScenarioScore:
    """One scenario: its pass rate, and the distance from people in their standard deviations."""

    number: int
    name: str
    tasks: int
    rate: Estimate
    z: float


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class PhyqScore(Summary):
    """The Phy-Q results of a run; scenarios without a task are left out."""

    score: Estimate
    by_scenarios: Estimate
    by_templates: Estimate
    scenarios: tuple[ScenarioScore, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (
            Figure("Phy-Q", self.score),
            Figure("mean of scenarios", self.by_scenarios),
            Figure("mean of templates", self.by_templates),
        )

    @property
    def warnings(self) -> list[str]:
        played = {scenario.number for scenario in self.scenarios}
        missing = [n for n in range(FIRST_COUNTED, len(scenario_names()) + 1) if n not in played]
        if not missing:
            return []
        numbers = ", ".join(map(str, missing))
        return [f"the Phy-Q score leaves out scenarios without a task: {numbers}"]

    def facts(self) -> dict[str, Any]:
        rows = [asdict(scenario) for scenario in self.scenarios]
        return {
            "phyq": _points(self.score),
            "mean_of_scenarios": asdict(self.by_scenarios),
            "mean_of_templates": asdict(self.by_templates),
            "scenarios": rows,
        }


class Phyq(Metric):
    """Phy-Q's metric: pass rates on the scale of people."""

    name = "phyq"
    title = "Phy-Q"
    earned = "pass rate"
    about = "Phy-Q: 0 is a random agent, 100 are people, both in the original engine"
    rules = (
        "An agent plays each task {attempts} times. The share of attempts that solve a task is its "
        "pass rate."
    )
    same_attempts = False
    page = "scenarios"

    def credit(self, counts: Counts) -> Floats:
        return counts.passed / np.maximum(counts.counted, 1)

    def value(self, credit: Floats, template: Names) -> float:
        return float(published().scale.score(by_scenario(credit, template, scenarios_of(template))))

    def sampled(self, apart: Floats, template: Names) -> Sampled:
        # The score is linear in the rates, so a difference is scored as added to people's rates.
        scale, scenario = published().scale, scenarios_of(template)
        value = float(scale.score(scale.mean + by_scenario(apart, template, scenario)) - 1.0)
        if len(np.unique(template)) < 2 or np.isnan(value):
            return Sampled(value, None, None)
        drawn = scale.score(scale.mean + resampled(apart, template, scenario)) - 1.0
        return Sampled(value, drawn, float(drawn.std()))

    def score(self, counts: Counts) -> PhyqScore:
        if not len(counts):
            raise BadInput("a run without any attempt has no score")
        rates, template = self.credit(counts), counts.template
        scenario = scenarios_of(template)
        rows = by_template(rates, counts)
        drawn = resampled(rates, template, scenario)
        means = by_scenario(rates, template, scenario)
        # In the mean over templates, a scenario weighs as much as it has templates.
        share = np.bincount(scenarios_of(np.unique(template)), minlength=len(means) + 1)[1:]
        by_templates = np.nansum(drawn * share, axis=1) / share.sum()
        return PhyqScore(
            tasks=len(counts),
            templates=len(rows),
            by_template=rows,
            folds=None,
            score=phyq_estimate(rates, template, scenario),
            by_scenarios=from_resamples(float(np.nanmean(means)), np.nanmean(drawn, axis=1)),
            by_templates=from_resamples(float(np.mean([r.share for r in rows])), by_templates),
            scenarios=_scenarios(rates, template, scenario),
        )

    def originals(self, protocol: str, variant: str = "") -> tuple[Original, ...]:
        known = published()
        if protocol == "phyq-broad":
            found = [
                Original(
                    name,
                    {
                        "Phy-Q": (phyq_score(rates), None),
                        "mean of scenarios": (100 * float(rates.mean()), None),
                    },
                )
                for name, rates in known.agents.items()
            ]
        elif protocol == "phyq-local":
            local = known.local.items()
            found = [Original(n, {"mean of templates": (100 * rate, None)}) for n, rate in local]
        else:
            return ()
        return tuple(sorted(found, key=lambda row: -next(iter(row.figures.values()))[0]))

    def namesake(self, agent: str, settings: Mapping[str, Any]) -> str | None:
        return namesake(agent, settings.get("sees", ""))


METRIC = Phyq()


def by_template(rates: Floats, counts: Counts) -> tuple[TemplateScore, ...]:
    """Return one row per template, the best first."""
    rows = []
    for name in np.unique(counts.template):
        own = counts.template == name
        solved = int((counts.passed[own] > 0).sum())
        rows.append(TemplateScore(str(name), int(own.sum()), solved, float(rates[own].mean())))
    return tuple(sorted(rows, key=lambda row: (-row.share, row.template)))


def _scenarios(rates: Floats, template: Names, scenario: Whole) -> tuple[ScenarioScore, ...]:
    names = scenario_names()
    z = published().scale.z(by_scenario(rates, template, scenario))
    tasks = np.bincount(scenario, minlength=len(names) + 1)
    found = estimates(rates, template, scenario)
    return tuple(
        ScenarioScore(i + 1, name, int(tasks[i + 1]), found[i], float(z[i]))
        for i, name in enumerate(names)
        if tasks[i + 1]
    )


def _points(found: Estimate) -> dict[str, Any]:
    if np.isnan(found.value):
        return {"value": None, "interval": None}
    ends = found.interval and tuple(100 * end for end in found.interval)
    return {"value": 100 * found.value, "interval": ends}
