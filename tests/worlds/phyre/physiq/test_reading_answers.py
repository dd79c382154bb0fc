"""Classic sets are read by the rules of the original."""

from __future__ import annotations

import pytest

from topple.worlds.phyre.physiq.forms import read
from topple.worlds.phyre.physiq.items import Item, ItemId, Kind, QuestionMode


def asked(kind: Kind) -> Item:
    name = ItemId("phyre", "template", 3, 0, text="item")
    return Item(name, "", kind, QuestionMode.CLASSIC, "task", 1, (), True)


@pytest.mark.parametrize(
    ("kind", "answer", "reading"),
    [
        (Kind.SANITY, "Yes, they do", True),
        (Kind.SANITY, "Well, yes", None),
        (Kind.SANITY, "I know", False),
        (Kind.SANITY, "Not at all", False),
        (Kind.CONFIDENCE, "0.85", 0.0),
        (Kind.CONFIDENCE, "about 85%", 0.85),
        (Kind.CONFIDENCE, "150", 1.0),
        (Kind.CONFIDENCE, "1500", None),
        (Kind.YESNO, "n", False),
        (Kind.YESNO, " YES ", True),
        (Kind.YESNO, "Yes.", None),
        (Kind.RANKING, "2, 1, 4, 3", (2, 1, 4, 3)),
        (Kind.RANKING, "[2,1,4,3]", (2, 1, 4, 3)),
        (Kind.RANKING, "Ranking: [2,1,4,3]", None),
    ],
)
def test_classic_reads_by_the_rules_of_the_original(
    kind: Kind, answer: str, reading: object
) -> None:
    assert read(asked(kind), answer) == reading
