"""Questions as Inspect sends them."""

from __future__ import annotations

from pathlib import Path

from endpoint import Endpoint
from inspect_ai.log import read_eval_log

from topple.cli.main import main
from topple.prompting.hint import Hint
from topple.prompting.question import Picture, Question, Said
from topple.vlm.messages import messages_of

HINT = Hint("deepphy-rope", "rope/x:1", 0, 1, 1, "calls")
PICTURE = Picture("scene@1", b"", "0")


def test_a_question_without_pictures_is_one_text() -> None:
    before = (Said("user", ("before",)), Said("assistant", ("well",)))
    *_, said = messages_of(Question("vla@3", "rules", ("one", "two"), before), HINT)
    assert said.content == "one\n\ntwo"
    assert all(
        isinstance(each.content, str) for each in messages_of(Question("", "", ("a",)), HINT)
    )


def test_a_question_with_pictures_is_a_list_of_parts() -> None:
    *_, said = messages_of(Question("vla@3", "rules", ("one", PICTURE)), HINT)
    assert [part.type for part in said.content if not isinstance(part, str)] == ["text", "image"]


def test_the_log_of_inspect_holds_the_conversation(tmp_path: Path) -> None:
    with Endpoint(answer=lambda digest: "Cell: 6, Radius: 1") as endpoint:
        asked = ["eval", "deepphy-phyre", "--limit", "1", "--history", "text", "--model", "test"]
        main([*asked, "--base-url", endpoint.url, "--out", str(tmp_path)])
    (log,) = (tmp_path / "inspect").iterdir()
    (sample,) = read_eval_log(str(log)).samples or []
    roles = [message.role for message in sample.messages]
    assert roles == ["system", "user", "assistant"] * 10
    assert "This is attempt 10 of 10." in sample.messages[-2].text
    assert sample.output.completion == "Cell: 6, Radius: 1"
