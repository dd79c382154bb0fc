"""Studies as files and databases: read, kept, exported, deleted."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from people import FILE, OTHER, PHYRE, TASKS, admit, enter, solve
from starlette.testclient import TestClient

from topple import load
from topple.cli.main import main
from topple.errors import BadInput, ToppleError
from topple.web import films
from topple.web.study.database import DatabaseDown, open_database
from topple.web.study.export import export, find_person, pseudonym
from topple.web.study.plan import Study, arranged
from topple.web.study.read import read_study, study_of
from topple.web.study.ready import path_of
from topple.web.study.schema import ORDERS
from topple.web.study.store import Person, Store
from topple.web.study.texts import rendered


def test_tokens_are_stored_as_hashes_only(client: TestClient, store: Store) -> None:
    token = enter(client).rpartition("/")[2]
    assert token not in json.dumps(store.rows("people"))
    assert client.get("/p/guess").status_code == 404


def test_an_export_is_a_run_and_a_dataset(
    client: TestClient, study: Study, store: Store, tmp_path: Path
) -> None:
    for _ in range(2):
        path = admit(client)
        solve(client, path, PHYRE)
    export(study, store, tmp_path / "out")
    run = load(tmp_path / "out" / "run")
    assert run.results.fold.tolist() == [0, 1]
    assert run.results.solved_at.tolist() == [1, 1]
    assert main(["replay", str(tmp_path / "out" / "run")]) == 0
    about = json.loads((tmp_path / "out" / "dataset_description.json").read_text())
    known = {each["name"] for each in about["variableMeasured"]}
    for table in (tmp_path / "out" / "data").glob("*_data.csv"):
        with table.open() as file:
            assert set(next(csv.reader(file))) <= known
    assert not (tmp_path / "out" / "outside_ids.csv").exists()


def test_deleting_a_person_leaves_nothing_and_no_number_is_given_twice(
    client: TestClient, study: Study, store: Store
) -> None:
    solve(client, admit(client, address="/?PROLIFIC_PID=gone"), PHYRE)
    assert find_person(study, store, "gone") == find_person(study, store, pseudonym(study, 1)) == 1
    assert store.delete(1)
    for table in ORDERS:
        assert store.rows(table) == []
    enter(client)
    assert [row["id"] for row in store.rows("people")] == [2]


def test_a_deleted_person_is_gone_from_the_file(study: Study, tmp_path: Path) -> None:
    store = Store(tmp_path / "study.db", study.name)
    store.enter({"PROLIFIC_PID": "someone"}, 10)
    store.delete(1)
    store.close()
    assert b"someone" not in (tmp_path / "study.db").read_bytes()


def test_data_are_deleted_once_they_may_be_kept_no_longer(tmp_path: Path) -> None:
    file, data = tmp_path / "old.toml", str(tmp_path / "old.db")
    text = f'name = "old"\ntasks = ["{PHYRE}"]\nretain_until = "%s"\n[texts]\nconsent = "?"\n'
    file.write_text(text % "2020-01-31")
    store = Store(data, "old")
    store.enter({}, 10)
    assert main(["study", "serve", str(file), "--data", data]) == 2
    file.write_text(text % "2999-01-31")
    assert main(["study", "delete", str(file), "--data", data, "--expired"]) == 2
    assert len(store.rows("people")) == 1
    file.write_text(text % "2020-01-31")
    assert main(["study", "delete", str(file), "--data", data, "--expired"]) == 0
    assert store.rows("people") == []
    store.close()


def test_an_older_database_keeps_its_data(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript(Path(__file__).with_name("schema1.sql").read_text())
    old.close()
    for _ in range(2):
        store = Store(tmp_path / "old.db", "made_up")
        assert [row["id"] for row in store.rows("people")] == [1, 4]
        assert store.person("link") == Person(4, "tasks")
        assert store.outcomes(4) == {PHYRE: ["missed"]}
        assert store.course(4, PHYRE, 2).plan == (0.5, 0.5, 0.5)
        store.close()
    store = Store(tmp_path / "old.db", "made_up")
    store.enter({}, 10)
    assert [row["id"] for row in store.rows("people")] == [1, 4, 5]
    assert store.see(4, PHYRE, 2, 1.5) == 1.5
    store.close()


def test_a_database_of_another_study_or_a_newer_schema_is_refused(
    database: Callable[[], str],
) -> None:
    address = database()
    Store(address, "one").close()
    with pytest.raises(BadInput, match="holds study `one`"):
        Store(address, "two")
    base = open_database(address)
    base.do("update about set schema = 99")
    base.close()
    with pytest.raises(BadInput, match="schema 99"):
        Store(address, "one")


def test_a_database_that_does_not_answer_is_said_so() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(DatabaseDown, match="does not answer") as caught:
        Store("postgresql://someone:secret@127.0.0.1:1/none", "one")
    assert "secret" not in str(caught.value)


def test_blocks_keep_their_tasks_together_and_in_turn() -> None:
    blocks = [
        {"name": "a", "tasks": TASKS[:2], "text": "First."},
        {"name": "b", "tasks": TASKS[2:]},
    ]
    own = {key: value for key, value in FILE.items() if key != "tasks"}
    study = study_of({**own, "blocks": blocks, "block_order": "latin", "order": "fixed"})
    items = [study.items_of(person) for person in range(4)]
    assert [[item.block for item in each] for each in items] == [
        list("aabbb"),
        list("bbbaa"),
        list("aabbb"),
        list("bbbaa"),
    ]
    assert [item.text for item in items[0]] == ["First.", "", "", "", ""]
    assert study.tasks == tuple(TASKS)


def test_a_latin_square_of_even_size_is_balanced() -> None:
    rows = [arranged(tuple(range(6)), "latin", person, "") for person in range(6)]
    assert all(sorted(column) == list(range(6)) for column in zip(*rows, strict=True))
    pairs = {(a, b) for row in rows for a, b in pairwise(row)}
    assert len(pairs) == 30


@pytest.mark.parametrize("order", ["fixed", "shuffled", "latin"])
def test_every_order_has_every_task_once(order: str) -> None:
    study = study_of({**FILE, "tasks": TASKS, "order": order})
    orders = [[item.task for item in study.items_of(person)] for person in range(5)]
    assert all(sorted(each) == sorted(TASKS) for each in orders)
    if order == "latin":
        assert all(len({each[place] for each in orders}) == 5 for place in range(5))


@pytest.mark.parametrize(
    "change",
    [
        {"order": "odd"},
        {"tasks": []},
        {"texts": {}},
        {"nonsense": 1},
        {"back": "http://x"},
        {"retain_until": "soon"},
        {"practice": [PHYRE]},
        {"checks": [{"task": OTHER}]},
        {"blocks": [{"odd": 1}]},
    ],
    ids=str,
)
def test_a_wrong_file_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ToppleError):
        study_of({**FILE, **change})


@pytest.mark.parametrize(("name", "tasks", "attempts"), [("phyq", 31, 5), ("phyre", 50, 10)])
def test_the_ready_studies_have_the_published_numbers(name: str, tasks: int, attempts: int) -> None:
    found = read_study(path_of(name))
    assert (len(found.tasks), found.attempts) == (tasks, attempts)
    templates = Counter(task.partition(":")[0] for task in found.tasks)
    assert set(templates.values()) == {50 // 25 if name == "phyre" else 1}
    moves = {films.find(task).actions.name for task in (*found.tasks, *found.practice)}
    assert len({name.partition("-")[0] for name in moves}) == 1
    assert main(["study", "check", name]) == 0


def test_the_guide_shows_files_that_can_be_read() -> None:
    guide = Path(__file__).resolve().parents[2] / "docs" / "guides" / "study.md"
    first, blocks = re.findall(r"```toml\n(.*?)```", guide.read_text(), re.DOTALL)
    own = tomllib.loads(first)
    study = study_of(own)
    assert (len(study.tasks), len(study.checks), len(study.questions)) == (50, 1, 1)
    assert study.way_back("completed")[1].endswith("cc=C0MPLETED")
    del own["limit"]
    with_blocks = study_of({**own, **tomllib.loads(blocks), "checks": []})
    assert [len(block.tasks) for block in with_blocks.blocks] == [2, 2]


def test_texts_are_escaped() -> None:
    found = rendered("# Hi\n\n**bold** <script>\n\n- a\n- b")
    assert "<b>bold</b>" in found
    assert "<script>" not in found
    assert found.count("<li>") == 2
