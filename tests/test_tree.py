"""The tree holds what was written for it, and nothing that a build or a run brings in."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_BYTES = 300_000
# Files that must be larger, each with the reason.
LARGER = {
    f"leaderboard/2026/{name}/attempts.jsonl.gz": "up to 100 attempts at each of 500 tasks"
    for name in (
        "dqn/runs/dqn.phyre-b-within",
        "memory/runs/memory.phyre-b-within",
        "ranker/runs/ranker.phyre-b-cross",
        "ranker-o/runs/ranker-o.phyre-b-cross",
    )
} | {
    "docs/results/ranker/phyre-b-cross-5-100k-motion-023456789.json.gz": "nine folds of such tasks"
}
# Files that runs, builds, caches and learners leave behind.
BROUGHT_IN = re.compile(
    r"^(runs|out|build|dist|logs)/|__pycache__/|\.(lock|log|pyc|so|eval|zip|whl|pt|mp4)$"
)
# Runs that tests, pages or the leaderboard read.
RECORDED = ("tests/recorded/", "docs/results/", "leaderboard/")


@pytest.fixture(scope="module")
def stored() -> list[str]:
    """Return the files of the checkout, by their paths."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a checkout")
    return listed.stdout.splitlines()


def test_no_engine_source_is_kept(stored: list[str]) -> None:
    """Box2D is a build input; a copy of it must not slip in."""
    code = [name for name in stored if name.endswith((".cpp", ".hpp", ".h"))]
    assert code
    assert [name for name in code if not name.startswith("native/")] == []
    assert [name for name in code if Path(name).name.startswith("b2")] == []


def test_no_run_and_no_output_is_kept(stored: list[str]) -> None:
    assert [name for name in stored if BROUGHT_IN.search(name)] == []
    runs = [name for name in stored if Path(name).name in ("run.json", "attempts.jsonl")]
    assert [name for name in runs if not name.startswith(RECORDED)] == []


def test_files_are_small(stored: list[str]) -> None:
    sizes = {name: (ROOT / name).stat().st_size for name in stored if (ROOT / name).exists()}
    large = {name: size for name, size in sizes.items() if size > MOST_BYTES}
    assert sorted(large) == sorted(LARGER), "store less, build it, or give a reason in LARGER"


def test_documents_hold_only_pictures_that_a_page_shows(stored: list[str]) -> None:
    pages = [ROOT / name for name in stored if name.endswith(".md")]
    text = "\n".join(page.read_text() for page in pages if page.exists())
    pictures = [name for name in stored if name.startswith("docs/images/")]
    assert pictures
    assert [name for name in pictures if f"images/{Path(name).name}" not in text] == []
