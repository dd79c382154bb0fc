"""`topple export` writes folders that others can read."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path
from textwrap import dedent

import pytest

from topple.cli.main import main
from topple.worlds.phyre.physiq.find import items_of
from topple.worlds.phyre.physiq.items import Kind, QuestionMode
from topple.worlds.phyre.physiq.sets import question_set, some
from topple.worlds.phyre.physiq.settings import QuestionSettings

PNG = b"\x89PNG\r\n\x1a\n"


def rows(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "metadata.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("kind", Kind)
def test_every_set_can_be_exported(kind: Kind, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    assert main(["export", f"physiq-{kind}", "--limit", "3", "--out", str(folder)]) == 0
    found = rows(folder)
    items = some(list(items_of(kind, QuestionSettings()).values()), 3)
    assert [row["id"] for row in found] == [str(item) for item in items]
    assert [row["content_hash"] for row in found] == [item.content_hash() for item in items]
    for row, item in zip(found, items, strict=True):
        names = row["file_names"]
        assert isinstance(names, list)
        assert len(names) == len(item.pictures)
        shown = [
            part["file"]
            for message in row["messages"]  # type: ignore[attr-defined]
            for part in message["content"]
            if part["type"] == "image"
        ]
        assert shown == names
        for name, picture in zip(names, item.pictures, strict=True):
            data = (folder / name).read_bytes()
            assert data.startswith(PNG)
            assert data == picture.png()
    assert "load_dataset" in (folder / "README.md").read_text()


def test_options_choose_the_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["export", "physiq-yesno", "--mode", "classic", "--shots", "2", "--frames", "2"]
    assert main([*line, "--limit", "2", "--out", str(tmp_path / "a"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["items"] == 2
    wanted = some(question_set("yesno", QuestionSettings(QuestionMode.CLASSIC, 2, 2)), 2)
    assert [row["id"] for row in rows(tmp_path / "a")] == [str(item) for item in wanted]


def test_a_folder_in_use_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    assert main(["export", "physiq-yesno", "--limit", "1", "--out", str(tmp_path)]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_shots_that_are_not_asked_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["export", "physiq-ranking", "--shots", "4", "--out", str(tmp_path / "a")]
    assert main(line) == 2
    assert "shots x frames" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "options", "expected"),
    [
        (Kind.YESNO, ["--shots", "2", "--mode", "classic"], ["(1.0,) solved ", "(1.0,) missed "]),
        (Kind.CONFIDENCE, [], ["(0.7,) solved ", "(0.7,) missed "]),
        (Kind.RANKING, [], ["(2.0, 1.0, 4.0, 3.0) "]),
        (Kind.INSERTION, [], ["(128.0, 200.0, 12.0"]),
    ],
)
def test_the_card_says_how_to_score(
    kind: Kind,
    options: list[str],
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "set"
    assert main(["export", f"physiq-{kind}", *options, "--limit", "1", "--out", str(folder)]) == 0
    card = (folder / "README.md").read_text()
    code = card.partition("in its own evaluations:\n\n")[2].splitlines()
    block = takewhile(lambda line: not line or line.startswith("    "), code)
    monkeypatch.chdir(folder)
    capsys.readouterr()
    exec(dedent("\n".join(block)), {})
    assert capsys.readouterr().out.startswith(tuple(expected))
