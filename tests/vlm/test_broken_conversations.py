"""Errors inside a conversation, and answers that never come, are said and never scored."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count, repeat
from pathlib import Path
from typing import Any

import pytest
from endpoint import UNREADABLE, Endpoint
from inspect_ai import eval as inspect_eval
from inspect_ai import eval_retry
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from topple.cli.main import main
from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Exchange
from topple.prompting.question import Question
from topple.runs.score import count_causes
from topple.vlm.answered import ATTEMPTS
from topple.vlm.record import read_attempts
from topple.vlm.registry import TASKS

EMPTY = ModelOutput(model="model", choices=[], usage=ModelUsage())
QUESTION = ["eval", "deepphy-phyre", "--model", "m", "--limit", "2", "--history", "none"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--base-url", "http://user:hunter2@127.0.0.1/v1"], "holds a user name or password"),
        (["--base-url", "127.0.0.1:8000"], "is no URL"),
        (["--base-url", "http://127.0.0.1/v1", "--set", "api_key=hunter2"], "write a secret into"),
    ],
)
def test_secrets_never_reach_the_run_folder(
    options: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*QUESTION, *options, "--out", str(tmp_path / "run")]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert "hunter2" not in said
    assert not (tmp_path / "run").exists()


def test_an_error_of_our_own_is_said_and_costs_no_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = Conversation.answer

    def fail(self: Conversation, question: Question, text: str, *more: Any) -> Exchange:
        # The estimate before the run plays random actions.
        if text == UNREADABLE:
            raise ArithmeticError("seven is no colour")
        return answered(self, question, text, *more)

    run = ["--out", str(tmp_path / "run")]
    with Endpoint(answer=lambda digest: UNREADABLE) as endpoint:
        command = [*QUESTION, "--base-url", endpoint.url, *run]
        with monkeypatch.context() as patched:
            patched.setattr(Conversation, "answer", fail)
            assert main(command) == 1
        said = capsys.readouterr().err
        assert "error: 2 tasks ended by an error: ArithmeticError: seven is no colour" in said
        assert "hold the traceback" in said
        assert read_attempts(tmp_path / "run") == {}
        assert main(command) == 0


def test_an_answer_that_never_comes_has_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Endpoint(lambda digest, times: "time-out") as endpoint:
        command = [*QUESTION, "--base-url", endpoint.url, "--timeout", "1", "--retries", "0"]
        assert main([*command, "--out", str(tmp_path / "run")]) == 1
    assert "no answer in time (2). The first: no answer in time within 1 s" in (
        capsys.readouterr().err
    )
    (reason,) = count_causes(tmp_path / "run")
    assert reason.startswith("no answer in time within 1 s")


def evaluated(folder: Path, say: Callable[[], ModelOutput], **more: Any) -> EvalLog:
    """Run Inspect's own evaluation with a model that answers by `say`."""
    model = get_model("mockllm/model", custom_outputs=lambda *_: say(), memoize=False)
    task = TASKS["deepphy-phyre"](limit=2, history="none")
    (log,) = inspect_eval(task, model=model, log_dir=str(folder), display="none", **more)
    return log


def test_inspect_learns_of_questions_without_an_answer(tmp_path: Path) -> None:
    stopped = evaluated(tmp_path, lambda: EMPTY)
    assert stopped.status == "error"
    assert stopped.error is not None
    assert "the server sent an answer without choices" in stopped.error.message
    log = evaluated(tmp_path, lambda: EMPTY, fail_on_error=False)
    assert log.samples is not None
    for sample in log.samples:
        assert sample.error is not None
        assert "answer without choices" in sample.error.message
        assert not sample.scores
        assert '"outcome": "failed"' in sample.store[ATTEMPTS][-1]


def test_inspect_repeats_what_failed(tmp_path: Path) -> None:
    """Each question is repeated twice before its sample fails."""
    # Without a count of its own, Inspect would load a tokenizer from the network.
    placed = ModelOutput.from_content("model", "Cell: 7, Radius: 3")
    placed.usage = ModelUsage()
    said = chain([EMPTY] * 3, repeat(placed))
    log = evaluated(tmp_path, lambda: next(said), max_samples=1, retry_on_error=1)
    assert log.status == "success"
    assert log.samples is not None
    assert [len(sample.error_retries or []) for sample in log.samples] == [1, 0]


def test_the_retry_of_inspect_asks_what_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENDPOINT_API_KEY", "none")
    number = count(1)
    quiet: dict[str, Any] = {"log_dir": str(tmp_path), "display": "none"}
    with Endpoint(
        lambda digest, times: "no choices" if next(number) <= 3 else "",
        answer=lambda digest: "Cell: 7, Radius: 3",
    ) as endpoint:
        (log,) = inspect_eval(
            TASKS["deepphy-phyre"](limit=2, history="none"),
            model="openai-api/endpoint/m",
            model_base_url=endpoint.url,
            max_samples=1,
            fail_on_error=False,
            **quiet,
        )
        assert [bool(sample.error) for sample in log.samples or ()] == [True, False]
        asked = sum(endpoint.seen.values())
        (again,) = eval_retry(log, **quiet)
        assert sum(endpoint.seen.values()) > asked
    assert again.samples is not None
    assert [bool(sample.scores) for sample in again.samples] == [True, True]
