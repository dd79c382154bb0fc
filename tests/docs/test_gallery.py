"""A gallery shows every template of its world, and new worlds get a page as well."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import MagicMock

import pytest

pytest.importorskip("PIL")
import numpy as np
from PIL import Image, ImageSequence

from tools.docs.gallery import page, page_of, sheets
from tools.docs.gallery.page import Page
from topple.tasks.certificates import Certificate, Certificates
from topple.tasks.template import Template
from topple.worlds import World, all_worlds, world
from topple.worlds.birds.action_space import action_of
from topple.worlds.birds.planner import shots_at
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import Birds

BIRDS = world("birds")
NAME = "pig_on_the_ground"


def certified(found: Template) -> Certificates:
    """Store a straight shot as the solution of task 2."""
    task = found.task(2)
    assert isinstance(task, BirdsTask)
    pig = next(thing for thing in task.level.things if thing.role == "pig")
    stored = Certificate(2, action_of(shots_at(pig.x, pig.y)[:1]), {"margin": 0.5})
    return Certificates(found.name, found.version, {2: stored}, {}, {})


@pytest.mark.parametrize("own", list(all_worlds()), ids=lambda own: own.name)
def test_a_page_shows_every_template_by_a_picture_that_is_drawn(
    own: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "film", MagicMock())
    monkeypatch.setattr(page, "small_webp", lambda film, width: b"")
    monkeypatch.setattr(Page, "scene", lambda own, template: b"")
    monkeypatch.setattr(sheets, "save", lambda cells, columns, path: path.write_bytes(b""))
    found = page_of(own)
    found.write(tmp_path)
    text = (tmp_path / found.file).read_text()
    for name in own.templates():
        assert f"<b>{name}</b>" in text
    shown = set(re.findall(r'<img src="([^"]+)"', text))
    drawn = {str(path.relative_to(tmp_path)) for path in (tmp_path / own.name).iterdir()}
    assert shown == drawn


def test_the_first_stored_solution_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Birds, "certificates", lambda _, found: certified(found))
    found = page_of(BIRDS)
    template = BIRDS.template(NAME)
    task, shown = found.task(template), found.solution(template)
    assert task.index == 2
    assert found.facts(template, task, shown).endswith("margin 50%")


def test_a_world_without_words_and_certificates_has_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = Certificates(NAME, 1, {}, {}, {})
    one = {NAME: BIRDS.template(NAME)}
    monkeypatch.setattr(Birds, "certificates", lambda *_: empty)
    monkeypatch.setattr(Birds, "templates", lambda _: one)
    Page(BIRDS).write(tmp_path)
    text = (tmp_path / "birds.md").read_text()
    assert text.startswith("# Gallery of birds\n\nShoot birds")
    assert "[Single force](#single-force)" in text
    assert f"<b>{NAME}</b> · Phy-Q 1.4" in text
    assert "not certified yet" in text
    assert Image.open(tmp_path / "birds" / "single_force.png").width > 400
    with Image.open(tmp_path / "birds" / f"{NAME}.webp") as picture:
        assert len(ImageSequence.all_frames(picture)) == 1, "a still, for want of a solution"


def test_a_large_group_has_several_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Page, "per_sheet", 2)
    templates = [each for each in BIRDS.templates().values() if each.group == "single_force"]
    found = [(name, len(some)) for name, some in page_of(BIRDS).sheets("single_force", templates)]
    assert found == [
        ("birds/single_force.png", 2),
        ("birds/single_force_2.png", 2),
        ("birds/single_force_3.png", 1),
    ]


def test_a_long_sentence_makes_a_sheet_taller(tmp_path: Path) -> None:
    blank = np.zeros((40, sheets.WIDTH, 3), np.uint8)
    heights = []
    for words in ("Short.", "A sentence of many words. " * 8):
        sheets.save([sheets.Cell(blank, "name", words)], 1, tmp_path / "sheet.png")
        heights.append(Image.open(tmp_path / "sheet.png").height)
    assert heights[0] < heights[1]
