"""Records of attempts: the text of a line is that of Python's JSON encoder."""

from __future__ import annotations

import json

import pytest

from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

ACTIONS = (
    None,
    (),
    (0.1, -0.0, 1e-300, 1e22, 2.5),
    (1, 2.5, True),
    (None, 0.5),
)


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_a_line_is_what_an_encoder_writes(action: tuple[float, ...] | None) -> None:
    made = Attempt(
        *(2, 'birds/odd "näme"@1:003', 7, action, Outcome.INVALID, 12, "9f1c02aa", "why\n"),
        *(0.12345678, 3.25, "ab12", 90, 0.004, 1.5),
    )
    row = {
        **{"fold": 2, "task": 'birds/odd "näme"@1:003', "attempt": 7},
        **{"action": None if action is None else list(action), "outcome": "invalid"},
        **{"steps": 12, "digest": "9f1c02aa", "note": "why\n", "points": 1.5, "think_ms": 3.25},
        **{"asked": "ab12", "tokens": 90, "cost_usd": 0.004, "wall_ms": 0.123},
    }
    assert made.to_line() == json.dumps(row)


def test_a_line_has_no_number_that_json_lacks() -> None:
    action = (float("inf"), 0.5, float("-inf"), float("nan"))
    line = Attempt(0, "pool/x@1:000", 1, action, Outcome.INVALID).to_line()
    assert json.loads(line)["action"] == [None, 0.5, None, None]
    assert "points" not in line
    assert "think_ms" not in line
