"""The Phy-Q score is the paper's."""

from __future__ import annotations

import numpy as np
import pytest

from topple.metrics.phyq import by_scenario, estimates, phyq_score, published

# Recomputed from the published pass rates; the paper prints them rounded.
PUBLISHED = {
    "Bambirds": 13.59,
    "Eagle's Wing": 12.11,
    "D-DDQN-Image": 8.76,
    "Relational-Symbolic": 8.40,
    "Datalab": 6.71,
    "D-DDQN-Symbolic": 6.42,
    "Relational-Image": 6.05,
    "Pig Shooter": -1.60,
    "Random": 0.0,
}


@pytest.mark.parametrize(("agent", "score"), PUBLISHED.items())
def test_published_agents_get_their_published_score(agent: str, score: float) -> None:
    assert phyq_score(published().agents[agent]) == pytest.approx(score, abs=0.006)


def test_people_are_at_a_hundred() -> None:
    assert phyq_score(published().human_mean) == 100.0


def test_the_scale_is_the_papers() -> None:
    # 13.58 in the paper: points of the score for one sd of people.
    more = published().human_mean + published().human_sd
    assert phyq_score(more) - 100.0 == pytest.approx(13.5754, abs=1e-4)


def test_rates_are_averaged_by_template_first() -> None:
    rates = np.array([1.0, 1.0, 1.0, 0.0])
    template = np.array(["a", "a", "a", "b"])
    found = by_scenario(rates, template, np.array([3, 3, 3, 3]))
    assert found[2] == 0.5
    assert np.isnan(found[0])


def test_an_interval_holds_the_rate_and_is_none_where_all_are_alike() -> None:
    rates = np.array([0.0, 0.2, 0.4, 1.0, 1.0, 1.0])
    template = np.array(["a", "a", "a", "b", "b", "b"])
    first, second = estimates(rates, template, np.array([1, 1, 1, 2, 2, 2]))[:2]
    assert first.interval is not None
    assert first.interval[0] < first.value < first.interval[1]
    assert second.interval is None
