"""A task is over by one rule, for agents and for models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from topple.protocols import protocol
from topple.tasks.attempt import Attempt, Played
from topple.tasks.outcome import Outcome

RULES = replace(protocol("phyre-b-within"), attempts=3, most_tries=5)
SOLVED, MISSED, INVALID = Outcome.SOLVED, Outcome.MISSED, Outcome.INVALID
UNSETTLED, FAILED = Outcome.UNSETTLED, Outcome.FAILED


def attempts(outcomes: Sequence[Outcome]) -> list[Attempt]:
    return [
        Attempt.of(Played(each), (0.0,), fold=0, task="a", number=number, wall_ms=1.0)
        for number, each in enumerate(outcomes, 1)
    ]


@pytest.mark.parametrize(
    ("made", "over"),
    [
        ((), False),
        ((MISSED, UNSETTLED), False),
        ((MISSED, UNSETTLED, MISSED), True),
        ((MISSED, SOLVED), True),
        ((INVALID,) * 4, False),
        ((INVALID,) * 5, True),
    ],
)
def test_attempts_that_count_tries_and_solutions_end_a_task(
    made: Sequence[Outcome], over: bool
) -> None:
    standing = RULES.standing(attempts(made))
    assert RULES.is_over(standing) is over
    assert RULES.is_over(standing, asks_again=True) is over


def test_a_fault_ends_a_task_unless_it_is_asked_again() -> None:
    standing = RULES.standing(attempts((MISSED, FAILED)))
    assert RULES.is_over(standing)
    assert not RULES.is_over(standing, asks_again=True)
    many = RULES.standing(attempts((FAILED,) * 9))
    assert not RULES.is_over(many, asks_again=True), "faults are no tries"


def test_who_plays_on_is_not_ended_by_a_solution() -> None:
    standing = RULES.standing(attempts((SOLVED, MISSED)))
    assert (standing.solved_at, standing.passed, standing.counted) == (1, 1, 2)
    assert not RULES.is_over(standing, plays_on=True)
    assert not replace(RULES, plays_on=True).is_over(standing)


def test_an_attempt_keeps_what_was_played() -> None:
    played = Played(MISSED, 7, "ab12", "why", points=2.0)
    found = Attempt.of(played, (1.0,), fold=2, task="a", number=3, wall_ms=4.0, asked="h", tokens=5)
    assert Attempt.from_line(found.to_line().encode()) == found
    assert found == Attempt(
        2, "a", 3, (1.0,), MISSED, 7, "ab12", "why", 4.0, None, "h", 5, 0.0, 2.0
    )
