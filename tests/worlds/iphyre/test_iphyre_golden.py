"""Games end as they do in the original, bit for bit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from topple.worlds.iphyre import Level, by_clock, simulate, step_at
from topple.worlds.iphyre.games import all_games

RUNS = json.loads((Path(__file__).parent / "golden.json").read_text())["runs"]
# The original's wrappers reset their simulator once more before they play at this rate.
PRIOR_RESETS = {60: 0, 10: 1}


def level_of(run: dict[str, Any]) -> Level:
    rate = run["rate"]
    return replace(all_games()[run["game"]].level, rate=rate, prior_resets=PRIOR_RESETS[rate])


def removals(run: dict[str, Any]) -> list[tuple[int, int]]:
    if run["rate"] == 60:
        return by_clock(run["plan"], 60)
    return [(step_at(seconds, 10), block) for block, seconds in run["plan"]]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run['game']}-{run['rate']}")
def test_a_recorded_run_ends_in_the_same_bits(run: dict[str, Any]) -> None:
    (play,) = simulate(level_of(run), [removals(run)])
    assert play.solved == bool(run["solved"])
    assert play.steps == run["steps"]
    assert [[block, step] for step, block in play.removed()] == run["removed"]
    assert play.reward == run["reward"]
    assert play.poses().tolist() == run["bodies"]
    if "time" in run:
        assert play.clock == run["time"]


def test_the_runs_cover_every_game_at_both_rates() -> None:
    assert {(run["game"], run["rate"]) for run in RUNS} == {
        (game, rate) for game in all_games() for rate in PRIOR_RESETS
    }
    assert 20 < sum(run["solved"] for run in RUNS) < len(RUNS) - 20


def test_resets_before_a_game_change_its_bits_as_in_the_original() -> None:
    level = replace(all_games()["multi_ball_lever"].level, rate=10)
    digests = {
        simulate(replace(level, prior_resets=resets), [[(10, level.eliminable[0])]])[0].digest
        for resets in (0, 1)
    }
    assert len(digests) == 2
