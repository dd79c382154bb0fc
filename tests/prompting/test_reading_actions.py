"""Answers are read as a careful person would, or not at all."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from topple.prompting.form import Form
from topple.worlds.birds.models.forms import Sling
from topple.worlds.phyre.models.forms import Grid, Place, read_classically

CORPUS = Path(__file__).with_name("answers")
FORMS: dict[str, Form] = {"grid": Grid(), "free": Place(), "shot": Sling()}
CASES = [
    (name, answer, wanted)
    for name in FORMS
    for answer, wanted in json.loads((CORPUS / f"{name}.json").read_text(encoding="utf-8"))
]
# Text of the longest readable length that makes careless patterns take for ever.
HOSTILE = (
    "<think>",
    "\n",
    "\n- ",
    "cell ",
    "cell : ",
    "action: ",
    "( ",
    "not ",
    "1",
    "7, ",
    "*",
    "é",
)
LONG = 99_990
MOST_S = 2.0


@pytest.mark.parametrize("name", FORMS)
def test_the_corpus_has_a_hundred_answers(name: str) -> None:
    own = [wanted for each, _, wanted in CASES if each == name]
    assert len(own) >= 100
    assert 30 <= own.count("unreadable") <= len(own) - 50


@pytest.mark.parametrize(("name", "answer", "wanted"), CASES)
def test_an_odd_answer_is_read_as_meant(name: str, answer: str, wanted: list[float] | str) -> None:
    found = FORMS[name].read(answer)
    if wanted == "unreadable":
        assert found.values is None
        assert found.why
    else:
        assert found.values == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_a_form_writes_it_reads(form: Form) -> None:
    values = {"grid": (7.0, 3.0), "free": (0.123, 0.875, 0.5), "angle": (12.5, 0.75)}
    own = values.get(form.name.split("-")[0], values["grid"])
    assert form.read(form.words(own)).values == own
    assert form.read(f"Prediction: nothing moves.\nAction: {form.words(own)}").values == own


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_pattern_of_a_prompt_is_no_answer(form: Form) -> None:
    assert form.read(form.pattern).values is None


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_takes_no_time(piece: str) -> None:
    text = piece * (LONG // len(piece))
    start = time.process_time()
    for form in FORMS.values():
        form.read(text)
    assert time.process_time() - start < MOST_S * len(FORMS)


def test_a_megabyte_is_unreadable() -> None:
    found = Grid().read("Cell: 7, Radius: 3\n" + "a" * 1_000_000)
    assert found.values is None
    assert "1,000,019 characters" in found.why


def test_the_classic_reader_takes_the_first_pair() -> None:
    answer = "Cell 3 radius 2 failed. Action: Cell: 7, Radius: 4"
    assert read_classically(answer, after_label=False).values == (3, 2)
    assert read_classically(answer, after_label=True).values == (7, 4)
    assert Grid().read(answer).values == (7, 4)
    assert read_classically("Cell: 7, Radius: 4", after_label=True).values is None
