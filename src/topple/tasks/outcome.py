"""Outcomes of attempts."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The outcomes of an attempt; every table counts all of them."""

    SOLVED = "solved"  # the goal held
    MISSED = "missed"  # a valid action; the goal did not hold
    INVALID = "invalid"  # the world refuses the action
    UNREADABLE = "unreadable"  # no action could be read from the answer
    TRUNCATED = "truncated"  # the answer was cut off at its longest length, and was not read
    REFUSED = "refused"  # the model or its provider declined to answer
    UNSETTLED = "unsettled"  # the step limit came first
    FAILED = "failed"  # our fault or a provider's: never a miss, never dropped
