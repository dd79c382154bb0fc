"""The files of a submission: their names, sizes and hashes.

card.toml                       what the authors say
submission.json                 size and SHA-256 of every file below `runs`
runs/NAME/run.json              settings and versions
runs/NAME/finished.json         totals
runs/NAME/attempts.jsonl.gz     every attempt
runs/NAME/turns.jsonl.gz        what a model was asked and answered
runs/NAME/tools.jsonl.gz        the attempts that it simulated
runs/NAME/tasks.json.gz         every task with the hash of its content and its attempts
runs/NAME/levels/NAME.json      level files that the run played
runs/NAME/claim.json            scores, intervals, outcomes, cost
verified.json                   what `topple verify` found
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.submissions.card import CARD
from topple.submissions.faults import Fault, Kind, Report

FORMAT = 1
MANIFEST = "submission.json"
VERIFIED = "verified.json"
RUNS = "runs"
TASKS = "tasks.json"
CLAIM = "claim.json"
PACKED = ".gz"
MOST_BYTES = 1 << 30  # largest size of a submission, unpacked
_LARGEST_MANIFEST = 1 << 22
_BLOCK = 1 << 20
_NAME = r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}"
_KNOWN = re.compile(
    rf"runs/{_NAME}/"
    r"(run\.json|finished\.json|claim\.json|(attempts|turns|tools)\.jsonl\.gz|tasks\.json\.gz|"
    rf"levels/{_NAME}\.json)"
)


def seal(folder: Path) -> None:
    """Write size and hash of every file of a submission."""
    files = {
        path.relative_to(folder).as_posix(): {"bytes": size, "sha256": digest}
        for path in sorted((folder / RUNS).rglob("*"))
        if path.is_file()
        for size, digest in [_measure(path)]
    }
    text = json.dumps({"format": FORMAT, "files": files}, indent=1)
    (folder / MANIFEST).write_text(f"{text}\n")


def _measure(path: Path) -> tuple[int, str]:
    """Return the size of a file, unpacked, and the hash of its bytes as they are."""
    size = sum(map(len, unpacked(path, MOST_BYTES)))
    return size, hashlib.sha256(path.read_bytes()).hexdigest()


def pack(path: Path, blocks: Iterator[bytes]) -> None:
    """Write a compressed file: the same bytes for the same content."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        for block in blocks:
            packed.write(block)


def unpacked(path: Path, most: int) -> Iterator[bytes]:
    """Yield the content of a file; raise `BadInput` if it is larger than `most` bytes."""
    left = most
    try:
        with gzip.open(path) if path.suffix == PACKED else path.open("rb") as file:
            while block := file.read(min(_BLOCK, left + 1)):
                left -= len(block)
                if left < 0:
                    raise BadInput(f"{path.name} holds more than {most:,} bytes")
                yield block
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"cannot read {path.name}: {error}") from error


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read `submission.json`; raise `BadInput` if the folder holds no submission."""
    path = folder / MANIFEST
    try:
        if path.is_symlink() or path.stat().st_size > _LARGEST_MANIFEST:
            raise ValueError(f"a link, or more than {_LARGEST_MANIFEST:,} bytes")
        found = json.loads(path.read_bytes())
        if found["format"] != FORMAT:
            raise ValueError(f"format {found['format']!r}; this Topple reads {FORMAT}")
        for each in found["files"].values():
            if type(each["bytes"]) is not int or each["bytes"] < 0:
                raise ValueError(f"a file of {each['bytes']!r} bytes")
            str(each["sha256"])
        return dict(found["files"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(
            f"{folder} is not a submission: {error}",
            "`topple submit RUN --out FOLDER` makes one",
        ) from error


def check_files(folder: Path, files: Mapping[str, Any], report: Report) -> None:
    """Compare names, sizes and hashes with `submission.json`."""
    for name in files:
        if not _KNOWN.fullmatch(name):
            report(Fault(Kind.NAME, MANIFEST, f"`{name[:80]}`"))
    if (total := sum(each["bytes"] for each in files.values())) > MOST_BYTES:
        what = f"{total:,} bytes unpacked; at most {MOST_BYTES:,}"
        report(Fault(Kind.SIZE, MANIFEST, what))
        return
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            report(Fault(Kind.NAME, name, "a link"))
        elif path.is_file() and name not in (*files, CARD, MANIFEST, VERIFIED):
            report(Fault(Kind.FILE, name, "not listed in submission.json"))
    for name, told in files.items():
        if _KNOWN.fullmatch(name) and not _is_linked(folder, name):
            _check_file(folder, name, told, report)


def _is_linked(folder: Path, name: str) -> bool:
    """Return whether a link is on the way from the folder to a file."""
    steps = Path(name).parts
    return any(folder.joinpath(*steps[:count]).is_symlink() for count in range(1, len(steps) + 1))


def _check_file(folder: Path, name: str, told: Mapping[str, Any], report: Report) -> None:
    path = folder / name
    if not path.is_file():
        report(Fault(Kind.FILE, name, "not there"))
        return
    if path.stat().st_size > MOST_BYTES:
        report(Fault(Kind.SIZE, name, f"more than {MOST_BYTES:,} bytes"))
        return
    if hashlib.sha256(path.read_bytes()).hexdigest() != told["sha256"]:
        report(Fault(Kind.FILE, name, "changed after it was submitted"))
        return
    try:
        size = sum(map(len, unpacked(path, told["bytes"])))
    except BadInput as error:
        report(Fault(Kind.SIZE, name, str(error)))
        return
    if size != told["bytes"]:
        report(Fault(Kind.FILE, name, f"{size:,} bytes, not {told['bytes']:,}"))


def run_names(files: Mapping[str, Any]) -> list[str]:
    """Return the names of the runs of a submission."""
    return sorted({Path(name).parts[1] for name in files})


def unpack(folder: Path, files: Mapping[str, Any], name: str, to: Path) -> Path:
    """Write a run of a checked submission as a run folder; return it."""
    home = f"{RUNS}/{name}/"
    for each in files:
        if each.startswith(home):
            path = to / each.removesuffix(PACKED)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                file.writelines(unpacked(folder / each, MOST_BYTES))
    return to / RUNS / name


def manifest_hash(folder: Path) -> str:
    """Return the hash that names the content of a submission, its card left out."""
    return hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
