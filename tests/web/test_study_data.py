"""Studies as files and databases: read, kept, exported, deleted."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from people import FILE, GAME, OTHER, PHYRE, TASKS, admit, enter, film, solve, trial
from starlette.testclient import TestClient

from topple import load
from topple.cli.main import main
from topple.errors import BadInput, ToppleError, UnknownName
from topple.tasks.template import Template
from topple.web import films
from topple.web.study.app import rendered
from topple.web.study.database import DatabaseDown, open_database
from topple.web.study.export import describe_person, export, find_person
from topple.web.study.plan import Study, arranged
from topple.web.study.read import read_study, study_of
from topple.web.study.ready import path_of
from topple.web.study.schema import ROWS
from topple.web.study.store import Store
from topple.worlds import world


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
    run = load(tmp_path / "out" / "runs" / "phyre")
    assert run.results.fold.tolist() == [0, 1]
    assert run.results.solved_at.tolist() == [1, 1]
    assert main(["show", str(tmp_path / "out" / "runs" / "phyre")]) == 0
    about = json.loads((tmp_path / "out" / "dataset_description.json").read_text())
    known = {each["name"] for each in about["variableMeasured"]}
    for table in (tmp_path / "out" / "data").glob("*_data.csv"):
        with table.open() as file:
            assert set(next(csv.reader(file))) <= known
    assert not (tmp_path / "out" / "outside_ids.csv").exists()


def test_an_export_is_written_anew(
    client: TestClient, study: Study, store: Store, tmp_path: Path
) -> None:
    """Somebody is deleted and somebody comes between two exports into one folder."""
    out = tmp_path / "out"
    plans = {}
    for place, pid in enumerate(("first", "second", "third")):
        solve(client, admit(client, PROLIFIC_PID=pid), (PHYRE, OTHER)[0])
        plans[place] = store.rows("people")[-1]["id"]
        if place == 1:
            export(study, store, out, with_ids=True)
    assert b"first" in (out / "outside_ids.csv").read_bytes()
    store.delete(plans[0])
    for _ in range(2):
        export(study, store, out)
        assert load(out / "runs" / "phyre").results.fold.tolist() == [1, 2]
        found = table(out, "people")
        assert {row["person"]: row["row"] for row in found} == {
            str(plans[1]): "1",
            str(plans[2]): "2",
        }
        everything = b"".join(f.read_bytes() for f in out.rglob("*") if f.is_file())
        assert str(plans[0]).encode() not in everything
        assert not (out / "outside_ids.csv").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "data").mkdir()
    with pytest.raises(BadInput, match="something else"):
        export(study, store, tmp_path / "mine")


def table(out: Path, name: str) -> list[dict[str, str]]:
    with (out / "data" / f"study-madeup_description-{name}_data.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_an_attempt_that_was_never_ended_has_no_outcome(
    client: TestClient, study: Study, store: Store, tmp_path: Path
) -> None:
    path = admit(client)
    film(client, path, trial(client, path))
    export(study, store, tmp_path / "out")
    (row,) = table(tmp_path / "out", "attempts")
    assert (row["task"], row["outcome"], row["ended"]) == (PHYRE, "", "")
    assert row["think_ms"] == row["wall_ms"] == ""
    assert float(row["begun"]) > 1e9
    assert not (tmp_path / "out" / "runs").exists()


def test_deleting_a_person_leaves_nothing_and_no_row_is_given_twice(
    client: TestClient, store: Store
) -> None:
    solve(client, admit(client, PROLIFIC_PID="gone"), PHYRE)
    (row,) = store.rows("people")
    assert find_person(store, "gone") == find_person(store, str(row["id"])) == row["id"]
    assert store.delete(row["id"])
    for name in ROWS:
        assert store.rows(name) == []
    admit(client)
    assert [row["row_number"] for row in store.rows("people")] == [1]


def test_a_deletion_names_exactly_one_person(
    client: TestClient, store: Store, study: Study, tmp_path: Path
) -> None:
    admit(client, PROLIFIC_PID="one", STUDY_ID="shared")
    first = store.rows("people")[0]["id"]
    admit(client, PROLIFIC_PID=str(first), STUDY_ID="shared")
    for name in ("shared", "1", "2", "on", "%", ""):
        with pytest.raises(UnknownName):
            find_person(store, name)
    with pytest.raises(BadInput, match="number of one person and the id of another"):
        find_person(store, str(first))
    assert f"person {first}, id one: began" in describe_person(store, find_person(store, "one"))


def test_numbers_of_people_tell_nothing_of_their_order(client: TestClient, store: Store) -> None:
    for _ in range(8):
        enter(client)
    numbers = [row["id"] for row in store.rows("people")]
    assert numbers not in (sorted(numbers), sorted(numbers, reverse=True))
    assert min(abs(a - b) for a, b in pairwise(sorted(numbers))) > 1


def test_a_deleted_person_is_gone_from_the_file(study: Study, tmp_path: Path) -> None:
    store = Store(tmp_path / "study.db", study.name, make=True)
    store.enter("link", {"PROLIFIC_PID": "someone"}, 10, "tasks", "1")
    store.delete(store.rows("people")[0]["id"])
    store.close()
    assert b"someone" not in (tmp_path / "study.db").read_bytes()


@pytest.mark.parametrize("verb", ["status", "export", "delete"])
def test_only_serve_makes_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    more = {"export": ["--out", str(tmp_path / "out")], "delete": ["--person", "1"]}
    data = tmp_path / "typo.db"
    assert main(["study", verb, "phyre", "--data", str(data), *more.get(verb, [])]) == 2
    assert f"no database {data}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    Store(data, "phyre", make=True).close()
    assert main(["study", "status", "phyre", "--data", str(data)]) == 0
    assert str(data) in capsys.readouterr().err


def test_delete_asks_and_says_whom(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "a.db", "phyre", make=True)
    store.enter("link", {"PROLIFIC_PID": "someone"}, 10, "tasks", "1")
    command = ["study", "delete", "phyre", "--data", str(tmp_path / "a.db"), "--person", "someone"]
    asked: list[str] = []

    def refuse(text: str) -> str:
        asked.append(text)
        return "n"

    monkeypatch.setattr("builtins.input", refuse)
    assert main(command) == 1
    assert str(store.rows("people")[0]["id"]) in asked[0]
    assert main([*command, "--yes"]) == 0
    assert "id someone" in capsys.readouterr().err
    assert store.rows("people") == []
    store.close()


def test_data_are_deleted_once_they_may_be_kept_no_longer(tmp_path: Path) -> None:
    file, data = tmp_path / "old.toml", str(tmp_path / "old.db")
    text = f'name = "old"\ntasks = ["{PHYRE}"]\nretain_until = "%s"\n[texts]\nconsent = "?"\n'
    file.write_text(text % "2020-01-31")
    store = Store(data, "old", make=True)
    store.enter("link", {}, 10, "tasks", "1")
    assert main(["study", "serve", str(file), "--data", data]) == 2
    file.write_text(text % "2999-01-31")
    assert main(["study", "delete", str(file), "--data", data, "--expired"]) == 2
    assert len(store.rows("people")) == 1
    file.write_text(text % "2020-01-31")
    assert main(["study", "delete", str(file), "--data", data, "--expired", "--yes"]) == 0
    assert store.rows("people") == []
    store.close()


def test_a_database_of_another_study_or_another_schema_is_refused(
    database: Callable[[], str],
) -> None:
    address = database()
    Store(address, "one", make=True).close()
    with pytest.raises(BadInput, match="holds study `one`"):
        Store(address, "two", make=True)
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


@pytest.mark.parametrize("sizes", [(2, 2), (4, 4), (3, 4), (2, 3)])
def test_latin_orders_of_blocks_and_of_tasks_are_crossed(sizes: tuple[int, int]) -> None:
    """Each block is in each place with each order of its tasks."""
    blocks, tasks = sizes
    names = [str(world("phyre").id_of(each, i)) for each in TEMPLATES for i in served(each)[:tasks]]
    own = {key: value for key, value in FILE.items() if key != "tasks"}
    cut = [names[i * tasks : (i + 1) * tasks] for i in range(blocks)]
    found = [{"name": f"b{i}", "tasks": each} for i, each in enumerate(cut)]
    study = study_of({**own, "blocks": found, "block_order": "latin", "order": "latin"})
    met = set()
    for row in range(blocks * tasks):
        items = study.items_of(row)
        for place in range(0, blocks * tasks, tasks):
            met.add((place, items[place].block, *(i.task for i in items[place : place + tasks])))
    assert len(met) == blocks * blocks * tasks


TEMPLATES = list(world("phyre").templates().values())[:4]


def served(template: Template) -> Sequence[int]:
    return list(world("phyre").served(template))


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
        {"tasks": [PHYRE, GAME]},
        {"questions": [{"name": "stage", "text": "?"}]},
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
    first, blocks, words = re.findall(r"```toml\n(.*?)```", guide.read_text(), re.DOTALL)
    own = tomllib.loads(first)
    study = study_of(own)
    assert (len(study.tasks), len(study.checks), len(study.questions)) == (50, 1, 1)
    assert study.way_back("completed")[1].endswith("cc=C0MPLETED")
    del own["limit"]
    more = {**tomllib.loads(blocks), **tomllib.loads(words)}
    with_blocks = study_of({**own, **more, "checks": []})
    assert [len(block.tasks) for block in with_blocks.blocks] == [2, 2]


def test_texts_are_escaped() -> None:
    found = rendered("# Hi\n\n**bold** <script>\n\n- a\n- b")
    assert "<b>bold</b>" in found
    assert "<script>" not in found
    assert found.count("<li>") == 2
