"""Packages from outside bring agents and protocols by entry point."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from topple.agents import make_agent
from topple.errors import BadInput
from topple.protocols import protocol
from topple.tasks import discover

PACKAGE = '''
from dataclasses import replace
from topple.agents import Agent, agent
from topple.worlds.phyre.protocols.phyre_b_within import PROTOCOL

@agent("corner/still", version=3)
class Still(Agent):
    """Put the ball into the corner."""
    height: float = 0.2
    def act(self, task, past):
        return (0.1, self.height, 0.1) if not past else None

SHORT = replace(PROTOCOL, name="corner/short", attempts=2)
'''
ENTRIES = """
[topple.agents]
corner/still = corner:Still

[topple.protocols]
corner/short = corner:SHORT
"""
USE = """
from topple.agents import all_agents, make_agent
from topple.protocols import all_protocols
from topple.runs.evaluate import evaluate
import sys
assert "corner/still" in all_agents() and "corner/short" in all_protocols()
folder = evaluate(make_agent("corner/still", [("height", "0.3")]), "corner/short", limit=3,
                  out=sys.argv[1])
print(sum(1 for _ in (folder / "attempts.jsonl").open()))
"""


def test_a_package_from_outside_is_found(tmp_path: Path) -> None:
    (tmp_path / "corner.py").write_text(PACKAGE)
    info = tmp_path / "corner-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: corner\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    found = subprocess.run(
        [sys.executable, "-c", USE, str(tmp_path / "run")],
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.strip() == "3"


def test_agents_and_protocols_are_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "corner_file.py"
    file.write_text(PACKAGE)
    made = make_agent(f"{file}:Still", [("height", "0.4")])
    assert (made.name, made.settings()) == ("corner/still", {"height": 0.4})
    assert protocol(f"{file}:SHORT").attempts == 2


def test_a_file_imports_others_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "heights_beside.py").write_text("HEIGHT = 0.7\n")
    file = tmp_path / "neighbour_file.py"
    own = PACKAGE.replace("height: float = 0.2", "height: float = heights_beside.HEIGHT")
    file.write_text("import heights_beside\n" + own)
    assert make_agent(f"{file}:Still").settings() == {"height": 0.7}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere.py:Still", "cannot load `nowhere.py:Still`"),
        ("no_such_module:Still", "cannot load `no_such_module:Still`"),
        ("topple.agents.random:Missing", "cannot load"),
        ("topple.agents.agent:Agent", "is not an agent"),
    ],
)
def test_what_cannot_be_loaded_is_explained(name: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make_agent(name)


def test_a_broken_entry_point_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("bad/one", "no_such_module:Thing", "topple.agents")
    monkeypatch.setattr(discover, "_entries", lambda group: [broken])
    with pytest.warns(
        UserWarning, match="entry point `bad/one` of `topple.agents` cannot be loaded"
    ):
        assert list(discover.plugins("topple.agents")) == []
