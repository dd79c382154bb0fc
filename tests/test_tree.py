"""The tree holds what was written for it, and nothing that a build brings in."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_no_engine_source_is_kept() -> None:
    """Box2D is a build input; a copy of it must not slip in."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a checkout")
    code = [name for name in listed.stdout.splitlines() if name.endswith((".cpp", ".hpp", ".h"))]
    assert code
    assert [name for name in code if not name.startswith("native/")] == []
    assert [name for name in code if Path(name).name.startswith("b2")] == []
