"""Answers are read as a careful person would, or not at all."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from making import examples

from tools.docs.pages import build
from tools.docs.reading import READERS, rows, same

PAGE = Path(__file__).parents[1] / "docs" / "results" / "readers.md"
LEAST = 120  # answers of each form at least
# Long text that makes careless patterns take for ever: half the longest that is read at all.
HOSTILE = (
    *("<think>", "\n", "\n- ", "cell ", "cell : ", "action: ", "( ", "not ", "1", "7, ", "*", "é"),
    *("[", "{", "yes no ", "1, ", "85% ", '{"x": 1, ', "final answer ", "x = 1 ", "so, ", "| 1 "),
    *(
        "\\boxed{",
        "wait, ",
        "B or ",
        '{"a": []}',
        "attempt 1: ",
        "|\n|-|\n",
        "cell: 7, radius: 3\n",
        "answer: ",
        "x = 1 + 1 ",
        "if it had ",
        "sorry, I meant x = 1 ",
    ),
)
LONG = 50_000
MOST_S = 2.0


def read(form: str, text: str) -> Any:
    return READERS[form]({"says": text, "balls": 1})


@pytest.mark.parametrize("form", READERS)
def test_an_answer_of_the_seen_half_is_read_as_meant(form: str) -> None:
    answers = list(rows(form))
    assert len(answers) >= LEAST
    for row in answers:
        if row["half"] == "seen" and "stop" not in row:
            assert same(READERS[form](row), row["reads"]), row["says"]


def test_the_page_shows_what_is_read_now() -> None:
    assert PAGE.read_text() == build("readers", play=False)


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_takes_no_time(form: str, piece: str) -> None:
    start = time.process_time()
    read(form, piece * (LONG // len(piece)))
    assert time.process_time() - start < MOST_S


@pytest.mark.parametrize("form", READERS)
def test_any_text_is_read_or_refused(form: str) -> None:
    pieces = [*"yesno 0123456789.,%[]{}()<>:=-/\"'\nxyr|", "final answer", "think", "cell", "angle"]
    texts = st.lists(st.sampled_from(pieces), max_size=60).map("".join) | st.text(max_size=60)

    @examples(100)
    @given(texts)
    def check(text: str) -> None:
        read(form, text)

    check()
