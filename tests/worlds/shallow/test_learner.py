"""The learner finds a shortcut that is planted, and finds nothing where there is none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from topple.metrics.bootstrap import estimate
from topple.tasks.draw import generator
from topple.worlds.shallow.features import compared, of_picture, of_text
from topple.worlds.shallow.learner import SCALE, Case, Learnt, learn, strongest

GROUPS = 20
TRAINING, TEST = 120, 240
OTHER_SHARE = 0.3  # of cases in which a planted shortcut misleads

Make = Callable[[str, bool], list[Case]]


def options(part: str, planted: bool) -> list[Case]:
    """Make questions with four options of random sizes; the right one is often the largest."""
    rng, cases = generator("sizes", part, planted), []
    for number in range(TRAINING if part == "train" else TEST):
        sizes = rng.permutation(100)[:4].tolist()
        right = int(rng.integers(4))
        if planted and rng.random() > OTHER_SHARE:
            right = sizes.index(max(sizes))
        seen = [{"size": size, "x": int(rng.integers(100))} for size in sizes]
        cases.append(Case(compared(seen), right, f"template {number % GROUPS}"))
    return cases


def places(part: str, planted: bool) -> list[Case]:
    """Make questions in which the first option is right half of the time."""
    rng, cases = generator("places", part, planted), []
    for number in range(TRAINING if part == "train" else TEST):
        right = 2 if planted and rng.random() < 0.5 else int(rng.integers(4))
        seen = [{"x": int(rng.integers(100))} for _ in range(4)]
        cases.append(Case(compared(seen), right, f"template {number % GROUPS}"))
    return cases


def colours(part: str, planted: bool) -> list[Case]:
    """Make statements with a picture; where they are true, a corner is often a little darker."""
    rng, cases = generator("colours", part, planted), []
    for number in range(TRAINING if part == "train" else TEST):
        picture = rng.integers(160, 256, size=(96, 128, 3)).astype(np.uint8)
        true = bool(rng.integers(2))
        if planted and true == (rng.random() > OTHER_SHARE):
            picture[80:, 100:] -= 40
        cases.append(Case([of_picture(picture)], int(true) - 1, f"template {number % GROUPS}"))
    return cases


def words(part: str, planted: bool) -> list[Case]:
    """Make statements in words; one word often tells."""
    rng, cases = generator("words", part, planted), []
    for number in range(TRAINING if part == "train" else TEST):
        true = bool(rng.integers(2))
        told = true == (rng.random() > OTHER_SHARE) if planted else bool(rng.integers(2))
        text = f"The {'heavy' if told else 'light'} ball falls {rng.integers(100)} metres."
        cases.append(Case([of_text(text)], int(true) - 1, f"template {number % GROUPS}"))
    return cases


def is_right(learnt: Learnt, case: Case) -> bool:
    if len(case.options) == 1:
        return (learnt.score(case.options[0]) * 2 > SCALE) == (case.right == 0)
    return learnt.choose(case.options) == case.right


CHANCE: dict[Make, float] = {options: 0.25, places: 0.25, colours: 0.5, words: 0.5}
# What a perfect reader of the shortcut gets, less a tenth for what is not found in so few cases.
FOUND: dict[Make, float] = {options: 0.67, places: 0.52, colours: 0.6, words: 0.6}
every_shortcut = pytest.mark.parametrize("make", list(CHANCE))


@every_shortcut
def test_a_planted_shortcut_wins(make: Make) -> None:
    learnt = learn(make("train", True))
    right = np.array([is_right(learnt, case) for case in make("test", True)])
    assert right.mean() > FOUND[make]


@every_shortcut
def test_without_a_shortcut_chance_is_inside_the_interval(make: Make) -> None:
    learnt, test = learn(make("train", False)), make("test", False)
    right = np.array([is_right(learnt, case) for case in test], np.float64)
    interval = estimate(right, np.array([case.group for case in test])).interval
    assert interval is not None
    assert interval[0] <= CHANCE[make] <= interval[1]


def test_the_strongest_feature_is_the_planted_one() -> None:
    assert strongest([learn(options("train", True))], 1) == ["rank by size"]
    assert strongest([learn(words("train", True))], 1)[0] in ("word `heavy`", "word `light`")


def test_the_order_of_cases_changes_nothing() -> None:
    cases = colours("train", True)
    assert learn(cases) == learn(cases[::-1])


def test_what_is_learnt_is_made_of_whole_numbers_that_are_the_same_everywhere() -> None:
    learnt = learn(options("train", True))
    assert all(type(each) is int for s in learnt.stumps for each in (s.cut, s.low, s.high))
    assert (learnt.start, len(learnt.stumps)) == (SCALE // 4, 41)
    assert learnt.score({"size": 99, "rank by size": 3}) == 3420


def test_a_group_that_is_all_there_is_teaches_a_constant() -> None:
    alone = [Case(case.options, case.right, "one") for case in options("train", True)]
    assert not learn(alone).stumps
