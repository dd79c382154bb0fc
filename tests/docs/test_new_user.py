"""A new user: every command of the first pages, in order, in a fresh folder.

Long commands are shortened by their own options: `--limit` for runs, `topple demo --limit` for
`make demo`. Left out is what installs or tests Topple itself.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from topple.worlds import world_names

pytest.importorskip("jinja2")
pytest.importorskip("PIL")

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "docs" / "guides" / "getting_started.md")
LIMIT = 2  # tasks per run
SHORTER = {"make demo": "topple demo --limit 1", "make test": ""}
TROUBLE = re.compile(r"traceback|warning|error:", re.IGNORECASE)

_BLOCK = re.compile(
    r"^```(?P<language>console|python)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


def steps(page: Path) -> list[list[str]]:
    """Return the command lines of a page: shell commands, and its programs."""
    found: list[list[str]] = []
    for block in _BLOCK.finditer(page.read_text()):
        if block["language"] == "python":
            found.append([sys.executable, "-W", "error", "-c", block["text"]])
            continue
        for line in block["text"].splitlines():
            command = re.sub(r"\s+#.*", "", line.removeprefix("$ "))
            command = SHORTER.get(command, command)
            found += [["bash", "-c", re.sub(r"--limit \d+", f"--limit {LIMIT}", command)]]
    return [step for step in found if step[-1]]


def test_the_first_pages_try_every_world() -> None:
    typed = [step[-1] for page in PAGES for step in steps(page)]
    shown = " ".join(command for command in typed if command.startswith("topple show"))
    assert [name for name in world_names() if f" {name}/" not in shown] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_command_of_the_first_pages_works(page: Path, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    commands = steps(page)
    assert len(commands) > 4
    for command in commands:
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        said = done.stdout + done.stderr
        assert done.returncode == 0, f"{command[-1]}\n{said}"
        assert not TROUBLE.search(said), f"{command[-1]}\n{said}"
    assert (tmp_path / "report.html").stat().st_size > 10_000
