"""Whole runs over HTTP: nothing is lost, doubled or scored wrong, whatever the other side does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from endpoint import (
    FAULTS,
    Endpoint,
    answer_to,
    check_question,
    digest_of,
    kill_midway,
    now_and_then,
)

from topple.cli.main import main
from topple.metrics.tally import OUTCOMES
from topple.prompting.hint import Hint
from topple.prompting.question import Picture, Question
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.runs.load import load
from topple.tasks.outcome import Outcome
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import Running, evaluate_model
from topple.vlm.money import Price
from topple.vlm.plan import ModelPlan

TOGETHER = 16
RULES = protocol("deepphy-phyre")
Rows = dict[tuple[int, str, int], tuple[Any, ...]]
# Attempts take as long as they take; all else is the same in every run.
KEPT = ("action", "outcome", "steps", "digest", "note", "asked")


def plan(limit: int, history: str = "text") -> ModelPlan:
    return ModelPlan(RULES, Setup("5x5x5", history=history), "test", RULES.folds, limit=limit)


def rows(folder: Path) -> Rows:
    lines = [json.loads(line) for line in (folder / "attempts.jsonl").read_text().splitlines()]
    found = {
        (row["fold"], row["task"], row["attempt"]): tuple(row.get(name) for name in KEPT)
        for row in lines
    }
    assert len(found) == len(lines), "an attempt is there twice"
    return found


def by_hash(note: Hint, question: Question) -> str:
    parts = [p.address if isinstance(p, Picture) else p for p in question.parts]
    return answer_to(digest_of(question.system, parts))


def played_directly(asked: ModelPlan, folder: Path) -> Rows:
    """Play without HTTP and without Inspect, one question after another."""
    play_directly(asked, folder, by_hash)
    return rows(folder)


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    return played_directly(plan(TOGETHER), tmp_path_factory.mktemp("directly"))


def at(endpoint: Endpoint) -> Running:
    return Running(
        timeout_s=4, retries=2, pause_s=0.05, price=Price(1.0, 10.0), base_url=endpoint.url
    )


def test_faults_change_nothing(tmp_path: Path, wanted: Rows) -> None:
    with Endpoint(now_and_then(12), TOGETHER) as endpoint:
        ended = evaluate_model(plan(TOGETHER), tmp_path, at(endpoint))
    assert endpoint.wrong == []
    assert endpoint.most_busy == TOGETHER
    assert set(endpoint.faults) == set(FAULTS)
    assert (ended.finished, ended.failed) == (True, 0)
    assert rows(tmp_path) == wanted
    run = load(tmp_path)
    assert {row[1] for row in wanted.values()} >= {"missed", "invalid", "unreadable"}
    assert run.results.tokens.sum() == 1020 * len(wanted)
    assert run.results.cost_usd.sum() == pytest.approx(len(wanted) * 1200e-6)


def test_a_provider_that_is_down_is_no_miss_and_is_asked_again(tmp_path: Path) -> None:
    asked = plan(3)
    with Endpoint(lambda digest, times: "no json") as down:
        ended = evaluate_model(asked, tmp_path, at(down))
    assert (ended.finished, ended.failed) == (False, 3)
    run = load(tmp_path)
    assert run.results.outcomes[:, OUTCOMES.index(Outcome.FAILED)].tolist() == [1, 1, 1]
    assert run.results.counted.tolist() == [0, 0, 0]
    with Endpoint() as endpoint:
        ended = evaluate_model(asked, tmp_path, at(endpoint))
    assert ended.finished
    made = [row[1:4] for row in rows(tmp_path).values() if row[1] != "failed"]
    assert sorted(made) == sorted(
        row[1:4] for row in played_directly(asked, tmp_path / "directly").values()
    )
    assert np.all(load(tmp_path).results.counted <= RULES.attempts)


def test_the_spending_limit_stops_a_run_that_goes_on_later(tmp_path: Path) -> None:
    asked = plan(4)
    with Endpoint() as endpoint:
        few = Running(1, 0.0055, Price(1.0, 10.0), base_url=endpoint.url)
        ended = evaluate_model(asked, tmp_path, few)
        assert (ended.finished, ended.spent) == (False, True)
        assert len(rows(tmp_path)) == 5  # each costs $0.0012
        ended = evaluate_model(asked, tmp_path, at(endpoint))
    assert ended.finished
    assert rows(tmp_path) == played_directly(asked, tmp_path / "directly")


def test_runs_of_other_seeds_are_asked_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept answers serve the same run again; a run of another seed has luck of its own."""
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "kept"))
    sent: list[int | None] = []

    def check(body: dict[str, Any], checked: set[str]) -> int:
        sent.append(body.get("seed"))
        return check_question(body, checked)

    with Endpoint(check=check) as endpoint:
        running = Running(base_url=endpoint.url, cache=True)
        asked = []
        for name, seed in (("first", 0), ("again", 0), ("other", 7)):
            before = sum(endpoint.seen.values())
            evaluate_model(replace(plan(2), seed=seed), tmp_path / name, running)
            asked.append(sum(endpoint.seen.values()) - before)
    assert endpoint.wrong == []
    first, again, other = asked
    assert again == 0
    assert first == other > 0
    assert set(sent) == {None, 7}
    assert rows(tmp_path / "first") == rows(tmp_path / "again")


def test_a_killed_run_goes_on_to_the_same_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    with Endpoint() as endpoint:
        command = ["eval", RULES.name, "--model", "test", "--base-url", endpoint.url]
        command += ["--limit", "6", "--concurrency", "2", "--out", str(folder), "--history", "2x3"]
        kill_midway(command, folder, 12)
        before = rows(folder)
        assert main(command) == 0
    assert endpoint.wrong == []
    assert before.items() <= rows(folder).items()
    assert rows(folder) == played_directly(plan(6, "2x3"), tmp_path / "directly")
    assert "AUCCESS" in capsys.readouterr().out
