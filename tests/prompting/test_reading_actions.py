"""Forms read what they write; tests/test_answers.py reads what models write."""

from __future__ import annotations

import pytest

from topple.prompting.form import Form
from topple.worlds.birds.models.forms import Sling
from topple.worlds.phyre.models.forms import Grid, Place, read_classically

FORMS: dict[str, Form] = {"grid": Grid(), "free": Place(), "shot": Sling()}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_a_form_writes_it_reads(form: Form) -> None:
    values = {"grid": (7.0, 3.0), "free": (0.123, 0.875, 0.5), "angle": (12.5, 0.75)}
    own = values.get(form.name.split("-")[0], values["grid"])
    assert form.read(form.words(own)).values == own
    assert form.read(f"Prediction: nothing moves.\nAction: {form.words(own)}").values == own


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_pattern_of_a_prompt_is_no_answer(form: Form) -> None:
    assert form.read(form.pattern).values is None


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


def test_a_statement_does_not_run_over_two_sentences() -> None:
    answer = "The green bar stands in cell 12. The radius 4 ball seems good."
    assert Grid().read(answer).values is None


def test_a_table_may_have_its_columns_in_any_order() -> None:
    answer = "| radius | cell |\n| --- | --- |\n| 3 | 12 |"
    assert Grid().read(answer).values == (12, 3)


@pytest.mark.parametrize(
    "answer",
    [
        "Attempt 2: Cell: 12, Radius: 3",
        "**Attempt 2:** Cell: 12, Radius: 3",
        "Next attempt: Cell: 12, Radius: 3",
        "Trying Cell: 12, Radius: 3",
        "An action I have not tried yet: Cell: 12, Radius: 3",
        "Based on the previous attempts, I will try Cell: 12, Radius: 3.",
        "To avoid overlapping: Cell: 12, Radius: 3",
        "Cell: 12, Radius: 3 (above cell 17)",
        "Action: Attempt 2: Cell: 12, Radius: 3",
    ],
)
def test_words_of_the_prompt_before_an_action_do_not_hide_it(answer: str) -> None:
    assert Grid().read(answer).values == (12, 3)


def test_an_action_that_the_answer_takes_back_does_not_count() -> None:
    answer = "I could use cell 7 with radius 2, but no: Cell: 12, Radius: 3"
    assert Grid().read(answer).values == (12, 3)
