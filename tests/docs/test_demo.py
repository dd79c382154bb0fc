"""The demo writes one page that needs nothing but itself."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("PIL")
from tools import demo
from tools.docs.gallery import phyre as clips


def test_page_holds_films_numbers_and_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "TEMPLATES", ("tip_the_rod",))
    monkeypatch.setattr(demo, "TRIED", 20)
    monkeypatch.setattr(sys, "argv", ["demo.py", str(tmp_path)])
    assert demo.main() == 0
    assert "phyre/tip_the_rod" in capsys.readouterr().out
    page = (tmp_path / "demo.html").read_text()
    assert "Engine ok" in page
    assert "solved after" in page
    assert page.count("data:image/webp;base64,") == 1
    assert set(re.findall(r'(?:src|srcset|href)="(\w+:)', page)) == {"data:"}
    assert not re.search(r"__[A-Z]+__", page)


def test_template_without_certificates_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clips, "largest_margin", lambda template: None)
    monkeypatch.setattr(sys, "argv", ["demo.py", str(tmp_path)])
    assert demo.main() == 1
    assert "topple certify" in capsys.readouterr().err
