"""A template of our own costs one file, and leaves what is PHYRE's as it is."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.draw import player
from topple.errors import BadInput, UnknownName
from topple.worlds import film, phyre
from topple.worlds.phyre import certify, templates
from topple.worlds.phyre.folds import SETUPS, fold
from topple.worlds.phyre.selftest import GOLDEN, self_test
from topple.worlds.phyre.template import Template
from topple.worlds.phyre.template import template as make_template
from topple.worlds.phyre.world import WORLD, Phyre, variations

NAME = "shelf_to_jar"
EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / f"{NAME}.py"


def forget() -> None:
    phyre.all_templates.cache_clear()
    sys.modules.pop(f"{templates.__name__}.{NAME}", None)
    importlib.invalidate_caches()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Template]:
    """Put the guide's example where templates are found, and certificates where nobody looks."""
    if NAME in phyre.all_templates():
        pytest.skip("the example has moved in")
    shutil.copy(EXAMPLE, tmp_path)
    monkeypatch.setattr(templates, "__path__", [*templates.__path__, str(tmp_path)])
    monkeypatch.setattr(Phyre, "folder", tmp_path)
    forget()
    yield phyre.template(NAME)
    monkeypatch.undo()
    forget()
    vars(templates).pop(NAME, None)


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(list(argv)) == 0
    return capsys.readouterr().out


def test_it_comes_last_and_has_no_id_of_phyres(own: Template) -> None:
    assert [*phyre.all_templates()][-1] == NAME
    assert own not in phyre.shipped_templates()
    assert len(phyre.shipped_templates()) == 50
    assert phyre.task(f"phyre/{NAME}:1000").phyre_id == ""
    with pytest.raises(UnknownName):
        phyre.template("")


def test_its_tasks_start_where_variations_do(own: Template) -> None:
    for index in (0, 999):
        with pytest.raises(UnknownName) as caught:
            phyre.task(f"phyre/{NAME}:{index}")
        assert caught.value.hint == "variations start at 1000"


@pytest.mark.usefixtures("own")
def test_the_self_test_is_unchanged() -> None:
    test = self_test()
    assert (test.attempts, test.templates, test.digest) == (400, 50, GOLDEN)


def test_folds_and_shipped_tasks_are_unchanged(request: pytest.FixtureRequest) -> None:
    before = [fold(setup, 0) for setup in SETUPS]
    shipped = [str(task) for task in phyre.shipped("ball")]
    request.getfixturevalue("own")
    assert [fold(setup, 0) for setup in SETUPS] == before
    assert [str(task) for task in phyre.shipped("ball")] == shipped


def test_it_is_listed(own: Template, capsys: pytest.CaptureFixture[str]) -> None:
    row = said(capsys, "list", "phyre").splitlines()[-1]
    assert row.split()[:4] == [NAME, "-", "ball", "0"]
    assert row.endswith(own.caption)
    assert json.loads(said(capsys, "list", "phyre", "--json"))[-1]["phyre"] is None
    assert said(capsys, "list", "phyre", NAME) == f"{NAME}  {own.caption}\n\n"


@pytest.mark.usefixtures("own")
def test_it_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "show", f"phyre/{NAME}:1000")
    assert out.startswith(f"phyre/{NAME}@1:1000  tier ball\n")
    assert json.loads(said(capsys, "show", f"phyre/{NAME}:1000", "--json"))["phyre"] is None
    player.save(film(phyre.task(f"phyre/{NAME}:1000"), None), tmp_path / "page.html")
    assert "PHYRE" not in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("own")
def test_it_is_simulated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps({"task": f"phyre/{NAME}:1000", "action": [0.2, 0.9, 0.4]}))
    assert json.loads(said(capsys, "simulate", str(lines)))["outcome"] in ("solved", "missed")


def test_it_is_certified_and_checked(
    own: Template, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", NAME]) == 1
    assert "no certificates" in capsys.readouterr().err
    monkeypatch.setattr(certify, "VARIATIONS", 2)
    said(capsys, "certify", NAME, "--actions", "60")
    stored = WORLD.certificates(own)
    assert len(stored.tasks) == 2
    assert min(stored.tasks) >= phyre.FIRST_VARIATION
    assert "2 certificates checked: all hold" in said(capsys, "check", NAME)
    rows = said(capsys, "list", "phyre", NAME).splitlines()[-2:]
    assert rows == [f"phyre/{NAME}@1:{index}  -" for index in stored.tasks]
    served = [task for task in variations("ball") if task.id.template == NAME]
    assert [task.id.index for task in served] == list(stored.tasks)


@pytest.mark.parametrize(("phyre_id", "shipped"), [("90000", ""), ("", "0-99")])
def test_an_id_and_shipped_tasks_come_together(phyre_id: str, shipped: str) -> None:
    make = make_template(tier="ball", grid={}, phyre=phyre_id, shipped=shipped)
    with pytest.raises(BadInput, match="`phyre` and `shipped`"):
        make(lambda stage: stage.touching(*stage))
