"""Import levels from other games: read their files and write levels as JSON.

FORMAT names the file format: `sciencebirds` reads level files of Science Birds and Phy-Q. Every
FILE becomes a .json file of the same name in FOLDER. For a file that is not a level, the faulty
line is reported; the other files are still imported, and the exit code is 1.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._console import complain, show_json
from topple.errors import BadInput, ToppleError, UnknownName

if TYPE_CHECKING:
    from topple.worlds.levels import Files, Level

GROUP = "maintain"
EXAMPLES = """\
  topple import sciencebirds level.xml
  topple import sciencebirds levels/*.xml --out imported
  topple import sciencebirds levels/*.xml --out imported --json
"""


@dataclass(frozen=True, slots=True)
class Imported:
    """The result for one file: the path of its level, or an error."""

    file: str
    level: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    error: str = ""
    hint: str = ""

    def row(self) -> dict[str, Any]:
        if self.error:
            return {"file": self.file, "error": self.error, "hint": self.hint}
        return {"file": self.file, "level": self.level, **dict(self.counts)}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("format", metavar="FORMAT", help="file format, such as `sciencebirds`")
    parser.add_argument("file", nargs="+", metavar="FILE", help="level file to read")
    parser.add_argument(
        "-o",
        "--out",
        default=".",
        metavar="FOLDER",
        help="folder for the levels; the current one by default",
    )


def run(args: argparse.Namespace) -> int:
    files = _files(args.format)
    folder = Path(args.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write to `{folder}`: {error.strerror}") from error
    written: dict[str, str] = {}
    rows = []
    for name in args.file:
        done = _import(name, folder, written, files, args.format)
        rows.append(done.row())
        if done.error:
            complain(f"{name}: {done.error}", done.hint)
        elif not args.json:
            counts = "  ".join(f"{what} {count}" for what, count in done.counts)
            print(f"{done.level}  {counts}", flush=True)
    if args.json:
        show_json(rows)
    return 1 if any("error" in row for row in rows) else 0


def _files(format: str) -> Files:
    """Find the world that reads a format."""
    from topple.worlds import all_worlds, parts

    reading = [parts.files(world) for world in all_worlds() if parts.has(world, "files")]
    known = {name: files for files in reading for name in files.FORMATS}
    if format not in known:
        raise UnknownName("format", format, known=known, see="topple import --help")
    return known[format]


def _import(
    name: str, folder: Path, written: dict[str, str], files: Files, format: str
) -> Imported:
    """Read one file and write its level; `written` maps each level to its source file."""
    from topple.worlds.levels import read_bytes

    source, target = Path(name), folder / f"{Path(name).stem}.json"
    try:
        level = files.FORMATS[format](read_bytes(source, files.LARGEST_FILE))
        if target.name in written:
            hint = "import the two files with different --out folders"
            raise BadInput(f"{target.name} is already the level of {written[target.name]}", hint)
        if target.exists() and target.samefile(source):
            raise BadInput("the level would replace its own file", "give another --out")
        _write(target, level)
    except ToppleError as error:
        return Imported(name, error=str(error), hint=error.hint)
    written[target.name] = name
    return Imported(name, str(target), tuple(level.counts().items()))


def _write(path: Path, level: Level) -> None:
    try:
        path.write_text(f"{level.to_json()}\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
