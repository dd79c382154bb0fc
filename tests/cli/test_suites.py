"""`topple eval benchmark`: one suite over all worlds, one page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.protocols import all_benchmarks, protocol
from topple.tasks.benchmark import Stage
from topple.worlds import all_worlds

BENCHMARK = all_benchmarks()["benchmark"]
SIX = {"phyre", "birds", "iphyre", "pool", "rope", "kinetix"}


def test_the_suites_ask_every_world_and_larger_sizes_ask_more() -> None:
    assert {each.name for each in all_worlds()} >= SIX
    for name in ("benchmark", "deepphy"):
        suite = all_benchmarks()[name].asked
        assert {protocol(each.protocol).world for each in suite} == SIX
    small, medium, full = BENCHMARK.sizes
    for asked in BENCHMARK.asked:
        rules = protocol(asked.protocol)
        if asked.sizes:
            assert asked.sizes == (full,)
            assert not asked.is_part_of(small)
            continue
        counts = [
            sum(len(rules.tasks(fold, limit=asked.limits.get(size))) for fold in rules.folds)
            for size in (small, medium, full)
        ]
        assert counts == sorted(set(counts)), asked.protocol
        assert full not in asked.limits, "the full size asks all tasks"


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the suite short: two worlds, one task each."""
    names = ("deepphy-phyre", "deepphy-rope")
    chosen = [each for each in BENCHMARK.asked if each.protocol in names]
    asked = tuple(replace(each, limits={"small": 1}) for each in chosen)
    made = replace(BENCHMARK, stages=(Stage(asked),))
    monkeypatch.setattr("topple.protocols.all_benchmarks", lambda: {"benchmark": made})


@pytest.mark.usefixtures("short")
def test_one_command_ends_in_one_page_and_asks_nothing_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    models = ["--model", "topple/mock", "--model", "topple/oracle"]
    command = ["eval", "benchmark", *models, "--out", str(tmp_path)]
    assert main(command) == 0
    told = capsys.readouterr()
    overview = told.out.split("all protocols")[1].splitlines()
    assert [line.split()[:2] for line in overview if "deepphy" in line] == [
        ["phyre", "deepphy-phyre"],
        ["rope", "deepphy-rope"],
    ]
    runs = sorted(path.parent for path in tmp_path.glob("*/run.json"))
    assert len(runs) == 4
    before = {path: (path / "attempts.jsonl").read_bytes() for path in runs}
    page = (tmp_path / "benchmark.html").read_text()
    assert f"<h1>Topple benchmark {BENCHMARK.version}, small</h1>" in page
    for words in ("floor", "stored solutions", "topple/best-constant"):
        assert words in page.split("Best and worst")[0]
    assert "Cell: " in page.split("Best and worst")[1].split("</section>")[0]
    assert len(list(tmp_path.glob("benchmark-*.html"))) == 4
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["folders"]) == 4
    assert {path: (path / "attempts.jsonl").read_bytes() for path in runs} == before


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--size", "huge"], "has no size `huge`"),
        (["--limit", "3"], "itself decides --limit"),
    ],
)
def test_what_a_suite_decides_is_refused(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["eval", "benchmark", "--model", "topple/mock", "--out", str(tmp_path / "out")]
    assert main([*command, *options]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_sizes_are_of_benchmarks_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "deepphy-rope", "--model", "topple/mock", "--size", "small"]) == 2
    assert "--size has no effect on `deepphy-rope`" in capsys.readouterr().err


@pytest.mark.usefixtures("short")
def test_a_large_suite_is_estimated_and_needs_consent(capsys: pytest.CaptureFixture[str]) -> None:
    price = ["--price", "2.5", "10"]
    assert main(["eval", "benchmark", "--estimate", "--size", "small", *price, "--json"]) == 0
    small = json.loads(capsys.readouterr().out)
    assert small["tasks"] == 2
    assert small["cost_usd"] > 0
    reached = ["--base-url", "http://127.0.0.1:9/v1", *price]
    assert main(["eval", "benchmark", "--model", "m", "--size", "full", *reached]) == 2
    told = capsys.readouterr().err
    assert re.search(r"m on deepphy-phyre \(5x5x5, .*\): about", told), "and how it is asked"
    assert "the whole run: about" in told
    assert "give --spend" in told


@pytest.mark.parametrize("name", ["ladder-rope", "physiq-sanity", "rebuild-rope"])
def test_questions_are_estimated(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", name, "--estimate", "--limit", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == 2


def test_the_suite_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "protocols", "benchmark"]) == 0
    shown = capsys.readouterr().out
    assert all(each.protocol in shown for each in BENCHMARK.asked)
    assert main(["list", "protocols", "benchmark", "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    assert facts["sizes"] == ["small", "medium", "full"]
