"""Games of many turns: every turn counts, costs, and is asked once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from endpoint import UNREADABLE, Endpoint

from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.reports.tables.groups import group_runs
from topple.reports.tables.text import counts
from topple.runs.load import load
from topple.runs.turns import count_asked, read_turns
from topple.vlm.evaluate import Ended, Running, evaluate_model
from topple.vlm.money import Price
from topple.vlm.plan import ModelPlan
from topple.vlm.record import read_attempts

RULES = protocol("deepphy-rope")
TURN_USD = 1200e-6  # cost of one answer at this price
PRICE = Price(1.0, 10.0)
WAIT = "[wait(seconds=0.1)]"


def ask(folder: Path, endpoint: Endpoint, limit: int = 2, **more: Any) -> Ended:
    setup = Setup("calls", view="text", history="text")
    plan = ModelPlan(RULES, setup, "test", RULES.folds[:1], limit=limit)
    usual: dict[str, Any] = {"retries": 0, "pause_s": 0.0, "timeout_s": 20, "price": PRICE}
    return evaluate_model(plan, folder, Running(base_url=endpoint.url, **{**usual, **more}))


def waiting(fault: Any = lambda digest, times: "", answer: str = WAIT) -> Endpoint:
    return Endpoint(fault, answer=lambda digest: answer, check=lambda body, checked: 0)


def test_money_of_stopped_games_is_counted_and_they_go_on(tmp_path: Path) -> None:
    with waiting() as endpoint:
        assert ask(tmp_path, endpoint, most_usd=4.9 * TURN_USD, concurrency=1).spent
        asked = sum(endpoint.seen.values())
        assert asked == 5
        assert count_asked(tmp_path).cost_usd == pytest.approx(asked * TURN_USD)
        assert ask(tmp_path, endpoint, most_usd=4.9 * TURN_USD).spent
        assert sum(endpoint.seen.values()) == asked, "nothing is left to spend"
        assert ask(tmp_path, endpoint).finished
    assert set(endpoint.seen.values()) == {1}, "no question is asked twice"
    (group,) = group_runs([load(tmp_path)])
    assert group.entries[0].cost_usd == pytest.approx(sum(endpoint.seen.values()) * TURN_USD)


def test_a_game_that_went_on_is_recorded_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    with waiting() as endpoint:
        ask(tmp_path / "whole", endpoint, 1)
    with waiting() as endpoint:
        ask(tmp_path / "parts", endpoint, 1, most_usd=3.9 * TURN_USD, concurrency=1)
        lines = (tmp_path / "parts" / "turns.jsonl").read_text().splitlines(keepends=True)
        assert 0 < len(lines) < RULES.attempts * 10
        # A kill may come after the last turn of an attempt is written, or in the middle of one.
        (tmp_path / "parts" / "turns.jsonl").write_text("".join(lines) + lines[-1][:40])
        ask(tmp_path / "parts", endpoint, 1)
    assert records(tmp_path / "parts") == records(tmp_path / "whole")


def records(folder: Path) -> list[Any]:
    """Return turns and attempts without times."""
    turns = [{**t, "spent": {**t["spent"], "wall_ms": 0}} for t in read_turns(folder)]
    made = [a._replace(wall_ms=0) for each in read_attempts(folder).values() for a in each]
    return [turns, made]


def test_a_failed_game_goes_on_where_it_failed(tmp_path: Path) -> None:
    asked: list[str] = []

    def fault(digest: str, times: int) -> str:
        asked.append(digest)
        return "500" if len(asked) == 4 else ""

    with waiting(fault) as endpoint:
        assert ask(tmp_path, endpoint, 1).failed == 1
        assert ask(tmp_path, endpoint, 1).finished
    assert sorted(endpoint.seen.values())[-2:] == [1, 2], "only the failed question came again"
    paid = (sum(endpoint.seen.values()) - 1) * TURN_USD
    assert count_asked(tmp_path).cost_usd == pytest.approx(paid)
    (made,) = read_attempts(tmp_path).values()
    assert sum(attempt.cost_usd for attempt in made) == pytest.approx(paid)
    assert [t["decision"] for t in read_turns(tmp_path) if t["attempt"] == 2][:4] == [1, 2, 3, 4]


@pytest.mark.parametrize(("finish", "name"), [("stop", "unreadable"), ("length", "truncated")])
def test_turns_without_a_move_are_counted_and_warned_of(
    finish: str, name: str, tmp_path: Path
) -> None:
    with waiting(answer=UNREADABLE) as endpoint:
        endpoint.finish = finish
        assert ask(tmp_path, endpoint, 1).finished
    (group,) = group_runs([load(tmp_path)])
    header, (row,) = counts(group)
    assert row[header.index(f"{name} turns")] == row[header.index("turns")] == "10"
    assert any(f"10 {name}" in words for words in group.entries[0].warnings)
    assert json.loads(json.dumps(group.entries[0].asked.lost))[name] == 10
