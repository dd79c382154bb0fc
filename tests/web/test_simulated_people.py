"""Twenty simulated people of known ability, from the file of a study to its comparison."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
from simulated import Someone, fail
from starlette.testclient import TestClient

from topple.cli.main import main
from topple.web import films
from topple.web.study.app import StudyApp
from topple.web.study.export import export
from topple.web.study.plan import Study
from topple.web.study.read import study_of
from topple.web.study.store import Store
from topple.worlds import world

PEOPLE = 10  # per group
ABILITY = {"able": 0.75, "less": 0.35}


def study_for(group: str) -> Study:
    """Return a study with one task of each of twelve templates, one attempt at each."""
    own = world("phyre")
    templates = [each for each in own.templates().values() if each.group == "ball"][:12]
    tasks = [str(own.id_of(each, own.served(each)[0])) for each in templates]
    consent = {"consent": "Do you agree?"}
    return study_of({"name": group, "tasks": tasks, "attempts": 1, "texts": consent})


def played(group: str, tmp_path: Path) -> Path:
    """Let a group take part; return the run folder of the export."""
    study = study_for(group)
    store = Store(tmp_path / f"{group}.db", study.name, make=True)
    client = TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
    for person in range(PEOPLE):
        someone = Someone(client, ABILITY[group], random.Random(f"{group} {person}"))
        someone.enter()
        for item in study.items_of(person):
            someone.play(films.find(item.task))
    assert {row["stage"] for row in store.rows("people")} == {"completed"}
    export(study, store, tmp_path / group)
    store.close()
    return tmp_path / group / "runs" / "phyre"


def test_people_and_agents_stand_in_one_table_at_as_many_attempts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """People have two attempts here, agents a hundred; each person is paired with the agent."""
    facts = {"name": "few", "protocol": "phyre-b-within", "limit": 25, "attempts": 2}
    study = study_of({**facts, "texts": {"consent": "Do you agree?"}})
    store = Store(tmp_path / "study.db", study.name, make=True)
    own = world("phyre")
    for attempts in (1, 2):
        store.enter(f"link {attempts}", {}, 2, "tasks", "1")
        person = store.rows("people")[-1]["id"]
        for name in study.tasks:
            task = films.find(name)
            actions = [fail(task, random.Random(name))] * (attempts - 1) + [own.solution(task)]
            for number, action in enumerate(actions, 1):
                (done,) = own.play([task], [action], threads=1)
                store.begin(person, name, number, "task")
                store.end(store.trial_of(person, name, number), action, done, 1e10)
        store.move(person, "completed", ended=True)
    export(study, store, tmp_path / "out")
    store.close()
    people, agent = str(tmp_path / "out" / "runs" / "phyre"), str(tmp_path / "agent")
    run = ["eval", "phyre-b-within", "--agent", "solution", "--limit", "25", "--out", agent]
    assert main(run) == 0
    capsys.readouterr()
    assert main(["compare", people, agent]) == 2
    assert "--attempts 2 compares the first ones of both" in capsys.readouterr().err
    assert main(["compare", people, agent, "--attempts", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # The second person solves every task at the second of two attempts.
    credit = (1 + 1 - math.log(2) / math.log(3)) / 2
    assert (found["a"], found["b"]) == (pytest.approx(100 * credit), 100.0)
    assert (found["tasks"], found["left_out"], found["wilcoxon"]) == (50, [0, 0], None)
    assert main(["report", people, agent, "--attempts", "2", "--json"]) == 0
    (group,) = json.loads(capsys.readouterr().out)
    assert {row["agent"] for row in group["runs"]} == {"people", "solution"}
    assert group["same_tasks"]
    # Published scores are over 10 and over 100 attempts, and so is the stored floor.
    assert group["published"] == []
    assert {row["floor"] for row in group["runs"]} == {None}


def test_reports_and_comparisons_hold_the_truth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = {group: played(group, tmp_path) for group in ABILITY}
    for group, run in runs.items():
        capsys.readouterr()
        assert main(["report", str(run), "--json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)[0]["runs"]
        low, high = row["auccess"]["interval"]
        assert low < ABILITY[group] < high
        assert row["finished"]
        assert sum(row["outcomes"].values()) == 12 * PEOPLE
    assert main(["compare", *map(str, runs.values()), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    low, high = found["interval"]
    assert low < 100 * (ABILITY["able"] - ABILITY["less"]) < high
    assert low > 0
    assert main(["show", str(runs["able"])]) == 0
