"""Text from models, agents and records is shown on pages and never becomes part of their HTML."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from test_page import Reader
from test_page import play as play_phyre
from test_page_phyq import TESTED
from test_page_phyq import write as write_phyq

from topple.cli.main import main
from topple.errors import MissingExtra
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.reports import replays
from topple.reports.pages import render
from topple.vlm.direct import play_directly
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of

HOSTILE = "'\"></title><script>alert(1)</script>{{ 7 * 7 }}"
STRICT = {"mode": "strict", "shots": 0, "frames": 1}
QUESTIONS = (
    "physiq-sanity",
    "physiq-confidence",
    "physiq-yesno",
    "physiq-ranking",
    "physiq-insertion",
)


@pytest.fixture(autouse=True)
def without_films(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave pictures out: they take their time and hold no text."""
    monkeypatch.setattr(replays, "_film", lambda task, action: None)


def poison(folder: Path) -> Path:
    """Put hostile text wherever a run folder holds free text."""
    path = folder / "run.json"
    run: dict[str, Any] = json.loads(path.read_text())
    run["agent"] |= {"name": HOSTILE, "settings": {"sees": HOSTILE, HOSTILE: HOSTILE}}
    run["made_by"] = {"command": HOSTILE, "python": HOSTILE, HOSTILE: HOSTILE}
    path.write_text(json.dumps(run))
    # Notes of insertions are not free text: they are read back as a status.
    free = [("turns.jsonl", "why")]
    if run["protocol"]["name"] != "physiq-insertion":
        free.append(("attempts.jsonl", "note"))
    for name, key in free:
        if (folder / name).exists():
            lines = map(json.loads, (folder / name).read_text().splitlines())
            (folder / name).write_text(
                "".join(json.dumps({**line, key: HOSTILE}) + "\n" for line in lines)
            )
    return folder


def check(page: Path) -> None:
    """The hostile text is there as text, and the page is well-formed."""
    text = page.read_text()
    assert "<script>alert" not in text
    assert "</title><script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 * 7 }}" in text
    assert "}}49" not in text
    reader = Reader()
    reader.feed(text)
    assert reader.open == []


def reported(folders: list[Path], place: Path) -> list[Path]:
    assert main(["report", *map(str, folders), "--out", str(place / "page.html")]) == 0
    return sorted(place.glob("page*.html"))


def test_runs_of_agents(tmp_path: Path) -> None:
    phyre = [play_phyre(tmp_path / name, name, seed) for seed, name in enumerate(("a", "b"))]
    phyq = write_phyq(tmp_path / "phyq", "random", 1, TESTED[::9], 2)
    (page,) = reported([poison(folder) for folder in (*phyre, phyq)], tmp_path)
    check(page)


def test_runs_of_models_and_their_transcripts(tmp_path: Path) -> None:
    rules = protocol("deepphy-phyre")
    plan = ModelPlan(rules, Setup("free", history="none"), "test", rules.folds, limit=2)
    play_directly(plan, tmp_path / "run", lambda note, question: HOSTILE)
    pages = reported([poison(tmp_path / "run")], tmp_path)
    assert len(pages) == 2
    for page in pages:
        check(page)


@pytest.mark.parametrize("name", QUESTIONS)
def test_runs_of_questions_and_their_transcripts(name: str, tmp_path: Path) -> None:
    play_directly(
        plan_of(name, STRICT, "test", limit=3), tmp_path / "run", lambda note, question: HOSTILE
    )
    pages = reported([poison(tmp_path / "run")], tmp_path)
    assert len(pages) == 2
    for page in pages:
        check(page)


def test_a_missing_template_engine_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.setattr(render, "_environment", render._environment.__wrapped__)
    with pytest.raises(MissingExtra, match="reports as pages"):
        render.render("reports/pages/page.html", {})
