"""Answers are read as a careful person would, or not at all."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from making import examples

from topple.physiq.items import Item, Kind, QuestionMode
from topple.physiq.readers import read
from topple.physiq.readers.percent import read_percent
from topple.physiq.readers.placement import read_placement
from topple.physiq.readers.ranking import read_ranking
from topple.physiq.readers.yes_no import read_yes_no

FOLDER = Path(__file__).parent / "answers"
READERS: dict[str, Callable[[dict[str, Any]], object]] = {
    "yes_no": lambda row: read_yes_no(row["says"]),
    "percent": lambda row: read_percent(row["says"]),
    "ranking": lambda row: read_ranking(row["says"]),
    "placement": lambda row: read_placement(row["says"], row["balls"]),
}
LEAST = 100  # answers of each form


def corpus(form: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{form}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


@pytest.mark.parametrize("form", READERS)
def test_odd_answers_are_read_as_a_careful_person_would(form: str) -> None:
    rows = corpus(form)
    assert len(rows) >= LEAST
    assert sum(row["reads"] is None for row in rows) > LEAST / 4
    for row in rows:
        found = json.loads(json.dumps(READERS[form](row)))
        if isinstance(row["reads"], float):
            assert found == pytest.approx(row["reads"]), row["says"]
        else:
            assert found == row["reads"], row["says"]


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize(
    "piece", ["[", "{", "yes no ", "1, ", "85% ", '{"x": 1, ', "final answer ", "x = 1 ", "so, "]
)
def test_long_hostile_answers_are_refused_quickly(form: str, piece: str) -> None:
    start = time.perf_counter()
    for length in (90_000, 1_000_000):
        READERS[form]({"says": piece * (length // len(piece)), "balls": 1})
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("form", READERS)
def test_any_text_is_read_or_refused(form: str) -> None:
    letters = st.sampled_from([*"yesno 0123456789.,%[]{}()<>:=-/\"'\nxyr", "final answer", "think"])

    @examples(100)
    @given(st.lists(letters, max_size=60).map("".join) | st.text(max_size=60))
    def check(text: str) -> None:
        READERS[form]({"says": text, "balls": 2})

    check()


def asked(kind: Kind) -> Item:
    return Item("item", kind, QuestionMode.CLASSIC, "task", "template", 1, (), True)


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
