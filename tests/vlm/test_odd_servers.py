"""Servers that reply oddly: what can be read is read, the rest is told in their words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from endpoint import Endpoint

from topple.errors import BadInput
from topple.runs.turns import read_turns
from topple.tasks.outcome import Outcome
from topple.vlm.evaluate import Ended, Running, evaluate_model
from topple.vlm.options import usual_setup
from topple.vlm.plan_questions import plan_of
from topple.vlm.record import read_attempts

Change = Callable[[dict[str, Any]], Any]


def content(found: Any) -> Change:
    """Change what the message of an answer holds."""

    def change(said: dict[str, Any]) -> dict[str, Any]:
        choice = said["choices"][0]
        return {**said, "choices": [{**choice, "message": {**choice["message"], "content": found}}]}

    return change


def ask(folder: Path, changes: list[Change], **more: Any) -> Ended:
    """Ask one question per change, in order; the first answer is as it should be."""
    number, every = count(), [lambda said: said, *changes]
    plan = plan_of("ladder-phyre", usual_setup("ladder-phyre"), "test", limit=len(every))
    with Endpoint(
        answer=lambda digest: "Answer: 25 %",
        check=lambda *_: 0,
        change=lambda said: every[next(number)](said),
        **more,
    ) as endpoint:
        return evaluate_model(plan, folder, Running(1, retries=0, base_url=endpoint.url))


def test_an_answer_in_parts_is_read(tmp_path: Path) -> None:
    text = {"type": "text", "text": "Answer:"}
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Answer: B"}]}
    changes = [
        content([text, {"type": "text", "text": " A"}]),
        content([thought, text, {"type": "text", "text": " 1"}]),
        content(["Answer: ", "B"]),
        content([]),
    ]
    assert ask(tmp_path, changes).finished
    assert [turn["answer"] for turn in read_turns(tmp_path)][1:] == [
        "Answer: A",
        "Answer: 1",
        "Answer: B",
        "",
    ]


def test_an_empty_answer_is_called_so_by_every_question(tmp_path: Path) -> None:
    """Letters, places and percentages have readers of their own."""
    changes = [content(None)] * 4 + [content("  ")] * 3
    assert ask(tmp_path, changes).finished
    turns = list(read_turns(tmp_path))[1:]
    assert len({turn["task"].split("/")[1] for turn in turns}) >= 3
    assert {(turn["outcome"], turn["why"]) for turn in turns} == {
        (Outcome.UNREADABLE, "the answer is empty")
    }


def test_a_server_that_says_something_else_is_told_in_its_words(tmp_path: Path) -> None:
    changes: list[Change] = [
        lambda said: ["overloaded, sorry"],
        lambda said: {"detail": "the model is loading"},
        lambda said: {**said, "choices": []},
        lambda said: {**said, "choices": ["late"]},
        lambda said: {"error": {"message": "no worker is free"}},
        lambda said: "maintenance",
    ]
    ended = ask(tmp_path, changes)
    last = [made[-1] for made in read_attempts(tmp_path).values()]
    notes = [attempt.note for attempt in last if attempt.outcome is Outcome.FAILED]
    told = "\n".join(sorted(notes))
    assert ended.failed == len(changes) == len(notes)
    for words in (
        'the server sent a list: ["overloaded, sorry"]',
        'the server sent an answer without choices: {"detail": "the model is loading"}',
        'the server sent an answer without choices: {"id"',
        'a choice without a message: "late"',
        "no worker is free",
        'the server sent an answer without choices: "maintenance"',
    ):
        assert words in told


def test_a_redirect_that_loses_the_question_is_not_followed(tmp_path: Path) -> None:
    with Endpoint(lambda digest, times: "302", check=lambda *_: 0) as endpoint:
        plan = plan_of("ladder-phyre", usual_setup("ladder-phyre"), "test", limit=30)
        with pytest.raises(BadInput) as caught:
            evaluate_model(plan, tmp_path / "run", Running(base_url=endpoint.url))
    assert str(caught.value) == f"302: the server redirects to {endpoint.url}/elsewhere"
    assert "as --base-url" in caught.value.hint
    assert sum(endpoint.seen.values()) == 1
