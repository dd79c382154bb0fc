"""Stored proposals win and lose as they should, and the search finds them again."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from topple.errors import BadInput
from topple.worlds import phyre
from topple.worlds.phyre.physiq import proposal, search
from topple.worlds.phyre.physiq.certify import check
from topple.worlds.phyre.physiq.proposal import (
    LOSERS,
    Grade,
    TemplateProposals,
    by_template,
    proposals_of,
)
from topple.worlds.phyre.physiq.rings import in_ring, radii_of_losers
from topple.worlds.phyre.physiq.search import find

LEAST_TASKS = 6  # strict sets ask about this many tasks per template
LEAST_FIRM = 0.5  # share of all proposals


def test_every_template_has_proposals() -> None:
    counts = {name: len(tasks) for name, tasks in by_template().items()}
    assert len(counts) == 50
    assert min(counts.values()) >= LEAST_TASKS, counts
    assert sum(counts.values()) > 950


@pytest.mark.parametrize("name", ["off_the_ledge", "ski_jump", "two_catapults"])
def test_a_sample_wins_and_loses_as_stored(name: str) -> None:
    found = check(phyre.template(name), most=3, deep=True, threads=1)
    assert (found.checked, found.wrong) == (3, {})


@pytest.mark.slow
@pytest.mark.parametrize("name", by_template())
def test_all_win_and_lose_as_stored(name: str) -> None:
    assert check(phyre.template(name), most=None, deep=False, threads=1).wrong == {}


def test_all_stand_where_their_grade_says() -> None:
    for tasks in by_template().values():
        for _, each in tasks:
            winner = each.balls[Grade.CORRECT]
            for grade in (Grade.HARD, Grade.MEDIUM, Grade.EASY):
                assert in_ring(np.array([each.balls[grade]]), winner, grade)[0]


def test_most_proposals_are_firm() -> None:
    shares = [s == 1 for tasks in by_template().values() for _, p in tasks for s in p.firm.values()]
    assert np.mean(shares) > LEAST_FIRM


def test_radii_stay_between_half_and_one_and_a_half() -> None:
    least, most = radii_of_losers(np.array([2.0, 10.0, 30.0]), larger=True)
    assert least.tolist() == [3, 11, 31]
    assert most.tolist() == [3, 15, 32]
    least, most = radii_of_losers(np.array([4.0, 10.0, 30.0]), larger=False)
    assert least.tolist() == [2, 5, 15]
    assert most.tolist() == [3, 9, 29]


def test_losers_are_as_often_larger_as_smaller() -> None:
    counts = Counter(p.is_larger(g) for ts in by_template().values() for _, p in ts for g in LOSERS)
    assert 0.45 < counts[True] / counts.total() < 0.55


def test_the_search_makes_the_stored_proposals_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "TASKS", 1)
    template = phyre.template("roll_to_the_post")
    found = find(template, threads=1)
    assert list(found.tasks.values()) == list(proposals_of(template).tasks.values())[:1]


def test_a_changed_proposal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    template = phyre.template("off_the_ledge")
    kept = proposals_of(template)
    index, first = next(iter(kept.tasks.items()))
    balls = {**first.balls, Grade.HARD: first.balls[Grade.CORRECT]}
    gaps = {**first.gaps, Grade.EASY: 2.5}
    for changed, why in (
        (dataclasses.replace(first, balls=balls), "the hard proposal has status 1"),
        (dataclasses.replace(first, digest="0" * 12), "the simulations differ"),
        (
            dataclasses.replace(first, gaps=gaps),
            "the easy proposal ends with a gap of 76.83, not 2.5",
        ),
    ):
        other = TemplateProposals(kept.template, kept.template_version, {index: changed})
        monkeypatch.setattr(
            "topple.worlds.phyre.physiq.certify.proposals_of", lambda _, other=other: other
        )
        assert list(check(template, most=None, deep=False, threads=1).wrong.values()) == [why]


def test_files_are_read_as_written(tmp_path: Path) -> None:
    kept = proposals_of(phyre.template("off_the_ledge"))
    kept.save(tmp_path / "a.json")
    assert TemplateProposals.load(tmp_path / "a.json") == kept
    for version, why in ((3, "cannot read proposals"), (2, "proposals of version 2, not 3")):
        (tmp_path / "b.json").write_text(f'{{"version": {version}, "tasks": [[1]]}}')
        with pytest.raises(BadInput, match=why):
            TemplateProposals.load(tmp_path / "b.json")


def test_one_winner_is_a_placement_that_phyre_takes() -> None:
    found, each = by_template()["off_the_ledge"][0]
    batch = phyre.simulate(found, [proposal.action(each.balls[Grade.CORRECT])], threads=1)
    assert batch.balls[0].tolist() == [list(map(float, ball)) for ball in each.balls[Grade.CORRECT]]
    assert batch.solved.tolist() == [True]
