"""Certificates: what is stored is read back, and what is stored holds."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from topple.errors import BadInput, ChangedScene
from topple.tasks.certificates import Certificate, Certificates, read_certificate, wilson
from topple.worlds import World, all_worlds, phyre
from topple.worlds.phyre import certify, search
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import WORLD, Phyre

FACTS = {"stable": True, "margin": 4, "solved": 3, "valid": 100}
ONE = Certificate(7, (0.5, 0.25, 0.1), FACTS)
CERTIFIED = [t for t in phyre.all_templates().values() if WORLD.certificates(t).tasks]


def test_certificates_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    stored = Certificates("off_the_ledge", 1, {7: ONE}, {12: "solves itself"}, WORLD.columns)
    stored.save(tmp_path / "c.json")
    assert Certificates.load(tmp_path / "c.json", WORLD.columns) == stored


def test_scenes_are_read_back_and_compared(tmp_path: Path) -> None:
    template = phyre.template("off_the_ledge")
    plain = Certificates("off_the_ledge", 1, {7: ONE}, {}, WORLD.columns)
    assert plain.changed_scenes(template) == {}
    stamped = plain.stamp(template)
    stamped.save(tmp_path / "c.json")
    stored = Certificates.load(tmp_path / "c.json", WORLD.columns)
    assert stored.tasks[7].scene == template.task(7).content_hash()
    assert stored.changed_scenes(template) == {}
    other = replace(stored, tasks={7: replace(stored.tasks[7], scene="0123456789abcdef")})
    assert list(other.changed_scenes(template)) == ["phyre/off_the_ledge@1:007"]


@pytest.mark.parametrize("world", list(all_worlds()), ids=lambda world: world.name)
def test_every_certificate_names_the_scene_that_was_certified(world: World) -> None:
    stored = [c for t in world.templates().values() for c in world.certificates(t).tasks.values()]
    assert stored
    assert [c.index for c in stored if len(c.scene) != 16] == []


def test_a_task_other_than_the_certified_one_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    known = sys.modules[World.__module__]
    monkeypatch.setattr(known, "_COMPARED", set())  # another test may have compared it before
    monkeypatch.setattr(PhyreTask, "content_hash", lambda self: "0123456789abcdef")
    with pytest.raises(ChangedScene, match=r"`phyre/tip_the_rod@1:042` has scene 0123456789abcdef"):
        WORLD.task("phyre/tip_the_rod:042")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"template": "x", "version": 1, "tasks": [1]}'])
def test_a_damaged_file_is_a_clear_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"c\.json"):
        Certificates.load(path, WORLD.columns)


def test_the_interval_of_a_share_is_wilsons() -> None:
    # Newcombe (1998), table I: 81 of 263 and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("template", CERTIFIED, ids=lambda t: t.name)
def test_every_shipped_task_is_certified_or_named(template: phyre.Template) -> None:
    stored = WORLD.certificates(template)
    assert set(template.shipped) <= set(stored.tasks) | set(stored.refused)
    assert sum(i >= phyre.FIRST_VARIATION for i in stored.tasks) == certify.VARIATIONS


@pytest.mark.parametrize("template", CERTIFIED, ids=lambda t: t.name)
def test_stored_solutions_solve_and_waiting_does_not(template: phyre.Template) -> None:
    result = certify.check(template, most=4)
    assert result.checked == 4
    assert result.wrong == {}


def test_a_wrong_certificate_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    template = phyre.template("off_the_ledge")
    stored = WORLD.certificates(template)
    first = next(iter(stored.tasks.values()))
    bad = Certificate(first.index, (0.5, 0.02, 0.0), FACTS)
    forged = replace(stored, tasks={**stored.tasks, first.index: bad})
    monkeypatch.setattr(Phyre, "certificates", lambda *_: forged)
    assert list(certify.check(template, most=2).wrong) == [str(template.task(first.index))]


def test_margin_and_volume_are_measured_again_with_the_same_result() -> None:
    template = phyre.template("off_the_ledge")
    assert certify.check(template, most=1, deep=True).wrong == {}


def test_an_action_in_the_middle_places_the_same_balls() -> None:
    task = phyre.task("00100:000")
    balls = phyre.simulate(task, task.tier.action_set(50)).balls
    balls = balls[~np.isnan(balls[:, 0, 0])]
    again = phyre.simulate(task, search.centred(balls)).balls
    there = ~np.isnan(again[:, 0, 0])
    assert there.any()
    assert (again[there] == balls[there]).all()


def test_solutions_at_the_border_of_what_is_allowed_count() -> None:
    # One of its solving actions places a ball whose middle action is invalid.
    template = phyre.template("follow_the_jar")
    stored = WORLD.certificates(template).tasks[4]
    solution = np.array([stored.solution])
    found = certify.certify_with(template.task(4), solution, actions=stored.facts["valid"])
    assert found == replace(stored, scene="")


def test_a_damaged_row_is_said_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "drop.json"
    path.write_text('{"tasks": [[0, [0.5], 1], [1, 0.5, 1]]}')
    found = read_certificate(path, 0, {"steps": int})
    assert found is not None
    assert found.facts == {"steps": 1}
    assert read_certificate(path, 2, {"steps": int}) is None
    with pytest.raises(BadInput, match=r"drop\.json"):
        read_certificate(path, 1, {"steps": int})
