"""Protocols name their metric, and metrics say what they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from topple.errors import UnknownName
from topple.metrics.metric import Counts, Metric, all_metrics, metric
from topple.protocols import Protocol, all_protocols
from topple.worlds.birds.world import all_templates

# Metrics of questions read answers, not counts: tests/worlds/phyre/physiq has them.
COUNTING = [each for each in all_metrics().values() if not each.reads_attempts]


def counts(templates: list[str], tasks: int = 4, attempts: int = 5) -> Counts:
    """Make up tasks that are passed in none to four of their attempts, each template its own."""
    template = np.repeat(np.array(templates), tasks)
    passed = np.arange(len(template)) ** 2 % 7 % attempts
    counted = np.full(len(template), attempts)
    return Counts(
        *(np.zeros_like(passed), template, np.sign(passed), passed, counted, attempts),
        points=passed / attempts,
    )


@pytest.mark.parametrize("each", all_protocols().values(), ids=lambda each: each.name)
def test_every_protocol_names_a_metric(each: Protocol) -> None:
    assert metric(each.metric).name == each.metric


def test_phyre_and_phyq_are_scored_as_their_papers_do() -> None:
    found = {name: each.metric for name, each in all_protocols().items()}
    assert found["phyre-2b-cross"] == "auccess"
    assert found["phyq-broad"] == found["phyq-local"] == "phyq"


@pytest.mark.parametrize("each", COUNTING, ids=lambda each: each.name)
def test_scores_of_the_same_tasks_differ_by_what_tasks_earn(each: Metric) -> None:
    a = counts([name for name, found in all_templates().items() if found.phyq][::3])
    b = replace(a, solved_at=0 * a.fold, passed=0 * a.fold, points=np.zeros(len(a)))
    more, less = each.credit(a), each.credit(b)
    assert 0 <= less.min() <= more.max() <= 1
    apart = each.value(more, a.template) - each.value(less, b.template)
    found = each.sampled(more - less, a.template)
    assert found.value == pytest.approx(apart)
    assert found.value > 0
    assert found.interval is not None
    assert found.interval[0] < found.value < found.interval[1]
    assert each.score(a).headline.value == pytest.approx(each.value(more, a.template))


@pytest.mark.parametrize("each", COUNTING, ids=lambda each: each.name)
def test_the_first_figure_is_the_one_named(each: Metric) -> None:
    found = each.score(counts(list(all_templates())[:12]))
    assert found.figures[0].title == each.title
    assert found.headline == found.figures[0].estimate
    shares = [row.share for row in found.by_template]
    assert shares == sorted(shares, reverse=True)


def test_what_was_published_is_there_the_best_first() -> None:
    broad = metric("phyq").originals("phyq-broad")
    assert [row.agent for row in broad][:2] == ["Bambirds", "Eagle's Wing"]
    assert broad[0].figures["Phy-Q"][0] == pytest.approx(13.59, abs=0.006)
    assert len(metric("phyq").originals("phyq-local")) == 8
    cross = metric("auccess").originals("phyre-b-cross")
    assert cross[0].agent == "DQN-O"
    assert cross[0].figures["AUCCESS"] == (56.2, 10.5)
    assert metric("auccess").originals("phyq-broad") == ()


def test_an_unknown_metric_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName) as caught:
        metric("aucces")
    assert "did you mean `auccess`?" in caught.value.hint
