"""The page of Phy-Q's learners shows whichever runs and curves exist."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[1] / "reports"))
from test_page_phyq import TESTED, write

from tools.docs.learning import LINES, keep, picture, read
from tools.docs.pages import fill
from tools.docs.pages.learners import figures, learner

ROUNDS = 1000


def row(number: int, passed: float | None) -> dict[str, Any]:
    return {"update": 10 * number, "passed": passed, "games": 50 * number, "seconds": 0.9 * number}


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """Make up curves that wobble around a rise to one half."""
    for name in ("ddqn_picture_broad", "ppo_symbols_broad"):
        folder = tmp_path / "models" / name
        folder.mkdir(parents=True)
        rates = [0.5 * i / ROUNDS + (0.02 if i % 2 else -0.02) for i in range(ROUNDS)]
        rows = [row(0, None), *(row(i + 1, max(0.0, rate)) for i, rate in enumerate(rates))]
        (folder / "training.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    return tmp_path / "models"


def test_few_lines_are_kept_and_they_wobble_less(models: Path, tmp_path: Path) -> None:
    keep(models, tmp_path)
    found = read(tmp_path / "ppo_symbols_broad.jsonl")
    assert len(found) == LINES
    assert found[-1]["games"] == 50 * ROUNDS, "the last line tells what it came to"
    rates = [one["passed"] for one in found[10:]]
    assert all(a < b for a, b in zip(rates[:-8], rates[8:], strict=True))
    assert max(abs(one["passed"] - one["update"] / 20_000) for one in found[10:]) < 0.01
    again = tmp_path / "again" / "ppo_symbols_broad"
    again.mkdir(parents=True)
    (again / "training.jsonl").write_bytes((tmp_path / "ppo_symbols_broad.jsonl").read_bytes())
    assert read(again / "training.jsonl") == found, "what was kept stays as it is"


def test_the_picture_holds_every_curve_inside_its_frame(models: Path) -> None:
    curve = read(models / "ppo_symbols_broad" / "training.jsonl")
    drawn = picture({"broad": {"ppo": curve, "a2c": curve}, "local": {"ppo": curve}})
    lines = re.findall(r'stroke-width="2" d="M([^"]+)"', drawn)
    assert len(lines) == 3
    places = [[tuple(map(float, p.split())) for p in line.split("L")] for line in lines]
    assert all(0 <= x <= 900 and 0 <= y <= 320 for line in places for x, y in line)
    assert max(x for x, _ in places[0]) < min(x for x, _ in places[2]), "side by side"
    assert places[0][-1][1] < places[0][0][1], "a rise goes up"


def test_ours_and_the_published_stand_side_by_side(models: Path, tmp_path: Path) -> None:
    (tmp_path / "phyq-broad").mkdir()
    for folder, agent, sees in (("ddqn-picture", "ddqn", "picture"), ("ppo", "ppo", "")):
        made = write(tmp_path / "phyq-broad" / folder, agent, 1, TESTED[::7], 1, sees)
        told = json.loads((made / "run.json").read_text())
        told["agent"]["settings"] |= {"batch": 256, "model": f"models/{folder}"}
        (made / "run.json").write_text(json.dumps(told))
    keep(models, tmp_path)
    trained = [learner(path, tmp_path) for path in sorted(tmp_path.glob("*.jsonl"))]
    lines = fill("learners", figures(trained))
    rows = {
        cells[1]: cells
        for line in lines.splitlines()
        if (cells := [cell.strip() for cell in line.split("|")[1:-1]])
    }
    assert (rows["ddqn"][2], rows["ddqn"][4], rows["ddqn"][6:]) == (
        "picture",
        "10.0",
        ["50,000", "10,000"],
    )
    assert (rows["ppo"][2], rows["ppo"][4], rows["ppo"][7]) == ("symbols", "none", "")
    assert "2 trainings" in lines
    assert "for 15 minutes" in lines
    train = "topple train phyq-broad --agent ddqn --set sees=picture --set batch=256"
    assert f"$ {train} --minutes 15 --out models/ddqn-picture\n" in lines
    assert "$ topple eval phyq-broad --agent ppo\n" in lines
    assert "did not converge" in lines
    assert "keep\nan unknown share" in lines, "nothing is known of the other setting"
