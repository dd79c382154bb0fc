"""The attempts at one task are counted, in whatever order they are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topple.metrics.tally import NOWHERE, OUTCOMES, Tally
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

PHYRE = frozenset({Outcome.INVALID, Outcome.FAILED})
LETTERS = {
    "S": Outcome.SOLVED,
    "M": Outcome.MISSED,
    "I": Outcome.INVALID,
    "R": Outcome.UNREADABLE,
    "U": Outcome.UNSETTLED,
    "F": Outcome.FAILED,
}


def attempt(number: int, outcome: Outcome) -> Attempt:
    return Attempt(0, "phyre/tip_the_rod@1:003", number, None, outcome)


def tally(log: str, order: list[int] | None = None) -> Tally:
    found = Tally()
    for i in order if order is not None else range(len(log)):
        assert found.add(attempt(i + 1, LETTERS[log[i]]), place=100 * i)
    return found


@pytest.mark.parametrize(
    ("log", "solved_at", "counted"),
    [
        ("S", 1, 1),
        ("MMS", 3, 3),
        ("IMS", 2, 2),
        ("IIIIS", 1, 1),
        ("MMMM", 0, 4),
        ("MRUS", 4, 4),
        ("IF", 0, 0),
        ("MSMS", 2, 4),
    ],
)
def test_scripted_logs(log: str, solved_at: int, counted: int) -> None:
    found = tally(log)
    assert found.solved_at(PHYRE) == solved_at
    counts = dict(zip(OUTCOMES, found.counts(), strict=True))
    assert sum(counts.values()) == len(log)
    assert sum(n for outcome, n in counts.items() if outcome not in PHYRE) == counted


def test_everything_counts_where_nothing_is_left_out() -> None:
    assert tally("IMS").solved_at(frozenset()) == 3


def test_nothing_comes_of_nothing() -> None:
    assert Tally().solved_at(PHYRE) == 0
    assert Tally().counts() == [0] * len(OUTCOMES)
    assert Tally().solved_place == NOWHERE


def test_the_earliest_of_a_kind_is_kept() -> None:
    found = tally("IMMSS", [4, 3, 2, 1, 0])
    assert (found.missed_place, found.solved_place) == (100, 300)


def test_a_number_is_taken_once() -> None:
    found = Tally()
    assert found.add(attempt(3, Outcome.MISSED))
    assert not found.add(attempt(3, Outcome.SOLVED))
    assert found.add(attempt(1, Outcome.MISSED))


@given(st.text("SMIRUF", min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_order_does_not_matter(log: str, random: object) -> None:
    order = list(range(len(log)))
    random.shuffle(order)  # type: ignore[attr-defined]
    one, other = tally(log), tally(log, order)
    assert one.solved_at(PHYRE) == other.solved_at(PHYRE)
    assert one.counts() == other.counts()
    assert (one.solved_place, one.missed_place) == (other.solved_place, other.missed_place)
