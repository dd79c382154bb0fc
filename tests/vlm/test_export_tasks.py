"""`topple export deepphy-...` writes what models are asked, and how to score an answer."""

from __future__ import annotations

import base64
import json
import shlex
from itertools import takewhile
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from endpoint import Endpoint

from topple.cli.main import main
from topple.worlds.phyre.models.forms import form

SETS = [
    ("deepphy-phyre", ""),
    ("deepphy-phyre", "--form 8x8x8 --format wm --parameters"),
    ("deepphy-phyre", "--form free"),
    ("deepphy-phyre-classic", "--format wm"),
    ("deepphy-birds", "--format wm --parameters"),
]


def exported(name: str, options: str, folder: Path) -> list[dict[str, Any]]:
    assert main(["export", name, *shlex.split(options), "--limit", "2", "--out", str(folder)]) == 0
    return [json.loads(line) for line in (folder / "metadata.jsonl").read_text().splitlines()]


def as_sent(row: dict[str, Any], folder: Path) -> list[str]:
    """Give all texts and pictures of a row as an endpoint gets them."""
    return [
        part["text"]
        or "data:image/png;base64,"
        + base64.b64encode((folder / part["file"]).read_bytes()).decode()
        for message in row["messages"]
        for part in message["content"]
    ]


@pytest.mark.parametrize(("name", "options"), SETS)
def test_what_is_exported_is_what_models_are_asked_first(
    name: str, options: str, tmp_path: Path
) -> None:
    sent: list[list[str]] = []

    def listen(body: dict[str, Any], checked: set[str]) -> int:
        system, user = body["messages"]
        parts = [p["text"] if "text" in p else p["image_url"]["url"] for p in user["content"]]
        if " 1 of " in parts[-1]:
            sent.append([system["content"], *parts])
        return len(parts)

    run = tmp_path / "run"
    with Endpoint(answer=lambda digest: "no idea", check=listen) as endpoint:
        asked = ["eval", name, *shlex.split(options), "--limit", "2", "--history", "none"]
        asked += ["--fold", "all"]
        main([*asked, "--model", "test", "--base-url", endpoint.url, "--out", str(run)])
    assert endpoint.wrong == []
    folder = tmp_path / "set"
    rows = exported(name, options, folder)
    assert sorted(as_sent(row, folder) for row in rows) == sorted(sent)
    assert len(sent) >= 2
    turns = [json.loads(line) for line in (run / "turns.jsonl").read_text().splitlines()]
    first = {(t["fold"], t["task"]): t for t in turns if t["attempt"] == t["decision"] == 1}
    for row in rows:
        turn = first[row["fold"], row["task"]]
        assert (row["content_hash"], row["prompt"]) == (turn["asked"], turn["prompt"])
        assert row["views"] == turn["views"]


def test_the_pattern_of_an_answer_is_that_of_its_task(tmp_path: Path) -> None:
    """Levels of kinetix differ in what they drive."""
    rows = exported("deepphy-kinetix", "", tmp_path / "set")
    assert len({row["answer_pattern"] for row in rows}) > 1
    for row in rows:
        assert f"`{row['answer_pattern']}`" in row["messages"][0]["content"][0]["text"]


@pytest.mark.parametrize(("name", "options"), SETS)
def test_the_card_says_how_to_score(
    name: str,
    options: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Run the code of the card; what it reads and plays is what the tables and commands say."""
    exported(name, options, tmp_path / "set")
    card = (tmp_path / "set" / "README.md").read_text()
    code = card.partition("in its own evaluations:\n\n")[2].splitlines()
    block = takewhile(lambda line: not line or line.startswith("    "), code)
    monkeypatch.chdir(tmp_path / "set")
    capsys.readouterr()
    exec(dedent("\n".join(block)), {})
    told = capsys.readouterr().out
    if name == "deepphy-birds":
        assert told.startswith("(80.0, 0.1) ")
        return
    (command,) = [line for line in card.splitlines() if line.endswith("| topple simulate")]
    Path("one.jsonl").write_text(shlex.split(command)[1])
    assert main(["simulate", "one.jsonl"]) == 0
    assert f" {json.loads(capsys.readouterr().out)['outcome']} " in told


@pytest.mark.parametrize("grid", ["5x5x5", "8x8x8", "3x2x1"])
def test_a_grid_has_a_table_of_its_actions(grid: str, tmp_path: Path) -> None:
    exported("deepphy-phyre", f"--form {grid}", tmp_path)
    found = form(grid)
    rows = [json.loads(line) for line in (tmp_path / "actions.jsonl").read_text().splitlines()]
    columns, lines, levels = map(int, grid.split("x"))
    assert len({row["answer"] for row in rows}) == len(rows) == columns * lines * levels
    for row in rows:
        values = found.read(row["answer"]).values
        assert values is not None
        assert tuple(row["action"]) == found.action(values)


@pytest.mark.parametrize("options", ["--form free", "--limit 3"])
def test_what_is_no_grid_has_no_table(options: str, tmp_path: Path) -> None:
    name = "deepphy-phyre" if "free" in options else "deepphy-birds"
    rows = exported(name, options, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "README.md",
        "images",
        "metadata.jsonl",
    ]
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({frozenset(row) for row in rows}) == 1, "all rows have the same fields"
    for row in rows:
        assert all((tmp_path / name).is_file() for name in row["file_names"])


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("deepphy-fyre", "did you mean `deepphy-phyre`?"),
        ("phyre-b-within", "asks no questions"),
        ("deepphy-phyre --mode classic", "--mode has no effect"),
        ("deepphy-phyre --form 9", "is not an action form"),
    ],
)
def test_what_cannot_be_exported_is_refused(
    wrong: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "set"
    assert main(["export", *wrong.split(), "--out", str(folder)]) == 2
    assert words in capsys.readouterr().err
    assert not folder.exists()
