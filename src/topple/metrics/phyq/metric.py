"""The metric of Phy-Q's protocols: pass rates on the scale of people.

The paper's learners have one attempt per task. Its heuristic agents have five because they are
random, and the mean over these is what one attempt gets. An agent that sees what came of its
attempts would get more from five than from one, so the score counts first attempts alone, whatever
the agent is. What attempts with feedback add stands beside it, under a name of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, Sampled
from topple.metrics.distinct import distinct
from topple.metrics.metric import Counts, Figure, Metric, Rates, Summary
from topple.metrics.original import Original
from topple.metrics.phyq.rates import (
    LEAST_RESIDUALS,
    by_scenario,
    estimates,
    from_resamples,
    phyq_estimate,
    phyq_score,
    resample_rates,
    scenario_names,
    scenarios_of,
    templates_by_scenario,
)
from topple.metrics.phyq.scale import FIRST_COUNTED, load_published, namesake
from topple.metrics.templates import score_templates

Floats = NDArray[np.float64]
_UNKNOWN = Estimate(float("nan"), None)
WITH_FEEDBACK = "with feedback"
LEAST_SCENARIOS = 7  # scenarios that a score needs: more than half of those that count
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
    """The Phy-Q results of a run; scenarios without a task are left out.

    `beside` is the score of the same run by another count of attempts, which has the name `other`;
    `scenarios_beside` are its rates.
    """

    score: Estimate
    beside: Estimate
    other: str
    by_scenarios: Estimate
    by_templates: Estimate
    scenarios: tuple[ScenarioScore, ...]
    scenarios_beside: tuple[ScenarioScore, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        few = self._counted < LEAST_SCENARIOS
        return (
            Figure("Phy-Q", _UNKNOWN if few else self.score),
            Figure(self.other, _UNKNOWN if few else self.beside),
            Figure("mean of scenarios", self.by_scenarios),
            Figure("mean of templates", self.by_templates),
        )

    @property
    def _counted(self) -> int:
        """The number of scenarios that have tasks and count; few say nothing about the others."""
        return sum(scenario.number >= FIRST_COUNTED for scenario in self.scenarios)

    @property
    def warnings(self) -> list[str]:
        found = []
        played = {scenario.number for scenario in self.scenarios}
        few = self._counted < LEAST_SCENARIOS
        if few:
            found.append(
                f"no Phy-Q score: tasks of {self._counted} scenarios were played, and it takes "
                f"{LEAST_SCENARIOS} of {len(scenario_names()) - FIRST_COUNTED + 1}"
            )
        elif self.score.interval is None:
            found.append(
                f"no interval: it takes {LEAST_RESIDUALS} templates that share their scenario with "
                "another, and that do not all come out alike"
            )
        missing = [n for n in range(FIRST_COUNTED, len(scenario_names()) + 1) if n not in played]
        if missing and not few:
            numbers = ", ".join(map(str, missing))
            found.append(f"the Phy-Q score leaves out scenarios without a task: {numbers}")
        return found

    def facts(self) -> dict[str, Any]:
        rows = [asdict(scenario) for scenario in self.scenarios]
        return {
            "phyq": _points(self.score),
            f"phyq_{self.other.replace(' ', '_')}": _points(self.beside),
            "mean_of_scenarios": asdict(self.by_scenarios),
            "mean_of_templates": asdict(self.by_templates),
            "scenarios": rows,
        }


class Phyq(Metric):
    """Phy-Q's metric: pass rates on the scale of people."""

    name = "phyq"
    title = "Phy-Q"
    earned = "solved at once"
    about = (
        "Phy-Q: 0 is a random agent and 100 the mean of people, both measured in the original game "
        "on other tasks, so 100 here does not mean as good as people. The score counts first "
        f"attempts; `{WITH_FEEDBACK}` counts all, of which an agent may learn from earlier ones"
    )
    published = (
        "published rows, below the line, are not comparable: another engine, other tasks, and "
        "agents that were not the same programs"
    )
    rules = (
        "An agent plays each task {attempts} times. The first attempt is the score; the share of "
        "all attempts that solve the task stands beside it."
    )
    same_attempts = False
    scaled = True
    page = "scenarios"

    def credit(self, counts: Counts) -> Floats:
        return np.asarray(counts.solved_at == 1, np.float64)

    def beside(self, counts: Counts) -> tuple[str, Floats]:
        """Return the name of the score that stands beside this one, and its credit of each task."""
        return WITH_FEEDBACK, counts.passed / np.maximum(counts.counted, 1)

    def value(self, credit: Floats, template: Names) -> float:
        return float(
            load_published().scale.score(by_scenario(credit, template, scenarios_of(template)))
        )

    def sampled(self, apart: Floats, template: Names) -> Sampled:
        # The score is linear in the rates, so a difference is scored as added to people's rates.
        scale, scenario = load_published().scale, scenarios_of(template)
        value = float(scale.score(scale.mean + by_scenario(apart, template, scenario)) - 1.0)
        rates = resample_rates(apart, template, scenario)
        if rates is None or np.isnan(value):
            return Sampled(value, None, None, len(distinct(template)))
        drawn = scale.score(scale.mean + rates) - 1.0
        return Sampled(value, drawn, float(drawn.std()), len(distinct(template)))

    def score(self, counts: Counts) -> PhyqScore:
        if not len(counts):
            raise BadInput("a run without any attempt has no score")
        rates, template = self.credit(counts), counts.template
        other, later = self.beside(counts)
        scenario = scenarios_of(template)
        rows = score_templates(counts.template, counts.passed > 0, rates)
        by_scenarios, by_templates = _means(rates, template, scenario)
        return PhyqScore(
            tasks=len(counts),
            templates=len(rows),
            by_template=rows,
            folds=None,
            score=phyq_estimate(rates, template, scenario),
            beside=phyq_estimate(later, template, scenario),
            other=other,
            by_scenarios=by_scenarios,
            by_templates=by_templates,
            scenarios=_scenarios(rates, template, scenario),
            scenarios_beside=_scenarios(later, template, scenario),
        )

    def originals(self, protocol: str, variant: str = "") -> tuple[Original, ...]:
        known = load_published()
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

    def rates(self, template: str) -> Rates | None:
        known, names = load_published(), templates_by_scenario()
        places = [i for i, (_, own) in enumerate(names) if template in own]
        if not places:
            return None
        (i,) = places
        shares = {"people": float(known.human_mean[i])}
        shares |= {name: float(rates[i]) for name, rates in known.agents.items()}
        return Rates(
            f"per cent of attempts that pass scenario {names[i][0]}, published, other engine",
            shares,
        )

    def namesake(self, agent: str, settings: Mapping[str, Any]) -> str | None:
        if "server" in settings:
            return None  # a client may call itself anything
        return namesake(agent, settings.get("sees", ""))


METRIC = Phyq()


def _means(rates: Floats, template: Names, scenario: Whole) -> tuple[Estimate, Estimate]:
    """Estimate the mean pass rate of scenarios and of templates."""
    means = by_scenario(rates, template, scenario)
    # In the mean over templates, a scenario weighs as much as it has templates.
    share = np.bincount(scenarios_of(np.array(distinct(template))), minlength=len(means) + 1)[1:]
    values = float(np.nanmean(means)), float(np.nansum(means * share) / share.sum())
    drawn = resample_rates(rates, template, scenario)
    if drawn is None:
        return Estimate(values[0], None), Estimate(values[1], None)
    return (
        from_resamples(values[0], np.nanmean(drawn, axis=1)),
        from_resamples(values[1], np.nansum(drawn * share, axis=1) / share.sum()),
    )


def _scenarios(rates: Floats, template: Names, scenario: Whole) -> tuple[ScenarioScore, ...]:
    names = scenario_names()
    z = load_published().scale.z(by_scenario(rates, template, scenario))
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
