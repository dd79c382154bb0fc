"""The gallery of birds copes with templates that are not certified yet."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PIL")
from PIL import Image

from tools.docs import gallery_birds
from topple.tasks.certificates import Certificate, Certificates
from topple.worlds.birds.action_space import action_of
from topple.worlds.birds.planner import shots_at
from topple.worlds.birds.template import Template
from topple.worlds.birds.world import Birds, all_templates, template

NAME = "pig_on_the_ground"


def certified(found: Template) -> Certificates:
    """Store a straight shot as the solution of task 2."""
    pig = next(thing for thing in found.task(2).level.things if thing.role == "pig")
    shots = shots_at(pig.x, pig.y)[:1]
    stored = Certificate(2, action_of(shots), {"margin": 0.5})
    return Certificates(found.name, found.version, {2: stored}, {}, {})


def test_the_first_stored_solution_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Birds, "certificates", lambda _, found: certified(found))
    shown = gallery_birds.shown(template(NAME))
    assert (shown.film.task.id.index, shown.margin) == (2, 0.5)


def test_a_template_without_certificates_shows_its_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = Certificates(NAME, 1, {}, {}, {})
    monkeypatch.setattr(Birds, "certificates", lambda *_: empty)
    monkeypatch.setattr(gallery_birds, "SCENARIOS", ("single_force",))
    one = {NAME: all_templates()[NAME]}
    monkeypatch.setattr(gallery_birds, "all_templates", lambda: one)
    gallery_birds.build(tmp_path)
    text = (tmp_path / "birds.md").read_text()
    assert f"<b>{NAME}</b> · Phy-Q 1.4" in text
    assert "not certified yet" in text
    assert Image.open(tmp_path / "birds" / "single_force.png").width > 400
    film = tmp_path / "birds" / f"{NAME}.webp"
    assert getattr(Image.open(film), "n_frames", 1) > 10
    assert film.stat().st_size <= gallery_birds.MOST_BYTES
