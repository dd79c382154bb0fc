"""The files of a submission: their names, sizes and hashes.

card.toml                       what the authors say
submission.json                 size and SHA-256 of every other file
runs/NAME/run.json              settings and versions
runs/NAME/finished.json         totals
runs/NAME/attempts.jsonl.gz     every attempt
runs/NAME/turns.jsonl.gz        what a model was asked and answered
runs/NAME/tools.jsonl.gz        the attempts that it simulated
runs/NAME/tasks.json.gz         every task with the hash of its content and its attempts
runs/NAME/levels/NAME.json      level files that the run played
runs/NAME/claim.json            scores, intervals, outcomes, cost

A submission comes from a stranger. It is read once, into a private copy, and never written to: what
is checked afterwards is what was hashed, whatever happens to the folder meanwhile.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import stat
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from topple.errors import BadInput
from topple.submissions import strict
from topple.submissions.card import CARD
from topple.submissions.faults import Fault, Kind, Report

FORMAT = 2
MANIFEST = "submission.json"
RUNS = "runs"
TASKS = "tasks.json"
CLAIM = "claim.json"
PACKED = ".gz"
MOST_BYTES = 1 << 30  # largest size of a submission, unpacked
_LARGEST_MANIFEST = 1 << 22
_BLOCK = 1 << 20
_NAME = r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}"
_KNOWN = re.compile(
    rf"card\.toml|runs/{_NAME}/"
    r"(run\.json|finished\.json|claim\.json|(attempts|turns|tools)\.jsonl\.gz|tasks\.json\.gz|"
    rf"levels/{_NAME}\.json)"
)
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Taken:
    """A private copy of a submission, unpacked; `mark` is the hash that names its content."""

    place: Path
    mark: str
    names: tuple[str, ...]

    @property
    def card(self) -> Path:
        return self.place / CARD

    @property
    def runs(self) -> list[Path]:
        """The run folders, by name."""
        found = {Path(name).parts[1] for name in self.names if name.startswith(f"{RUNS}/")}
        return [self.place / RUNS / name for name in sorted(found)]


def seal(folder: Path) -> None:
    """Write size and hash of every file of a submission."""
    paths = [folder / CARD, *sorted((folder / RUNS).rglob("*"))]
    files = {
        path.relative_to(folder).as_posix(): {"bytes": size, "sha256": digest}
        for path in paths
        if path.is_file()
        for size, digest in [_measure(path)]
    }
    text = json.dumps({"format": FORMAT, "files": files}, indent=1)
    (folder / MANIFEST).write_text(f"{text}\n")


def _measure(path: Path) -> tuple[int, str]:
    """Return the size of a file, unpacked, and the hash of its bytes as they are."""
    with path.open("rb") as file:
        size = sum(map(len, _unpack(file, path.name, MOST_BYTES)))
    return size, hashlib.sha256(path.read_bytes()).hexdigest()


def pack(path: Path, blocks: Iterator[bytes]) -> None:
    """Write a compressed file: the same bytes for the same content."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        for block in blocks:
            packed.write(block)


def _unpack(file: IO[bytes], name: str, most: int) -> Iterator[bytes]:
    """Yield the content of a file; raise `BadInput` if it is larger than `most` bytes."""
    left = most
    try:
        with gzip.open(file) if name.endswith(PACKED) else file as opened:
            while block := opened.read(min(_BLOCK, left + 1)):
                left -= len(block)
                if left < 0:
                    raise BadInput(f"{name} holds more than {most:,} bytes")
                yield block
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"cannot read {name}: {error}") from error


def take(folder: Path, place: Path, report: Report) -> Taken:
    """Copy a submission into an empty private folder, unpacked; report what does not fit.

    Raise `BadInput` if the folder holds no submission.
    """
    try:
        text = b"".join(_blocks(folder, MANIFEST, _LARGEST_MANIFEST))
    except (OSError, BadInput) as error:
        absent = "there is no such folder" if not folder.exists() else f"it has no {MANIFEST}"
        why = absent if isinstance(error, FileNotFoundError) else f"{error}"
        raise BadInput(
            f"{folder} is not a submission: {why}",
            "`topple submit RUN --out FOLDER` makes one",
        ) from error
    files = _read_manifest(text, report)
    _check_names(folder, files, report)
    total = sum(told["bytes"] for told in files.values())
    if total > MOST_BYTES:
        what = f"{total:,} bytes unpacked; at most {MOST_BYTES:,}"
        report(Fault(Kind.SIZE, MANIFEST, what))
    else:
        for name, told in files.items():
            if _KNOWN.fullmatch(name):
                _copy(folder, name, told, place, report)
    return Taken(place, hashlib.sha256(text).hexdigest(), tuple(files))


