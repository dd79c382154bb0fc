"""Outcomes of attempts."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The six outcomes of an attempt; every table counts all of them."""

    SOLVED = "solved"  # the goal held
    MISSED = "missed"  # a valid action; the goal did not hold
    INVALID = "invalid"  # the world refuses the action
    UNREADABLE = "unreadable"  # no action could be read from the answer
    UNSETTLED = "unsettled"  # the step limit came first
    FAILED = "failed"  # our fault or a provider's: never a miss, never dropped
