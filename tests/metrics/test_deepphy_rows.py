"""Published rows of DeepPHY stand next to runs that were asked as there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.metrics import original
from topple.metrics.metric import metric
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.reports.tables.groups import group_runs
from topple.reports.tables.printed import tables_of
from topple.runs.load import load
from topple.vlm.direct import play_directly
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan

NAMES = list(json.loads(original._PUBLISHED.read_bytes())["protocols"])


@pytest.mark.parametrize("format", ["vla", "wm"])
@pytest.mark.parametrize("name", NAMES)
def test_both_formats_of_a_protocol_have_rows_the_best_first(name: str, format: str) -> None:
    variant = Setup(**usual_setup(name), format=format).variant
    rows = metric(protocol(name).metric).originals(name, variant)
    assert "MOCK" in {row.agent for row in rows}
    assert all(0 <= value <= 100 for row in rows for value, _ in row.figures.values())
    assert all("DeepPHY (AAAI-26" in row.source for row in rows)


def test_rows_of_kinetix_are_by_size_and_of_iphyre_by_three_runs(tmp_path: Path) -> None:
    folders = {"deepphy-kinetix-classic": 1, "deepphy-iphyre-classic": 3}
    shown = {name: _report(name, runs, tmp_path / name) for name, runs in folders.items()}
    assert shown["deepphy-kinetix-classic"]["GPT-o3, published"] == ("63.3", "40.3", "10.0")
    assert all(shown["deepphy-kinetix-classic"]["topple/mock"])
    mock = shown["deepphy-iphyre-classic"]["MOCK, published"]
    assert mock == ("20.5", "62.5", "3.67", "82.5")
    assert all(all(cells) for cells in shown["deepphy-iphyre-classic"].values())


def _report(name: str, runs: int, folder: Path) -> dict[str, tuple[str, ...]]:
    """Play a few tasks; return the rows of the published table by label."""
    rules, found = protocol(name), []
    for seed in range(runs):
        plan = ModelPlan(rules, Setup(**usual_setup(name)), "topple/mock", rules.folds, seed, 2)
        play_directly(plan, folder / str(seed), unasked=True)
        found.append(load(folder / str(seed)))
    (group,) = group_runs(found)
    _, rows = tables_of(group).tables[-1]
    return {label: tuple(cells) for label, *cells in rows if not label.startswith("-")}
