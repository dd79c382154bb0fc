"""What DeepPHY publishes stands beside runs that were asked as its models were, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from run_folders import write_run

from topple.cli.main import main
from topple.metrics.metric import metric
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.plan import ModelPlan

CLASSIC = protocol("deepphy-phyre-classic")
STRICT = protocol("deepphy-phyre")
PAPER = Setup("5x5x5", classic=True)


def write(folder: Path, setup: Setup = PAPER, seed: int = 0, limit: int = 4) -> Path:
    """Make up a run that solves one task, another for each seed, at the second attempt."""
    rules = CLASSIC if setup.classic else STRICT
    plan = ModelPlan(rules, setup, "m", (0,), seed, limit)
    made = []
    for place, name in enumerate(plan.tasks(0)):
        solved = place == seed % limit
        ends = [Outcome.MISSED, Outcome.SOLVED] if solved else [Outcome.MISSED] * rules.attempts
        made += [Attempt(0, name, k, None, end, asked="0" * 16) for k, end in enumerate(ends, 1)]
    return write_run(folder, {**plan.settings(), "made_by": {"command": "x"}}, made)


@pytest.mark.parametrize(("format", "best"), [("vla", 23.06), ("wm", 21.40)])
def test_models_were_published_in_both_formats_the_best_first(format: str, best: float) -> None:
    setup = Setup("5x5x5", format, classic=True)
    found = metric("auccess").originals(CLASSIC.name, setup.variant)
    assert len(found) == 10
    assert (found[0].agent, found[0].figures["@10"]) == ("GPT-o3", (best, None))
    mock = next(row.figures for row in found if row.agent == "MOCK")
    assert [value for value, _ in mock.values()] == [1.12, 7.64, 5.0, 22.7]
    assert "DeepPHY" in found[0].source


def test_a_report_has_them_below_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(write(tmp_path / "run"))
    assert main(["report", folder, "--out", str(tmp_path / "page.html")]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = next(i for i, line in enumerate(lines) if line.endswith("union of 5 runs"))
    assert lines[head + 1].split()[:2] == ["m", "0.0"]
    assert lines[head + 1].split()[-1] == "2.00", "one run has no union"
    assert lines[head + 3].split() == ["GPT-o3,", "published", "2.9", "23.1", "4.58", "33.5"]
    text = (tmp_path / "page.html").read_text()
    assert text.count(", published</th>") == 10
    assert "arXiv 2508.05405" in text
    assert main(["report", folder, "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    assert facts["published"][0]["figures"]["@10"] == [23.06, None]


def test_five_runs_stand_beside_the_published_union(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [str(write(tmp_path / str(seed), seed=seed)) for seed in range(5)]
    assert main(["report", *folders]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = next(i for i, line in enumerate(lines) if line.endswith("union of 5 runs"))
    assert all(line.endswith(" 100.0") for line in lines[head + 1 : head + 6])
    assert main(["report", *folders[:3]]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = next(i for i, line in enumerate(lines) if line.endswith("union of 5 runs"))
    assert all(line.endswith("2.00") for line in lines[head + 1 : head + 4])


@pytest.mark.parametrize(
    "setup",
    [
        Setup("5x5x5"),
        Setup("8x8x8", classic=True),
        Setup("5x5x5", history="text", classic=True),
        Setup("5x5x5", parameters=True, classic=True),
    ],
    ids=str,
)
def test_a_run_that_was_asked_otherwise_stands_alone(
    setup: Setup, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(write(tmp_path / "run", setup))
    assert main(["report", folder, "--out", str(tmp_path / "page.html")]) == 0
    assert "published" not in capsys.readouterr().out
    assert "As published" not in (tmp_path / "page.html").read_text()
