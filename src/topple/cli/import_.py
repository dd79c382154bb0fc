"""Import files of other programs: levels of other games, and logs of Inspect as runs.

`sciencebirds` reads level files of Science Birds and Phy-Q: every FILE becomes a .json file of the
same name in FOLDER. For a file that is not a level, the faulty line is reported; the other files
are still imported, and the exit code is 1. `inspect` makes a run folder from a log that
`inspect eval topple/...` wrote.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._console import complain, show_json
from topple.cli._verbs import Verb, add_verbs, run_verb
from topple.errors import BadInput, ToppleError

if TYPE_CHECKING:
    from topple.worlds.levels import Files, Level

EXAMPLES = """\
  topple import sciencebirds level.xml
  topple import sciencebirds levels/*.xml --out imported
  topple import sciencebirds levels/*.xml --out imported --json
  topple import inspect logs/2026-01-01_deepphy-phyre.eval --out runs/converted
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
    levels = Verb("Read levels of another game.", _add_levels, _import_levels)
    log = Verb("Make a run folder from a log of Inspect.", _add_log, _import_log)
    add_verbs(parser, {**dict.fromkeys(_formats(), levels), "inspect": log}, EXAMPLES, "FORMAT")


def run(args: argparse.Namespace) -> int:
    return run_verb(args)


def _add_log(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", type=Path, metavar="LOG", help="a log of Inspect")
    parser.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FOLDER", help="run folder to write"
    )


def _import_log(args: argparse.Namespace) -> int:
    from topple.vlm.convert import convert

    attempts = convert(args.log, args.out, args.line)
    if args.json:
        show_json({"folder": str(args.out), "attempts": attempts})
    else:
        print(f"{args.out}: {attempts:,} attempts")
    return 0


def _add_levels(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="+", metavar="FILE", help="level file to read")
    parser.add_argument(
        "-o",
        "--out",
        default=".",
        metavar="FOLDER",
        help="folder for the levels; the current one by default",
    )


def _import_levels(args: argparse.Namespace) -> int:
    files = _formats()[args.verb]
    folder = Path(args.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write to `{folder}`: {error.strerror}") from error
    written: dict[str, str] = {}
    rows = []
    for name in args.file:
        done = _import(name, folder, written, files, args.verb)
        rows.append(done.row())
        if done.error:
            complain(f"{name}: {done.error}", done.hint)
        elif not args.json:
            counts = "  ".join(f"{what} {count}" for what, count in done.counts)
            print(f"{done.level}  {counts}", flush=True)
    if args.json:
        show_json(rows)
    return 1 if any("error" in row for row in rows) else 0


def _formats() -> dict[str, Files]:
    """Return the worlds' readers of level files by format."""
    from topple.worlds import all_worlds, parts

    reading = [parts.files(world) for world in all_worlds() if parts.has(world, "files")]
    return {name: files for files in reading for name in files.FORMATS}


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
