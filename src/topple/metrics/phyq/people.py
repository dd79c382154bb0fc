"""People who play as in Phy-Q's study: five attempts per task, fewer are better.

A task solved at attempt s of n earns (n + 1 - s) / n: 1, 0.8, 0.6, 0.4, 0.2 of five; unsolved, 0.
Mean and standard deviation over people, by scenario, make the scale of the Phy-Q score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.distinct import distinct
from topple.metrics.metric import Counts
from topple.metrics.original import Original
from topple.metrics.phyq.metric import Phyq
from topple.metrics.phyq.rates import by_scenario, scenario_names, scenarios_of
from topple.metrics.phyq.scale import Scale

Floats = NDArray[np.float64]


class PhyqPeople(Phyq):
    """The metric of Phy-Q's study of people, for people and agents alike."""

    name = "phyq-people"
    earned = "rate by attempt"
    about = (
        "Phy-Q: 0 is a random agent and 100 the mean of people, both measured in the original game "
        "on other tasks, so 100 here does not mean as good as people. Up to five attempts count, "
        "as in the study, and a later one counts less"
    )
    rules = (
        "A person or an agent plays each task until it is solved, {attempts} times at most, and a "
        "solution counts less the later it comes."
    )
    same_attempts = True

    def credit(self, counts: Counts) -> Floats:
        found, most = counts.solved_at, counts.attempts
        within = (found >= 1) & (found <= most)
        return np.where(within, (most + 1 - found) / most, 0.0)

    def beside(self, counts: Counts) -> tuple[str, Floats]:
        return "first attempts", (counts.solved_at == 1).astype(np.float64)

    def originals(self, protocol: str, variant: str = "") -> tuple[Original, ...]:
        return ()


METRIC = PhyqPeople()


@dataclass(frozen=True, eq=False, slots=True)
class Person:
    """The results of one person; `think_s` is the thinking time per task, NaN if not measured."""

    counts: Counts
    think_s: Floats


@dataclass(frozen=True, eq=False, slots=True)
class People:
    """Results of people by scenario, NaN where nobody played.

    `mean` and `sd` (of the population) are over the mean credit of each person; `within` is the
    share of tasks solved at all, `attempts` counts an unsolved task as all attempts, and `think_s`
    leaves out times that were not measured.
    """

    players: int
    mean: Floats
    sd: Floats
    within: Floats
    attempts: Floats
    think_s: Floats

    def scale(self, random: Floats) -> Scale:
        """Return the scale with these people at 100 and the rates of a random agent at 0."""
        if not (self.sd > 0).all():
            numbers = ", ".join(str(i + 1) for i in np.flatnonzero(~(self.sd > 0)))
            raise BadInput(
                f"people do not differ in scenarios {numbers}: they make no scale",
                "more people have to play",
            )
        return Scale(self.mean, self.sd, self.players, random)


def people(players: Sequence[Person]) -> People:
    """Combine the results of several people."""
    if not players:
        raise BadInput("nobody has played")
    earned = np.array([_by_player(METRIC.credit(p.counts), p.counts) for p in players])
    scenario = np.concatenate([scenarios_of(p.counts.template) for p in players])
    solved = np.concatenate([METRIC.credit(p.counts) > 0 for p in players]).astype(np.float64)
    tried = np.concatenate([_attempts(p.counts) for p in players])
    thought = np.concatenate([p.think_s for p in players])
    with np.errstate(invalid="ignore"):
        count = (~np.isnan(earned)).sum(axis=0)
        mean = np.nansum(earned, axis=0) / count
        sd = np.sqrt(np.nansum((earned - mean) ** 2, axis=0) / count)
    return People(
        len(players),
        mean,
        sd,
        *(_by_scenario(values, scenario) for values in (solved, tried, thought)),
    )


def _by_player(credit: Floats, counts: Counts) -> Floats:
    """Average the tasks of one person by scenario, all with the same weight, as in the study."""
    tasks = np.array([str(i) for i in range(len(credit))])
    return by_scenario(credit, tasks, scenarios_of(counts.template))


def _attempts(counts: Counts) -> Floats:
    return np.where(counts.solved_at > 0, counts.solved_at, counts.attempts).astype(np.float64)


def _by_scenario(values: Floats, scenario: NDArray[np.int64]) -> Floats:
    """Average the known values of each scenario."""
    found = np.full(len(scenario_names()), np.nan)
    for number in distinct(scenario[~np.isnan(values)]):
        found[number - 1] = np.nanmean(values[scenario == number])
    return found
