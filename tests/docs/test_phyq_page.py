"""The page of Phy-Q's results shows whichever agents have runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "reports"))
from test_page_phyq import TESTED, write

from tools.docs.pages.phyq import page
from topple.runs.load import load

pytest.importorskip("scipy.stats")


def test_ours_and_the_published_stand_side_by_side(tmp_path: Path) -> None:
    made = {"random": 1, "pig-shooter": 3, "bambirds": 4}
    runs = {n: load(write(tmp_path / n, n, passes, TESTED[::5], 4)) for n, passes in made.items()}
    lines = page(runs).splitlines()
    rolling = next(line for line in lines if line.startswith("| 3 rolling"))
    cells = [cell.strip() for cell in rolling.split("|")[1:-1]]
    assert cells[3:10:3] == ["8.5", "0.8", "4.0"]
    assert cells[-1] == "85.3"
    score = next(line for line in lines if line.startswith("| **Phy-Q score**"))
    assert score.rstrip(" |").endswith("| 100")
    # Published are Bambirds, Random, Pig Shooter in this order; here the last two are turned.
    ranks = [line for line in lines if line.startswith("| **Phy-Q score**")][1]
    assert [cell.strip() for cell in ranks.split("|")[2:-1]] == ["0.50", "0.33", "3"]
    # 250 steps of 0.02 s in 2 ms.
    time = next(line for line in lines if line.startswith("| bambirds") and "topple eval" in line)
    assert "| 2,500 |" in time
