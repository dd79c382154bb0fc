"""Errors inside a conversation, and answers that never come, are said and never scored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from endpoint import UNREADABLE, Endpoint
from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from topple.cli.main import main
from topple.prompting.episode import Exchange
from topple.prompting.plan_episode import PlanEpisode
from topple.prompting.question import Question
from topple.runs.faults import failed_because
from topple.vlm.record import read_attempts
from topple.vlm.registry import TASKS

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
    answered = PlanEpisode.answer

    def fail(self: PlanEpisode, question: Question, text: str, *more: Any) -> Exchange:
        # The estimate before the run plays random actions.
        if text == UNREADABLE:
            raise ArithmeticError("seven is no colour")
        return answered(self, question, text, *more)

    run = ["--out", str(tmp_path / "run")]
    with Endpoint(answer=lambda digest: UNREADABLE) as endpoint:
        command = [*QUESTION, "--base-url", endpoint.url, *run]
        with monkeypatch.context() as patched:
            patched.setattr(PlanEpisode, "answer", fail)
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
    (reason,) = failed_because(tmp_path / "run")
    assert reason.startswith("no answer in time within 1 s")


def test_an_answer_without_choices_does_not_end_an_evaluation_of_inspect(tmp_path: Path) -> None:
    empty = ModelOutput(model="model", choices=[], usage=ModelUsage())
    model = get_model("mockllm/model", custom_outputs=lambda *_: empty, memoize=False)
    (log,) = inspect_eval(
        TASKS["deepphy-phyre"](limit=2, history="none"),
        model=model,
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success"
    assert log.samples is not None
    ends = [(sample.scores or {})["solved"].metadata or {} for sample in log.samples]
    assert ['"outcome": "failed"' in each["attempts"][-1] for each in ends] == [True, True]
