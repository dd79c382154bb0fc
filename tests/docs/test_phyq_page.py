"""The page of Phy-Q's results shows whichever agents have runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "reports"))
from test_page_phyq import TESTED, write

from tools.docs import played
from tools.docs.pages import build, phyq
from tools.docs.pages._phyq_datalab import conditions
from tools.docs.pages.phyq_validity import CONDITIONS, same_program, scores
from topple.runs.load import load
from topple.worlds import world

pytest.importorskip("scipy.stats")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the runs of agents lie; none are there."""
    monkeypatch.setattr(played, "RUNS", tmp_path)
    (tmp_path / phyq.PROTOCOL).mkdir()
    return tmp_path / phyq.PROTOCOL


def test_every_condition_has_a_row_with_its_change(tmp_path: Path) -> None:
    served, unfiltered, _ = CONDITIONS
    runs = {
        ("random", each): load(write(tmp_path / each.name, "random", passes, TESTED[::5], 4))
        for each, passes in ((served, 3), (unfiltered, 1))
    }
    lines = scores(runs).splitlines()
    rows = [line.split(" | ") for line in lines if line.startswith("| random")]
    assert [row[1] for row in rows] == ["served", "unfiltered"]
    assert rows[0][5].strip() == ""
    assert float(rows[1][5]) == pytest.approx(float(rows[1][3]) - float(rows[0][3]), abs=0.11)
    assert rows[1][7] == "`topple eval phyq-broad --agent random --unfiltered` |"


def test_ours_and_the_published_stand_side_by_side(folder: Path) -> None:
    for name, passes in {"random": 1, "pig-shooter": 3, "bambirds-like": 4}.items():
        write(folder / name, name, passes, TESTED[::5], 4)
    lines = build("phyq", play=False).splitlines()
    rolling = next(line for line in lines if line.startswith("| 3 rolling"))
    cells = [cell.strip() for cell in rolling.split("|")[1:-1]]
    assert cells[3:8:3] == ["8.5", "0.8"]
    assert len(cells) == 1 + 3 + 3 + 2 + 1  # no published figures stand beside another agent
    assert cells[-1] == "85.3"
    score = next(line for line in lines if line.startswith("| **Phy-Q score**"))
    assert score.rstrip(" |").endswith("| 100")
    later = next(line for line in lines if line.startswith("| **Phy-Q with feedback**"))
    assert len(later.split("|")) == len(score.split("|"))
    # The last agent passes 4 of 4 attempts at every third task, the first 1 of 4: at once, alike.
    ours = [line.split("|")[2].strip() for line in (score, later)]
    others = [line.split("|")[8].strip() for line in (score, later)]
    assert ours[0] == others[0] == others[1]
    assert ours[1] != ours[0]
    ranked = next(line for line in lines if line.startswith("| pig-shooter"))
    assert ranked.rstrip(" |").endswith("| 15")
    # 250 steps of 0.02 s in 2 ms.
    time = next(
        line for line in lines if line.startswith("| bambirds-like") and "topple eval" in line
    )
    assert "| 2,500 |" in time


def test_the_page_says_in_which_version_the_published_program_played() -> None:
    page = (Path(__file__).parents[2] / "docs" / "results" / "phyq_validity.md").read_text()
    for name, each in conditions().items():
        assert f"played version {each.version} of the world" in page, name
        assert len(each.plays) == 476, name


def test_stored_plays_of_the_published_program_come_out_as_recorded() -> None:
    """Those at tasks that are the same today; mended templates have a new version."""
    birds = world("birds")
    known = {f"{each.name}@{each.version}" for each in birds.templates().values()}
    plays = [
        play
        for play in conditions()["served"].plays[::10]
        if play[0].removeprefix("birds/").partition(":")[0] in known
    ]
    assert len(plays) > 30
    outcomes = birds.play([birds.task(name) for name, _, _ in plays], [play[1] for play in plays])
    assert [str(each.outcome) for each in outcomes] == [outcome for _, _, outcome in plays]


def test_the_page_holds_the_scores_of_the_stored_plays() -> None:
    root = Path(__file__).parents[2]
    text = (root / "tools" / "docs" / "pages" / "phyq_validity.md").read_text()
    part = text.partition("## The same program in both games")[2].format(**same_program())
    assert part in (root / "docs" / "results" / "phyq_validity.md").read_text()
