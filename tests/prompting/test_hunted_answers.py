"""Answers that readers once took for something else: read as meant now, or refused."""

from __future__ import annotations

import math
from typing import Any

import pytest

from topple.prompting.percent import read_percent
from topple.worlds.birds.models.forms import Sling
from topple.worlds.iphyre.models.forms import Removals
from topple.worlds.kinetix.level import MOTORS
from topple.worlds.kinetix.models.forms import Channels
from topple.worlds.phyre.models.forms import Grid, Place
from topple.worlds.phyre.physiq.readers.ranking import read_ranking
from topple.worlds.phyre.physiq.readers.yes_no import read_yes_no
from topple.worlds.pool.models.forms import form as pool_form
from topple.worlds.rope.calls import Verb
from topple.worlds.rope.models.forms import Calls

FORMS = {
    "cells": Grid(),
    "free": Place(),
    "sling": Sling(),
    "plan": Removals(),
    "drive": Channels((0, 1, MOTORS)),
    "call": Calls(),
    "pool": pool_form("angle"),
}
HISTORY = """Attempt history:
1. Cell: 10, Radius: 1 -> the ball rolled left
2. Cell: 11, Radius: 2 -> stuck

I choose Cell: 12, Radius: 3"""
ANALYSIS = """Action analysis:
Cell: 8, Radius: 2 would hit the bar
Cell: 3, Radius: 1 would fall on the ball

So the best is Cell: 3, Radius: 1"""
EARLIER_PLAN = """My earlier plan [{"time": 1.0, "block": 0}] was too quick.
I will now wait longer: block 0 at 3.0 s."""
COMMENTED = """[
  {"time": 1.5, "block": 0}, // first the support
  {"time": 2.0, "block": 2},
]"""
CUT_2 = (float(Verb.cut_pin), 2.0, 0.0)
TOOL = '{"name": "cut_pin", "arguments": {"id": 2}}'
TABLE = """| Rank | Proposal | Why |
|---|---|---|
| 1 | 2 | hits the ball |
| 2 | 4 | close |
| 3 | 1 | far |
| 4 | 3 | blocked |"""


@pytest.mark.parametrize(
    ("form", "says", "reads"),
    [
        # The last line that states an action decides.
        ("cells", HISTORY, (12, 3)),
        ("cells", ANALYSIS, (3, 1)),
        # An action of the past is never the present one.
        (
            "cells",
            "Attempt 1 with Cell: 10, Radius: 1 pushed too slowly. I'll use the same cell with "
            "radius 3.",
            None,
        ),
        (
            "cells",
            "Unlike the previous attempt, which was too small, I now use Cell: 12, Radius: 3",
            (12, 3),
        ),
        (
            "sling",
            "The previous shot (angle=30, power=0.9) flew too far, so I lower the power to 0.8 and "
            "keep the angle.",
            None,
        ),
        (
            "drive",
            "Last turn drive(M0=1, M1=0, T0=0) worked well, so I repeat it but also fire T0.",
            None,
        ),
        ("plan", EARLIER_PLAN, None),
        ("cells", "So far I tried cell 3, radius 1 and cell 4, radius 2. Neither worked.", None),
        # A sequence is not its last element.
        ("sling", "First shoot(angle=20, power=1). Finally shoot(angle=45, power=0.5).", None),
        # A description is not an action.
        ("cells", "The green ball is in cell 12 and its radius is about 2 levels.", None),
        (
            "free",
            "The green ball is at x = 100, y = 90, radius = 10. I drop mine right above it.",
            None,
        ),
        # Units and sides are converted or refused.
        ("pool", "shot(angle=1.6 rad, speed=4, side=0, height=0)", (math.degrees(1.6), 4, 0, 0)),
        ("pool", "shot(angle=90, speed=6 ft/s, side=0, height=0)", (90, 6 * 0.3048, 0, 0)),
        ("pool", "shot(angle=90, speed=4 m/s, side=0.3 mm, height=0)", None),
        ("pool", "shot(angle=90, speed=4, side=0.2 right, height=0)", (90, 4, -0.2, 0)),
        ("pool", "angle=90, speed=4, side=0, height 0.1 below centre", (90, 4, 0, -0.1)),
        ("pool", "shot(angle=90.5, speed=4.0, side=0.0, height=0.2)", (90.5, 4, 0, 0.2)),
        ("sling", "shoot(angle=0.6 rad, power=0.8)", (math.degrees(0.6), 0.8)),
        # Common ways to write an action.
        ("plan", COMMENTED, (0, 1.5, 2, 2.0)),
        ("plan", '{"time": 1.5, "block": 0}', (0, 1.5)),
        ("plan", '[{"time": "1.5s", "block": 0}]', (0, 1.5)),
        ("plan", '{"time": 1, "block": 0}\n{"time": 2, "block": 1}', None),
        ("drive", "drive(MO=2, M1=0, TO=0)", (2, 0, 0)),
        ("drive", "drive(M_0=1, M_1=2, T_0=0)", (1, 2, 0)),
        ("call", 'cut_pin(id="2")', CUT_2),
        ("call", TOOL, CUT_2),
    ],
)
def test_an_action_is_read_as_meant(form: str, says: str, reads: Any) -> None:
    values = FORMS[form].read(says).values
    assert values == (None if reads is None else pytest.approx(reads))


@pytest.mark.parametrize(
    ("says", "reads"),
    [
        ("The chance of failing is 80%.", None),
        ("Probability of not touching: 80%", None),
        ("Failure probability: 80%", None),
        ("Chance it misses: 70%", None),
        ("Success 20% / Failure 80%", None),
        ("Success: 20%\nFailure: 80%", None),
        ("Probability of success: 80%", 0.8),
        ("It does not miss. 85%", 0.85),
    ],
)
def test_a_percentage_is_never_upside_down(says: str, reads: float | None) -> None:
    assert read_percent(says).values == (None if reads is None else (reads,))


@pytest.mark.parametrize(
    ("says", "reads"),
    [
        ("Yes \N{EM DASH} they touch.", True),
        ("**Yes** \N{EM DASH} the ball lands on it", True),
        ("No: there is a gap.", False),
        ("Yes the two balls touch.", True),
        ("No \N{EM DASH} wait, yes.", True),
    ],
)
def test_yes_and_no_may_be_followed_by_a_reason(says: str, reads: bool | None) -> None:
    assert read_yes_no(says).values == (None if reads is None else (float(reads),))


@pytest.mark.parametrize("says", [TABLE, "2-4-1-3", "Ranking: 2, 4, 1, 3"])
def test_an_order_may_be_a_table_or_have_dashes(says: str) -> None:
    assert read_ranking(says).values == (2, 4, 1, 3)
