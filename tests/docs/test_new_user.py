"""A new user: every command of the first pages, in order, in one shell without an environment.

The quick test shortens long commands by their own options and borrows an environment that is
installed already; the slow one clones, installs and types every line as it is printed.
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
LIMIT = 1  # tasks per fold
SHORTER = (
    (r"^(sudo|git|cd) .*", ""),
    (r"^make demo$", f".venv/bin/topple demo --limit {LIMIT}"),
    (r"^make test$", ""),
    (r"--limit \d+", f"--limit {LIMIT}"),
)
NO_DEMO = (r"^make demo$", "")  # README shows it already
AS_PRINTED = ((r"^sudo .*", ""), (r"git clone URL", f"git clone {ROOT}"), (r"^make test$", ""))
TROUBLE = re.compile(r"traceback|warning|error:", re.IGNORECASE)
QUICK, SLOW = 1200, 3600  # seconds

_BLOCK = re.compile(
    r"^```(?P<language>console|python)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


def steps(page: Path, changes: tuple[tuple[str, str], ...] = SHORTER) -> list[str]:
    """Return the command lines of a page: shell commands, and its programs."""
    found: list[str] = []
    for block in _BLOCK.finditer(page.read_text()):
        if block["language"] == "python":
            found.append(f"python -W error - <<'PROGRAM'\n{block['text']}PROGRAM")
            continue
        for line in block["text"].splitlines():
            command = re.sub(r"\s+#.*", "", line.removeprefix("$ "))
            for pattern, other in changes:
                command = re.sub(pattern, other, command)
            found.append(command)
    return [step for step in found if step]


def type_in_a_shell(commands: list[str], folder: Path, seconds: float) -> str:
    """Run commands in one shell that knows no environment; return everything that it printed."""
    own = str(Path(sys.executable).parent)
    path = [each for each in os.environ["PATH"].split(os.pathsep) if each != own]
    kept = {name: os.environ[name] for name in os.environ if not name.startswith("VIRTUAL_ENV")}
    done = subprocess.run(
        ["bash", "-c", "\n".join(["set -ev", *commands])],
        cwd=folder,
        env={**kept, "PATH": os.pathsep.join(path), "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert not TROUBLE.search(done.stdout), done.stdout
    return done.stdout


def type_what_is_next(said: str, folder: Path) -> None:
    """Type the command that the demo prints at its end, in a new shell."""
    (printed,) = re.findall(r"next, in this folder:\n  (.*)", said)
    assert "slingshot" in type_in_a_shell([printed], folder, QUICK)


def test_the_first_pages_try_every_world() -> None:
    typed = [step for page in PAGES for step in steps(page)]
    shown = " ".join(command for command in typed if command.startswith("topple show"))
    assert [name for name in world_names() if f" {name}/" not in shown] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_command_of_the_first_pages_works(page: Path, tmp_path: Path) -> None:
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    first = page == PAGES[0]
    commands = steps(page, SHORTER if first else (NO_DEMO, *SHORTER))
    assert len(commands) > 4
    said = type_in_a_shell(commands, tmp_path, QUICK)
    if first:
        type_what_is_next(said, tmp_path)
    assert (tmp_path / "report.html").stat().st_size > 10_000


@pytest.mark.slow
def test_readme_works_as_printed_from_a_clone(tmp_path: Path) -> None:
    said = type_in_a_shell(steps(PAGES[0], AS_PRINTED), tmp_path, SLOW)
    assert (tmp_path / "topple" / "report.html").stat().st_size > 10_000
    type_what_is_next(said, tmp_path / "topple")
