"""Questions as Inspect sends them."""

from __future__ import annotations

from topple.prompting.hint import Hint
from topple.prompting.question import Picture, Question, Said
from topple.vlm.solver import _messages

HINT = Hint("deepphy-rope", "rope/x:1", 0, 1, 1, "calls")
PICTURE = Picture("scene@1", b"", "0")


def test_a_question_without_pictures_is_one_text() -> None:
    before = (Said("user", ("before",)), Said("assistant", ("well",)))
    *_, said = _messages(Question("vla@3", "rules", ("one", "two"), before), HINT)
    assert said.content == "one\n\ntwo"
    assert all(isinstance(each.content, str) for each in _messages(Question("", "", ("a",)), HINT))


def test_a_question_with_pictures_is_a_list_of_parts() -> None:
    *_, said = _messages(Question("vla@3", "rules", ("one", PICTURE)), HINT)
    assert [part.type for part in said.content if not isinstance(part, str)] == ["text", "image"]
