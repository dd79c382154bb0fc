"""`topple import`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli._console import plain
from topple.cli.main import main
from topple.worlds.birds import Level
from topple.worlds.birds.files import LARGEST_FILE

# Written for this test; it claims to be utf-16 and is not, as the original's files do.
GOOD = """<?xml version="1.0" encoding="utf-16"?>
<Level width="2">
  <Camera x="0" y="-1" minWidth="25" maxWidth="35" />
  <Score highScore="0" />
  <Birds>
    <Bird type="BirdYellow"/>
    <Bird type="BirdRed"/>
  </Birds>
  <Slingshot x="-12.0" y="-2.5" />
  <GameObjects>
    <Pig type="BasicMedium" material="" x="5.5" y="-3.1" rotation="0" />
    <Block type="RectBig" material="ice" x="2.25" y="-3.3" rotation="90" />
    <Block type="SquareTiny" material="wood" x="4" y="-3.39" />
    <Platform type="Platform" material="" x="-3.5" y="-0.6" scaleX="-3.2" scaleY="-0.75" />
    <TNT type="" x="6.5" y="-3.17" rotation="0" />
  </GameObjects>
</Level>
"""
BOMB = (
    '<!DOCTYPE Level [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>\n<Level width="&b;">'
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, content: str | bytes = GOOD) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def test_a_file_becomes_a_level(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here / "tower.xml")
    assert main(["import", "sciencebirds", "tower.xml"]) == 0
    out, err = capsys.readouterr()
    assert out == "tower.json  birds 2  pigs 1  blocks 2  tnt 1  platforms 1\n"
    assert err == ""
    text = (here / "tower.json").read_text()
    level = Level.from_json(text)
    assert f"{level.to_json()}\n" == text
    assert level.birds == ("BirdYellow", "BirdRed")


def test_json_tells_the_same(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = write(here / "tower.xml"), write(here / "bad.xml", "<Level")
    assert main(["import", "sciencebirds", good, bad, "--out", "levels", "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    level = str(Path("levels") / "tower.json")
    counts = {"birds": 2, "pigs": 1, "blocks": 2, "tnt": 1, "platforms": 1}
    assert rows[0] == {"file": good, "level": level, **counts}
    assert rows[1]["file"] == bad
    assert rows[1]["error"].startswith("line 1: ")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_mark_says_the_encoding(here: Path, encoding: str) -> None:
    plain, marked = write(here / "plain.xml"), GOOD.encode(encoding)
    if encoding.startswith("utf-16-"):
        marked = "\ufeff".encode(encoding) + marked
    assert main(["import", "sciencebirds", plain, write(here / "marked.xml", marked)]) == 0
    assert (here / "plain.json").read_text() == (here / "marked.json").read_text()


def test_a_mirrored_platform_keeps_its_size(here: Path) -> None:
    assert main(["import", "sciencebirds", write(here / "tower.xml")]) == 0
    platform = Level.from_json((here / "tower.json").read_text()).things[3]
    assert (platform.scale_x, platform.scale_y) == (3.2, 0.75)


BAD: dict[str, tuple[str | bytes, str]] = {
    "type": (GOOD.replace("RectBig", "RectNovel"), "line 12: unknown block 'RectNovel'"),
    "bird": (GOOD.replace("BirdRed", "BirdGreen"), "line 7: unknown bird 'BirdGreen'"),
    "element": (
        GOOD.replace("<TNT", "<Wheel"),
        "line 15: unexpected element 'Wheel' in `GameObjects`",
    ),
    "far": (GOOD.replace("2.25", "1e300"), "line 12: x is 1e+300"),
    "endless": (GOOD.replace("2.25", "9" * 5000), "line 12: x is '9999"),
    "nan": (GOOD.replace("2.25", "nan"), "line 12: x is 'nan', not a number"),
    "width": (GOOD.replace('width="2"', 'width="1e99"'), "line 2: the width is"),
    "truncated": (GOOD[:500], "line 1"),
    "empty": ("", "line 1: no element found"),
    "bomb": (
        GOOD.replace('<Level width="2">', BOMB),
        "line 2: a level file must not declare a DOCTYPE",
    ),
    "huge": (GOOD + " " * LARGEST_FILE, "a level file has at most"),
    "halved": ("\ufeff".encode("utf-16-le") + b"<\0L", "line 1: the byte-order mark says UTF-16"),
    "text": ("birds and pigs\n", "line 1: "),
    "zeros": (b"\0" * 100, "line 1: "),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_named_with_its_line(
    here: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    content, says = BAD[name]
    bad, good = write(here / f"{name}.xml", content), write(here / "good.xml")
    assert main(["import", "sciencebirds", bad, good]) == 1
    out, err = capsys.readouterr()
    assert err.startswith(f"error: {bad}: {says}")
    assert len(err) < 500
    assert out.startswith("good.json")
    assert [path.name for path in here.glob("*.json")] == ["good.json"]


@pytest.mark.parametrize("name", ["nowhere.xml", "folder", "wrong\0name"])
def test_what_cannot_be_read_is_said(
    here: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (here / "folder").mkdir()
    assert main(["import", "sciencebirds", name, write(here / "good.xml")]) == 1
    out, err = capsys.readouterr()
    assert err.startswith(f"error: {plain(name)}: cannot read the file: ")
    assert out.startswith("good.json")


def test_a_folder_that_cannot_be_made_is_misuse(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(here / "good.xml")
    assert main(["import", "sciencebirds", good, "--out", str(here / "good.xml" / "levels")]) == 2
    assert "cannot write to" in capsys.readouterr().err


def test_a_level_that_cannot_be_written_is_said(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "first.json").mkdir()
    names = [write(here / "first.xml"), write(here / "second.xml")]
    assert main(["import", "sciencebirds", *names]) == 1
    out, err = capsys.readouterr()
    assert "cannot write first.json" in err
    assert out.startswith("second.json")


def test_two_files_of_one_name_do_not_share_a_level(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write(here / "a" / "tower.xml")
    second = write(here / "b" / "tower.xml", GOOD.replace("BirdRed", "BirdBlue"))
    assert main(["import", "sciencebirds", first, second]) == 1
    assert f"already the level of {first}" in capsys.readouterr().err
    assert Level.from_json((here / "tower.json").read_text()).birds[1] == "BirdRed"


def test_a_file_is_not_replaced_by_its_level(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "sciencebirds", write(here / "level.json")]) == 1
    assert "replace its own file" in capsys.readouterr().err
    assert (here / "level.json").read_text() == GOOD


@pytest.mark.parametrize("words", [[], ["sciencebirds"], ["angrybirds", "level.xml"]])
def test_what_is_no_request_is_misuse(words: list[str]) -> None:
    assert main(["import", *words]) == 2
