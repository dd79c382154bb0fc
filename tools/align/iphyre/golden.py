"""Compare with outcomes recorded from the original, field by field and bit by bit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tools.align.tally import Tally
from topple._native import iphyre as core
from topple.errors import BadInput
from topple.worlds.iphyre import Level, Play, by_clock, simulate, step_at
from topple.worlds.iphyre.games import all_games
from topple.worlds.iphyre.timing import Removal

# Runs of the original at each rate: steps per second, resets before the game.
RATES = {"hz60": (60, 0), "hz10": (10, 1)}
_FIELDS = ("solved", "steps", "removed", "time", "reward", "bodies", "trace", "state table")


def reads(golden: Mapping[str, Any]) -> bool:
    """Return whether these recorded outcomes are of I-PHYRE."""
    return "iphyre" in str(golden.get("kind", "")) and "games" in golden


def compare_golden(golden: Mapping[str, Any]) -> list[Tally]:
    """Play every recorded plan, and compare all that is recorded of it."""
    tallies = {(rate, field): Tally(f"{rate} {field}") for rate in RATES for field in _FIELDS}
    for record in golden["games"]:
        game = all_games().get(record["game"])
        if game is None:
            raise BadInput(f"the file names a game `{record['game']}` that I-PHYRE does not have")
        for name, (rate, resets) in RATES.items():
            level = replace(game.level, rate=rate, prior_resets=resets)
            for number, run in enumerate(record.get(name, ())):
                note = f"{game.name} {name} run {number}"
                for field, same in compare_run(level, run).items():
                    tallies[name, field].add(same, note)
    return [tally for tally in tallies.values() if tally.equal + tally.different]


def compare_run(level: Level, run: Mapping[str, Any]) -> dict[str, bool]:
    """Return for every recorded field of a run whether it comes out the same."""
    plan = removals(level, run["plan"])
    (play,) = simulate(level, [plan], stride=1 if "trace" in run else 0)
    ours = {
        "solved": int(play.solved),
        "steps": play.steps,
        "removed": [[block, step] for step, block in play.removed()],
        "time": play.clock,
        "reward": play.reward,
        "bodies": play.poses().tolist(),
    }
    found = {field: value == run[field] for field, value in ours.items() if field in run}
    if "trace" in run:
        found["trace"] = _same_trace(play, run["trace"])
    if "state_first" in run:
        found["state table"] = _same_tables(level, plan, run)
    return found


def removals(level: Level, plan: list[tuple[int, float]]) -> list[Removal]:
    """Return when the original removes blocks: its clock at 60 steps per second, else a grid."""
    if level.rate == RATES["hz60"][0]:
        return by_clock(plan, level.rate)
    return [(step_at(seconds, level.rate), block) for block, seconds in plan]


def _same_trace(play: Play, trace: list[tuple[int, list[list[float]]]]) -> bool:
    frames = play.frames()
    return all(steps < len(frames) and frames[steps].tolist() == bodies for steps, bodies in trace)


def _same_tables(level: Level, plan: list[Removal], run: Mapping[str, Any]) -> bool:
    game = core.Game(level.native)
    first = game.table().tolist()
    for step, block in sorted(plan):
        game.step_to(step)
        game.remove(block)
    game.step_to(level.rate * 1000)
    return bool(first == run["state_first"] and game.table().tolist() == run["state_last"])
