"""Faults of providers over real HTTP: each is said, counted, and never scored."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from endpoint import UNREADABLE, Endpoint

from topple.cli.main import main
from topple.errors import BadInput, RunError
from topple.metrics.tally import OUTCOMES
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.runs.load import load
from topple.runs.score import count_causes
from topple.runs.turns import read_turns
from topple.tasks.outcome import Outcome
from topple.vlm.connection import check_arguments, check_url
from topple.vlm.estimate import estimate
from topple.vlm.evaluate import Ended, Running, evaluate_model
from topple.vlm.fault import clean
from topple.vlm.money import Price
from topple.vlm.page import page
from topple.vlm.plan import ModelPlan
from topple.vlm.record import read_attempts

RULES = protocol("deepphy-phyre")
SURROGATE = "\ud83d Cell: 7, Radius: 3"
CUT_OFF = (
    "Placing the red ball in cell 7 with radius level 3 pushes the green ball to the right, but"
)
MIRROR = "Attempt 2: Cell: 12, Radius: 3"


def plan(limit: int = 2, format: str = "vla") -> ModelPlan:
    setup = Setup("5x5x5", format=format, history="none")
    return ModelPlan(RULES, setup, "test", RULES.folds, limit=limit, options={"max_tokens": 100})


def ask(folder: Path, endpoint: Endpoint, limit: int = 2, **more: Any) -> Ended:
    asking = plan(limit, more.pop("format", "vla"))
    usual = {"retries": 1, "pause_s": 0.0, "timeout_s": 20}
    return evaluate_model(asking, folder, Running(base_url=endpoint.url, **{**usual, **more}))


@pytest.mark.parametrize(
    ("status", "hint"), [(401, "check the key"), (403, "may use this model"), (404, "--base-url")]
)
def test_a_hopeless_fault_is_an_error_and_leaves_no_folder(
    status: int, hint: str, tmp_path: Path
) -> None:
    with Endpoint(lambda digest, times: str(status)) as endpoint, pytest.raises(BadInput) as caught:
        ask(tmp_path / "run", endpoint, 32)
    assert f"{status} " in str(caught.value)
    assert f"from {endpoint.url}/chat/completions: not now" in str(caught.value)
    assert hint in caught.value.hint
    assert sum(endpoint.seen.values()) == 1
    assert not (tmp_path / "run").exists()


def test_an_error_with_status_200_is_told_in_the_words_of_the_server(tmp_path: Path) -> None:
    with Endpoint(lambda digest, times: "200") as endpoint:
        ended = ask(tmp_path, endpoint, 1, retries=0)
    assert ended.first is not None
    assert "not now" in ended.first.cause


def test_a_key_that_a_server_repeats_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_API_KEY", "hush-hush-123")
    assert "hush" not in clean("wrong key hush-hush-123 given")
    assert "abc123" not in clean("Incorrect API key provided: sk-proj-abc123def456")
    with pytest.raises(BadInput, match="or a key"):
        check_url("http://127.0.0.1:8000/v1?api_key=secret")
    with pytest.raises(BadInput, match="would write a secret"):
        check_arguments({"extra_headers": {"Authorization": "Bearer x"}})


def test_a_dead_server_is_an_error_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    code = main(["eval", "deepphy-phyre", "--model", "m", "--base-url", url, "--limit", "1"])
    said = capsys.readouterr().err
    assert code == 2
    assert f"error: no connection to {url}/chat/completions: All connection" in said
    assert "hint: check that the server is running" in said
    assert not list(tmp_path.glob("runs/*"))


def test_a_key_that_is_refused_later_stops_the_run(tmp_path: Path) -> None:
    asked: list[str] = []

    def later(digest: str, times: int) -> str:
        asked.append(digest)
        return "401" if len(asked) > 5 else ""

    with Endpoint(later) as endpoint:
        ended = ask(tmp_path, endpoint, 20, concurrency=1)
    assert ended.stopped is not None
    assert len(asked) == 5 + 3
    assert (ended.finished, ended.faults, ended.failed) == (False, {"401": 3}, 3)
    assert "Unauthorized" in next(iter(count_causes(tmp_path)))


def test_a_server_that_only_fails_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Endpoint(lambda digest, times: "no choices") as endpoint:
        command = ["eval", "deepphy-phyre", "--model", "m", "--base-url", endpoint.url]
        command += ["--limit", "8", "--retries", "0", "--out", str(tmp_path / "run")]
        assert main(command) == 1
    said = capsys.readouterr().err
    assert "no answer (3). The first: the server sent an answer without choices" in said
    assert "error: the run was stopped" in said
    assert sum(endpoint.seen.values()) == 3
    assert main(["report", str(tmp_path / "run")]) == 2
    assert "(3 of 3 failures: the server sent an answer" in capsys.readouterr().err


def test_retries_are_counted_as_documented(tmp_path: Path) -> None:
    with Endpoint(lambda digest, times: "500" if times < 4 else "") as endpoint:
        ended = ask(tmp_path / "enough", endpoint, 1, retries=3)
        assert ended.finished
        assert set(endpoint.seen.values()) == {4}
    with Endpoint(lambda digest, times: "500") as endpoint:
        ended = ask(tmp_path / "few", endpoint, 1, retries=3)
        assert (ended.finished, ended.failed) == (False, 1)
        assert list(endpoint.seen.values()) == [4]


def test_a_task_is_never_given_up_for_good(tmp_path: Path) -> None:
    """However often a server is down, one failed attempt is recorded, and the next can answer."""
    for _ in range(3):
        with Endpoint(lambda digest, times: "500") as endpoint:
            assert not ask(tmp_path, endpoint, 1, retries=0).finished
    assert [len(made) for made in read_attempts(tmp_path).values()] == [1]
    with Endpoint() as endpoint:
        assert ask(tmp_path, endpoint, 1).finished
    assert load(tmp_path).failed == 0


def test_answers_in_the_words_of_the_history_are_actions(tmp_path: Path) -> None:
    with Endpoint(together=8, answer=lambda digest: MIRROR) as endpoint:
        assert ask(tmp_path, endpoint, 8).finished
    assert endpoint.most_busy == 8
    turns = list(read_turns(tmp_path))
    assert len(turns) >= 8
    assert {tuple(turn["read"]) for turn in turns} == {(12, 3)}


def test_thoughts_that_were_cut_off_are_no_actions(tmp_path: Path) -> None:
    with Endpoint(together=4, answer=lambda digest: CUT_OFF, finish="length") as endpoint:
        assert ask(tmp_path, endpoint, 4, keep_asking=True).finished
    turns = list(read_turns(tmp_path))
    assert len(turns) == 4 * RULES.attempts
    assert {(turn["read"], turn["outcome"], turn["stop"]) for turn in turns} == {
        (None, "truncated", "max_tokens")
    }
    assert load(tmp_path).results.outcomes[:, OUTCOMES.index(Outcome.TRUNCATED)].sum() == len(turns)


@pytest.mark.parametrize("format", ["vla", "wm"])
def test_half_a_character_is_no_trap(format: str, tmp_path: Path) -> None:
    with Endpoint(answer=lambda digest: SURROGATE) as endpoint:
        assert ask(tmp_path, endpoint, 1, format=format).finished
    assert {turn["answer"] for turn in read_turns(tmp_path)} == {SURROGATE.replace("\ud83d", "?")}
    assert "Cell: 7" in page(tmp_path, 1)


def test_a_torn_turn_costs_one_turn_at_most(tmp_path: Path) -> None:
    with Endpoint(answer=lambda digest: UNREADABLE) as endpoint:
        ask(tmp_path, endpoint, 1, most_usd=0.002, price=Price(1.0, 10.0), concurrency=1)
        whole = len(list(read_turns(tmp_path)))
        with (tmp_path / "turns.jsonl").open("a") as file:
            file.write('{"fold": 0, "task": "phyre/')
        assert ask(tmp_path, endpoint, 1).finished
    turns = list(read_turns(tmp_path))
    assert len(turns) == sum(map(len, read_attempts(tmp_path).values())) > whole


def test_a_full_disk_ends_the_run_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = 12  # lines
    write = os.write

    def full(file: int, data: bytes) -> int:
        nonlocal room
        room -= 1
        if room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data)

    with Endpoint() as endpoint:
        with monkeypatch.context() as patched:
            patched.setattr("topple.runs.lines.os.write", full)
            with pytest.raises(RunError, match="no room left"):
                ask(tmp_path, endpoint, 12, concurrency=4)
        assert sum(endpoint.seen.values()) < 12
        assert ask(tmp_path, endpoint, 12).finished


def test_answers_without_usage_cost_an_upper_estimate(tmp_path: Path) -> None:
    with Endpoint(answer=lambda digest: UNREADABLE, usage=False) as endpoint:
        ended = ask(tmp_path, endpoint, 2, price=Price(1.0, 10.0), most_usd=0.02, concurrency=1)
    assert ended.spent
    attempts = [a for made in read_attempts(tmp_path).values() for a in made]
    assert ended.uncounted == len(attempts)
    assert all(attempt.cost_usd > 100 * 10 / 1e6 for attempt in attempts)
    costs = [attempt.cost_usd for attempt in attempts]
    assert sum(costs) - max(costs) < 0.02


def test_many_workers_overshoot_by_one_question(tmp_path: Path) -> None:
    """Each of 32 would cost $0.0012; together they stay within one of the limit."""
    with Endpoint(answer=lambda digest: MIRROR) as endpoint:
        ended = ask(tmp_path, endpoint, 64, price=Price(1.0, 10.0), most_usd=0.05, concurrency=32)
    assert ended.spent
    spent = sum(a.cost_usd for made in read_attempts(tmp_path).values() for a in made)
    assert 0.05 <= spent < 0.05 + 2 * 0.0012


def test_a_spending_limit_needs_a_price(tmp_path: Path) -> None:
    with Endpoint() as endpoint, pytest.raises(BadInput, match="needs a price") as caught:
        ask(tmp_path / "run", endpoint, most_usd=1.0)
    assert "--price IN OUT" in caught.value.hint
    assert not endpoint.seen
    assert not (tmp_path / "run").exists()


def test_tokens_without_a_price_do_not_cost_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Endpoint() as endpoint:
        assert ask(tmp_path / "free", endpoint, 1).finished
        assert ask(tmp_path / "priced", endpoint, 1, price=Price(1.0, 10.0)).finished
    assert main(["report", str(tmp_path / "free")]) == 0
    assert capsys.readouterr().out.split()[-1] == "unknown"
    assert main(["report", str(tmp_path / "priced")]) == 0
    assert capsys.readouterr().out.split()[-1].startswith("$0.0")


def test_a_large_run_needs_consent(capsys: pytest.CaptureFixture[str]) -> None:
    whole = ModelPlan(RULES, Setup("5x5x5", history="none"), "m", RULES.folds)
    questions = estimate(whole).questions
    assert questions > 1000
    with Endpoint() as endpoint:
        command = ["eval", "deepphy-phyre", "--model", "m", "--base-url", endpoint.url]
        assert main([*command, "--history", "none"]) == 2
        assert not endpoint.seen
    said = capsys.readouterr().err
    assert f"the whole run: about {questions:,} questions" in said
    assert f"error: {questions:,} questions are more than 1,000" in said


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    with Endpoint() as endpoint:
        command = ["eval", "deepphy-phyre", "--model", "m", "--base-url", endpoint.url]
        command += ["--limit", "30", "--history", "none", "--out", str(tmp_path / "run")]
        process = subprocess.Popen(
            [sys.executable, "-m", "topple.cli.main", *command], stderr=subprocess.PIPE, text=True
        )
        recorded = tmp_path / "run" / "attempts.jsonl"
        deadline = time.monotonic() + 600
        while not recorded.exists() or not recorded.read_bytes():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "To resume:\n  topple eval deepphy-phyre" in said
    assert "Traceback" not in said


def test_the_whole_set_up_is_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["eval", "deepphy-phyre", "--limit", "1", "--history", "none"]
    run += ["--out", str(tmp_path / "run"), "--model", "openai/m"]
    sent: list[dict[str, Any]] = []

    def check(body: dict[str, Any], checked: set[str]) -> int:
        sent.append(body)
        return 0

    with Endpoint(check=check) as one, Endpoint() as other:
        usual = [*run, "--set", "top_p=0.5", "--set", "emulate_tools=true"]
        assert main([*usual, "--base-url", one.url]) == 0
        assert main([*usual, "--base-url", other.url]) == 2
        assert "its `agent settings endpoint` is " in capsys.readouterr().err
        assert main([*run, "--set", "top_p=0.5", "--base-url", one.url]) == 2
        assert '`agent settings arguments` is {"emulate_tools": true}, not absent' in (
            capsys.readouterr().err
        )
        assert not other.seen
    assert {(body["model"], body["top_p"]) for body in sent} == {("m", 0.5)}
    settings = json.loads((tmp_path / "run" / "run.json").read_text())["agent"]["settings"]
    assert settings["arguments"] == {"emulate_tools": True}
    assert len(settings["endpoint"]) == 12
