"""The scale of the Phy-Q score: a random agent is at 0, people are at 100.

Z is the mean over scenarios 3 to 15 of (agent's pass rate - people's) / sd of people, and the score
is 100 + 100 Z / |Z of the random agent|.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from topple.metrics.bootstrap import RESAMPLES
from topple.tasks.draw import generator, normals

Floats = NDArray[np.float64]
FIRST_COUNTED = 3  # number of the first scenario that counts; everyone passes 1 and 2
_DATA = Path(__file__).with_name("phyq.json")
# Learners by their observation; PPO and A2C were tried, but no figures were published.
_LEARNERS = {
    ("ddqn", "symbols"): "D-DDQN-Symbolic",
    ("ddqn", "picture"): "D-DDQN-Image",
    ("relational", "symbols"): "Relational-Symbolic",
    ("relational", "picture"): "Relational-Image",
}


@dataclass(frozen=True, eq=False, slots=True)
class Scale:
    """Pass rates by scenario: mean and sd of people, and those of a random agent."""

    mean: Floats
    sd: Floats
    players: int
    random: Floats

    def z(self, rates: Floats) -> Floats:
        """Compute the distance from people by scenario, in their standard deviations."""
        return (rates - self.mean) / self.sd

    def score(self, rates: Floats) -> Floats:
        """Compute the score as a share: random at 0, people at 1.

        Scenarios are the last axis; those that are NaN are left out.
        """
        known = ~np.isnan(rates)
        known[..., : FIRST_COUNTED - 1] = False
        own = np.where(known, self.z(rates), 0.0).sum(axis=-1)
        random = np.where(known, self.z(self.random), 0.0).sum(axis=-1)
        with np.errstate(invalid="ignore"):
            return np.asarray(1.0 + own / np.abs(random))

    def redrawn(self) -> Scale:
        """Return the scale with one row per resample of the players.

        Only their mean and sd were published, so both are drawn as those of normal samples.
        """
        rng = generator("phyq", "players", self.players)
        size = (RESAMPLES, len(self.mean))
        mean = self.mean + self.sd / np.sqrt(self.players) * np.reshape(
            normals(rng, math.prod(size)), size
        )
        left = self.players - 1
        sd = self.sd * np.sqrt(rng.chisquare(left, size) / left)
        return Scale(mean, sd, self.players, self.random)


@dataclass(frozen=True, eq=False, slots=True)
class Published:
    """The paper's figures: people by scenario, and agents in the original engine.

    `scenarios` are groups of templates of the world; the first one has number 1.
    `agents` has rates by scenario in the broad setting, `local` means over templates in the other.
    """

    source: str
    world: str
    scenarios: Sequence[str]
    players: int
    human_mean: Floats
    human_sd: Floats
    human_within_5: Floats
    human_attempts: Floats
    human_think_s: Floats
    agents: Mapping[str, Floats]
    local: Mapping[str, float]

    @property
    def scale(self) -> Scale:
        return Scale(self.human_mean, self.human_sd, self.players, self.agents["Random"])


@cache
def load_published() -> Published:
    """Load the figures that come with the package."""
    data = json.loads(_DATA.read_bytes())
    del data["about"]
    columns = {name: np.array(data[name]) for name in data if name.startswith("human_")}
    agents = {name: np.array(rates) for name, rates in data["agents"].items()}
    return Published(**{**data, **columns, "agents": agents})


def namesake(agent: str, sees: str = "") -> str | None:
    """Return the published agent that an agent here is meant to be.

    A `ddqn` that sees symbols is D-DDQN-Symbolic; `bambirds-like` is no published agent.
    """
    if (agent, sees) in _LEARNERS:
        return _LEARNERS[agent, sees]
    for name in load_published().agents:
        if name.lower().replace("'", "").replace(" ", "-") == agent:
            return name
    return None
