"""What certificates say still holds; `topple check birds` plays all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from topple.errors import BadInput
from topple.tasks.certificates import Certificate, Certificates
from topple.worlds.birds.certify import TASKS, certify, check
from topple.worlds.birds.template import FIRST_VARIATION, Template
from topple.worlds.birds.world import WORLD, Birds, all_templates, template

PLAYED = 1  # certificates per template
FACTS = {"margin": 0.5, "straight": False, "tried": 7}
CERTIFIED = list(all_templates().values())

every_certified = pytest.mark.parametrize("template", CERTIFIED, ids=lambda t: t.name)


@every_certified
def test_stored_solutions_solve_and_waiting_does_not(template: Template) -> None:
    assert check(template, most=PLAYED).wrong == {}


@every_certified
def test_a_certificate_covers_every_bird(template: Template) -> None:
    stored = WORLD.certificates(template)
    assert sum(index < FIRST_VARIATION for index in stored.tasks) == TASKS
    for each in stored.tasks.values():
        assert len(each.solution) == 4 * len(template.layout.birds)
        assert 0.0 <= each.facts["margin"] <= 1.0
        assert each.facts["tried"] >= 1
    assert not set(stored.tasks) & set(stored.refused)


def test_every_file_belongs_to_a_template() -> None:
    files = (WORLD.folder / "certificates").glob("*.json")
    assert {path.stem for path in files} <= set(WORLD.templates())


def test_only_certified_tasks_are_served() -> None:
    for each in CERTIFIED:
        assert list(WORLD.served(each)) == list(WORLD.certificates(each).tasks)


def test_certificates_survive_a_file(tmp_path: Path) -> None:
    kept = Certificates(
        "under_a_roof",
        1,
        {3: Certificate(3, (-0.9, -0.1, -1.0, 0.0), FACTS)},
        {4: "no solution found"},
        WORLD.columns,
    )
    kept.save(tmp_path / "kept.json")
    assert Certificates.load(tmp_path / "kept.json", WORLD.columns) == kept


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"template": "a"')
    with pytest.raises(BadInput, match=r"broken\.json"):
        Certificates.load(tmp_path / "broken.json", WORLD.columns)


def test_certifying_again_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topple.worlds.birds.certify.TASKS", 2)
    found = template("1.4")
    first, second = certify(found), certify(found, threads=1)
    assert first == second
    assert len(first.tasks) == 2


def test_tasks_that_are_served_stay_served(monkeypatch: pytest.MonkeyPatch) -> None:
    found = template("1.4")
    shots = WORLD.certificates(found).tasks[3].solution
    before = Certificates(
        found.name,
        found.version,
        {3: Certificate(3, shots, FACTS)},
        {0: "no solution found", 1: "no solution found"},
        WORLD.columns,
    )
    monkeypatch.setattr("topple.worlds.birds.certify.TASKS", 2)
    monkeypatch.setattr(Birds, "certificates", lambda *_: before)
    again = certify(found)
    assert list(again.tasks) == [0, 3]
    assert again.refused == {1: "no solution found"}
    assert again.tasks[3].solution == shots

    # A solution that still works needs no search.
    monkeypatch.setattr("topple.worlds.birds.certify._best", lambda *_: "no solution found")
    kept = certify(found)
    assert kept.tasks == {3: again.tasks[3]}
    assert 0 in kept.refused


def test_a_stored_solution_that_no_longer_works_is_searched_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = template("1.4")
    backwards = Certificate(1, (1.0, 0.0, -1.0, 0.0), FACTS)
    before = Certificates(found.name, found.version, {1: backwards}, {}, WORLD.columns)
    monkeypatch.setattr("topple.worlds.birds.certify.TASKS", 1)
    monkeypatch.setattr(Birds, "certificates", lambda *_: before)
    (again,) = certify(found).tasks.values()
    assert again.index == 1
    assert again.solution != backwards.solution


def test_another_version_of_a_template_is_certified_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    found = template("1.4")
    old = Certificates(found.name, found.version + 1, {}, {0: "no solution found"}, WORLD.columns)
    monkeypatch.setattr("topple.worlds.birds.certify.TASKS", 1)
    monkeypatch.setattr(Birds, "certificates", lambda *_: old)
    again = certify(found)
    assert list(again.tasks) == [0]
    assert again.refused == {}
