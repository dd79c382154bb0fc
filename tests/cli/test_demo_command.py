"""`topple demo`."""

from __future__ import annotations

from pathlib import Path

import pytest

from topple.cli.main import main
from topple.tasks.selftest import SelfTest
from topple.worlds.birds import selftest


@pytest.mark.slow
def test_a_failed_self_test_is_a_red_line_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = SelfTest(150, 75, "0123456789abcdef", selftest.GOLDEN)
    monkeypatch.setattr(selftest, "self_test", lambda: other)
    assert main(["demo", "--limit", "1", "--out", str(tmp_path)]) == 1
    assert "the self-test of birds failed" in capsys.readouterr().err
    page = (tmp_path / "index.html").read_text()
    assert page.count('class="wrong"') == 1
    assert "not ok: scores from this machine cannot be compared" in page
