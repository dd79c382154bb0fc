"""Runs of questions over HTTP: nothing is asked twice, lost or scored wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from endpoint import UNREADABLE, Endpoint, check_pictures, digest_of, kill_midway, now_and_then

from topple.cli.main import main
from topple.prompting.hint import Hint
from topple.prompting.question import Picture, Question
from topple.runs.load import load
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import Running, evaluate_model
from topple.vlm.money import Price
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.worlds.phyre.metrics.answered import Answered

RULED, PLAIN = 880, 768
KEPT = ("action", "outcome", "note", "asked")
# Faults that are asked about again at once; the others make Inspect wait for seconds.
QUICK = ("no json", "no choices", "empty")
Rows = dict[tuple[str, int], tuple[Any, ...]]


def plan(name: str, limit: int, **asking: Any) -> ModelPlan:
    asked = {"mode": "strict", "shots": 0, "frames": 1, **asking}
    return plan_of(name, asked, "test", limit=limit)


def placement(digest: str) -> str:
    x, y, radius = (int(digest[i : i + 4], 16) for i in (0, 4, 8))
    ball = {"x": 20 + x % 216, "y": 20 + y % 216, "radius": 2 + radius % 18}
    return "I cannot tell." if x % 9 == 0 else json.dumps([ball, ball] if x % 2 else ball)


def check(body: dict[str, Any], checked: set[str]) -> int:
    system, *turns = body["messages"]
    assert system["role"] == "system"
    assert [turn["role"] for turn in turns] == ["user", "assistant"] * (len(turns) // 2) + ["user"]
    parts = [p for t in turns if isinstance(t["content"], list) for p in t["content"]]
    addresses = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    assert addresses
    check_pictures(addresses, checked, (RULED, PLAIN))
    return len(addresses)


def rows(folder: Path) -> Rows:
    lines = [json.loads(line) for line in (folder / "attempts.jsonl").read_text().splitlines()]
    found = {(row["task"], row["attempt"]): tuple(row.get(name) for name in KEPT) for row in lines}
    assert len(found) == len(lines), "an answer is there twice"
    return found


def played_directly(asked: ModelPlan, folder: Path, answer: Any) -> Rows:
    """Ask without HTTP and without Inspect, one question after another."""

    def by_hash(note: Hint, question: Question) -> str:
        parts = [p.address if isinstance(p, Picture) else p for p in question.every_part]
        return str(answer(digest_of(question.system, parts)))

    play_directly(asked, folder, by_hash)
    return rows(folder)


def at(endpoint: Endpoint) -> Running:
    return Running(
        timeout_s=20, retries=2, pause_s=0.05, price=Price(1.0, 10.0), base_url=endpoint.url
    )


def test_faults_change_nothing(tmp_path: Path) -> None:
    asked = plan("physiq-ranking", 8, shots=1)
    said, faults = "[2, 1, 4, 3]", now_and_then(2, QUICK)
    with Endpoint(faults, answer=lambda digest: said, check=check) as endpoint:
        ended = evaluate_model(asked, tmp_path / "run", at(endpoint))
    assert endpoint.wrong == []
    assert set(endpoint.faults) == set(QUICK)
    assert (ended.finished, ended.failed) == (True, 0)
    wanted = played_directly(asked, tmp_path / "directly", lambda digest: said)
    assert rows(tmp_path / "run") == wanted
    run = load(tmp_path / "run").results
    assert run.tokens.sum() == 1020 * 8
    assert run.cost_usd.sum() == pytest.approx(8 * 1200e-6)
    # Eight pictures: an example of four proposals, and the question.
    assert endpoint.pictures == 8 * sum(endpoint.seen.values())


def test_a_provider_that_is_down_answers_nothing_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half of the questions fail: they are reported, not scored, and asked again."""
    asked = plan("physiq-ranking", 10)

    met: list[str] = []

    def down(digest: str, times: int) -> str:
        # Answers go by order of arrival, so that the first question, the check, is answered.
        if digest not in met:
            met.append(digest)
        return "no json" if met.index(digest) % 2 else ""

    right = "[1, 2, 3, 4]"
    with Endpoint(down, answer=lambda digest: right, check=check) as endpoint:
        ended = evaluate_model(asked, tmp_path / "run", at(endpoint))
    run = load(tmp_path / "run")
    answered = Answered.of(run.counts).asked
    assert (len(answered), run.failed) == (5, 5)
    assert (ended.finished, ended.failed) == (False, 5)
    assert main(["report", str(tmp_path / "run"), "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    (told,) = facts["runs"]
    assert (told["answered"], told["failed"]) == (len(answered), run.failed)
    winners = sum(isinstance(i.truth, tuple) and i.truth[0] == 1 for i in answered)
    assert told["figures"]["first right"]["value"] == pytest.approx(winners / len(answered))
    assert "failed by a provider's fault and count for the attempts they had" in told["warnings"][1]
    asked_before = sum(endpoint.seen.values())
    assert asked_before == len(answered) + 3 * run.failed
    with Endpoint(answer=lambda digest: right, check=check) as endpoint:
        assert evaluate_model(asked, tmp_path / "run", at(endpoint)).finished
    assert sum(endpoint.seen.values()) == run.failed
    made = [row for row in rows(tmp_path / "run").values() if row[1] != "failed"]
    wanted = played_directly(asked, tmp_path / "directly", lambda digest: right)
    assert sorted(map(repr, made)) == sorted(map(repr, wanted.values()))


def test_a_killed_conversation_goes_on_without_asking_twice(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with Endpoint(answer=placement, check=check) as endpoint:
        command = ["eval", "physiq-insertion", "--model", "test", "--base-url", endpoint.url]
        command += ["--limit", "4", "--concurrency", "2", "--out", str(folder)]
        kill_midway(command, folder, 5)
        before, asked_before = rows(folder), sum(endpoint.seen.values())
        assert main(command) == 0
        again = sum(endpoint.seen.values()) - asked_before
    assert endpoint.wrong == []
    assert before.items() <= rows(folder).items()
    assert again == len(rows(folder)) - len(before)
    asked = plan("physiq-insertion", 4)
    assert rows(folder) == played_directly(asked, tmp_path / "directly", placement)


def test_a_conversation_that_failed_counts_for_the_attempts_it_had(tmp_path: Path) -> None:
    """Every conversation fails at its second question."""
    asked = plan("physiq-insertion", 3)

    def cut(body: dict[str, Any], checked: set[str]) -> int:
        lengths.append(len(body["messages"]))
        return check(body, checked)

    lengths: list[int] = []
    with Endpoint(
        lambda digest, times: "no json" if lengths[-1] > 2 else "",
        answer=lambda digest: UNREADABLE,
        check=cut,
    ) as endpoint:
        ended = evaluate_model(
            asked, tmp_path, Running(concurrency=1, pause_s=0, base_url=endpoint.url)
        )
    assert (ended.finished, ended.failed) == (False, 3)
    run = load(tmp_path)
    talks = Answered.of(run.counts).talks
    assert [len(talk.tried) for talk in talks] == [1, 1, 1]
    assert run.failed == len(talks)
    assert not any(talk.over for talk in talks)