def _read_manifest(text: bytes, report: Report) -> dict[str, Any]:
    """Return the files that `submission.json` lists; none if it cannot be read."""
    try:
        found = strict.parse(text)
        if found["format"] != FORMAT:
            raise ValueError(f"format {found['format']!r}; this Topple reads {FORMAT}")
        for name, told in found["files"].items():
            if type(told["bytes"]) is not int or told["bytes"] < 0:
                raise ValueError(f"{name[:80]} has {told['bytes']!r} bytes")
            if not _HASH.fullmatch(told["sha256"]):
                raise ValueError(f"{name[:80]} has no hash")
        if CARD not in found["files"] or len(found["files"]) == 1:
            raise ValueError(f"it lists no {CARD} or no run")
        return dict(found["files"])
    except (BadInput, ValueError, KeyError, TypeError, AttributeError) as error:
        report(Fault(Kind.FILE, MANIFEST, f"{error}"[:200]))
        return {}


def _check_names(folder: Path, files: Mapping[str, Any], report: Report) -> None:
    """Report names that lead elsewhere, links, and files that are not listed."""
    for name in files:
        if not _KNOWN.fullmatch(name):
            report(Fault(Kind.NAME, MANIFEST, f"`{name[:80]}`"))
    for home, folders, names in os.walk(folder):
        for each in sorted((*folders, *names)):
            path = Path(home, each)
            name = path.relative_to(folder).as_posix()
            if path.is_symlink():
                report(Fault(Kind.NAME, name, "a link"))
            elif each in names and name not in (*files, MANIFEST):
                report(Fault(Kind.FILE, name, "not listed in submission.json"))


def _copy(folder: Path, name: str, told: Mapping[str, Any], place: Path, report: Report) -> None:
    """Copy and unpack a file; report one that is not as listed."""
    packed, path = place / "packed", place / name.removesuffix(PACKED)
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    try:
        with packed.open("wb") as copy:
            for block in _blocks(folder, name, MOST_BYTES):
                digest.update(block)
                copy.write(block)
    except FileNotFoundError:
        report(Fault(Kind.FILE, name, "not there"))
        return
    except OSError as error:
        report(Fault(Kind.NAME, name, f"not a plain file: {error.strerror}"))
        return
    except BadInput as error:
        report(Fault(Kind.SIZE, name, str(error)))
        return
    if digest.hexdigest() != told["sha256"]:
        report(Fault(Kind.FILE, name, "changed after it was submitted"))
        return
    try:
        with packed.open("rb") as copy, path.open("wb") as file:
            file.writelines(_unpack(copy, name, told["bytes"]))
    except BadInput as error:
        report(Fault(Kind.SIZE, name, str(error)))
        return
    if (size := path.stat().st_size) != told["bytes"]:
        report(Fault(Kind.FILE, name, f"{size:,} bytes, not {told['bytes']:,}"))
    elif path.suffix != ".toml":
        strict.check(path, name, report)


def _blocks(folder: Path, name: str, most: int) -> Iterator[bytes]:
    """Yield a plain file of a folder, following no link on the way."""
    *parents, last = Path(name).parts
    opened = [os.open(folder, os.O_RDONLY | os.O_DIRECTORY)]
    try:
        for each in parents:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
            opened.append(os.open(each, flags, dir_fd=opened[-1]))
        # Without waiting: a pipe has nobody at its other end.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        opened.append(os.open(last, flags, dir_fd=opened[-1]))
        if not stat.S_ISREG(os.fstat(opened[-1]).st_mode):
            raise OSError(0, "no regular file")
        while block := os.read(opened[-1], _BLOCK):
            most -= len(block)
            if most < 0:
                raise BadInput(f"{name} is too large")
            yield block
    finally:
        for descriptor in opened:
            os.close(descriptor)
