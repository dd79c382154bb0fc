"""The export of a study keeps the rules of Psych-DS (its schema of February 2026)."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from people import PHYRE, admit, solve
from starlette.testclient import TestClient

from topple.web.study.export import export
from topple.web.study.plan import Study
from topple.web.study.store import Store
from topple.web.study.tables import KEYS

FILE_NAME = r"([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.csv"
HOSTILE = 'a comma, "quotes"\nand a new line; =1+1'


@pytest.fixture
def exported(client: TestClient, study: Study, store: Store, tmp_path: Path) -> Path:
    """Two people take part; one leaves a remark that a table could trip over."""
    for _ in range(2):
        solve(client, admit(client), PHYRE)
    (first, _) = (row["id"] for row in store.rows("people"))
    store.answer(first, {"remark": HOSTILE})
    store.mark(first, "blur", 5.0)
    export(study, store, tmp_path / "out", with_ids=True)
    return tmp_path / "out"


def tables(folder: Path) -> dict[str, list[list[str]]]:
    """Return the rows of all tables, the header first."""
    found = {}
    for path in sorted((folder / "data").rglob("*.csv")):
        with path.open(newline="", encoding="utf-8") as file:
            found[path.name] = list(csv.reader(file))
    return found


def description(folder: Path) -> dict[str, Any]:
    text = (folder / "dataset_description.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def test_tables_are_named_by_keywords(exported: Path) -> None:
    names = list(tables(exported))
    assert len(names) == len(KEYS)
    assert [name for name in names if not re.fullmatch(FILE_NAME, name)] == []


def test_tables_have_a_header_and_rows_of_its_length(exported: Path) -> None:
    for name, (head, *rows) in tables(exported).items():
        assert len(set(head)) == len(head), name
        assert all(head), name
        assert {len(row) for row in rows} <= {len(head)}, name
        assert "row_id" not in head  # would have to be unique


def test_metadata_name_every_column_and_no_other(exported: Path) -> None:
    columns = {column for rows in tables(exported).values() for column in rows[0]}
    measured = description(exported)["variableMeasured"]
    assert {each["name"] for each in measured} == columns
    assert all(each["@type"] == "PropertyValue" and each["description"] for each in measured)


def test_metadata_are_a_dataset_of_schema_org(exported: Path) -> None:
    found = description(exported)
    assert found["@context"] in ("http://schema.org/", "https://schema.org/")
    assert found["@type"] == "Dataset"
    assert found["name"]
    assert found["description"]


def test_what_is_no_table_is_left_out_of_the_dataset(exported: Path) -> None:
    ignored = (exported / ".psychds-ignore").read_text().split()
    others = {path.name for path in exported.iterdir()} - {"data", ".psychds-ignore"}
    known = {"dataset_description.json", "README.md", "CHANGES.md"}
    assert others - known == {each.strip("/") for each in ignored}


def test_answers_survive_whatever_is_in_them(exported: Path) -> None:
    head, *rows = tables(exported)["study-madeup_description-answers_data.csv"]
    answers = [dict(zip(head, row, strict=True)) for row in rows]
    assert [each["answer"] for each in answers if each["name"] == "remark"] == [HOSTILE]


def test_the_columns_of_a_key_name_a_row(exported: Path) -> None:
    for name, key in KEYS.items():
        head, *rows = tables(exported)[f"study-madeup_description-{name}_data.csv"]
        places = [head.index(column) for column in key]
        keys = [tuple(row[place] for place in places) for row in rows]
        assert len(set(keys)) == len(keys) > 0, name
