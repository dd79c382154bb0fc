"""A run on disk: `run.json` holds the settings, `attempts.jsonl` the attempts.

Attempts are appended one line each and handed to the system at once, so a killed process loses
none that it had written. A last line without a line feed was being written when it stopped.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from topple.errors import BadInput, RunError
from topple.tasks.attempt import Attempt

FORMAT = 1
SETTINGS = "run.json"
ATTEMPTS = "attempts.jsonl"
FINISHED = "finished.json"
_LOCK = "lock"
# Settings that may differ between two sessions of a run without changing a result.
_FREE = ("made_by",)


class RunFolder:
    """A run folder locked for writing by this process."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Start a run, or resume the one in the folder if it has the same settings."""
        self.path = path
        self._lock = _hold(path)
        try:
            self._check_or_write(settings)
            self._dropped = _drop_torn_line(path / ATTEMPTS)
            self._file = os.open(path / ATTEMPTS, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        except BaseException:
            self._lock.close()
            raise

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)
        self._lock.close()

    @property
    def finished(self) -> bool:
        """Whether all attempts of the run were made."""
        return (self.path / FINISHED).exists()

    @property
    def dropped(self) -> int:
        """Number of bytes of an unfinished last line that were dropped at the start."""
        return self._dropped

    def attempts(self) -> Iterator[Attempt]:
        """Read the attempts made so far, in the order of the file."""
        with (self.path / ATTEMPTS).open("rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    yield Attempt.from_line(line)
                except BadInput as error:
                    raise RunError(
                        f"{self.path / ATTEMPTS}, line {number}: {error}",
                        "the file was changed by another program; nothing was overwritten",
                    ) from error

    def append(self, attempt: Attempt) -> None:
        """Record one attempt."""
        line = (attempt.to_line() + "\n").encode()
        end = os.lseek(self._file, 0, os.SEEK_END)
        try:
            done = os.write(self._file, line)
            while done < len(line):
                done += os.write(self._file, line[done:])
        except OSError as error:
            os.truncate(self._file, end)
            if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise RunError(
                    f"no room left to record attempts in {self.path}",
                    "all earlier attempts are kept: make room, then run the same command again",
                ) from error
            raise

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Mark the run as finished."""
        os.fsync(self._file)
        _write(self.path / FINISHED, summary)

    def _check_or_write(self, settings: Mapping[str, Any]) -> None:
        path = self.path / SETTINGS
        if not path.exists():
            # A kill while `run.json` is written leaves its first part.
            own = {_LOCK, path.with_suffix(".part").name}
            others = [each.name for each in self.path.iterdir() if each.name not in own]
            if others:
                (self.path / _LOCK).unlink()
                raise RunError(
                    f"{self.path} is not empty and holds no run: it has {sorted(others)[0]}",
                    "give another folder with --out",
                )
            _write(path, settings)
            return
        found = _flat(read_settings(self.path))
        wanted = _flat(json.loads(json.dumps(settings)))
        for name in sorted({*found, *wanted}):
            if found.get(name) != wanted.get(name):
                raise RunError(
                    f"{self.path} holds another run: its `{name}` is "
                    f"{_short(found.get(name))}, not {_short(wanted.get(name))}",
                    "give another folder with --out, or run the command that began this run",
                )


def read_settings(folder: Path) -> dict[str, Any]:
    """Load run.json of a run folder."""
    path = folder / SETTINGS
    if not folder.is_dir():
        raise RunError(f"there is no run folder {folder}", "`topple eval` makes one")
    if not path.exists():
        raise RunError(f"{folder} is not a run folder: it has no {SETTINGS}")
    try:
        found = json.loads(path.read_bytes())
    except ValueError as error:
        raise RunError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        kind = found.get("format") if isinstance(found, dict) else None
        raise RunError(
            f"{folder} has run format {_short(kind)}; this Topple reads format {FORMAT}",
            "use the version of Topple that made it",
        )
    return found


def _hold(path: Path) -> IO[str]:
    """Lock the folder; the system releases the lock when the process ends, however it ends."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = (path / _LOCK).open("a+")
    except OSError as error:
        hint = "give another folder with --out"
        raise RunError(f"cannot write to {path}: {error.strerror}", hint) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise RunError(
            f"{path} is being written by another process ({holder})",
            "wait for it, or give another folder with --out",
        ) from error
    lock.truncate(0)
    lock.write(f"process {os.getpid()} on {os.uname().nodename}\n")
    lock.flush()
    return lock


def _drop_torn_line(path: Path) -> int:
    """Cut off a last line without a line feed; return its length."""
    if not path.exists():
        return 0
    with path.open("rb+") as file:
        size = file.seek(0, os.SEEK_END)
        kept, block = size, 1 << 16
        while kept > 0:
            start = max(0, kept - block)
            file.seek(start)
            found = file.read(kept - start).rfind(b"\n")
            if found >= 0:
                kept = start + found + 1
                break
            kept = start
        if kept < size:
            file.truncate(kept)
    return size - kept


def _write(path: Path, data: Mapping[str, Any]) -> None:
    """Write a file atomically: it is there as a whole or not at all."""
    part = path.with_suffix(".part")
    with part.open("w") as file:
        json.dump(data, file, indent=2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _flat(settings: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    """Return settings without nesting, such as `agent name`, and without those that may differ."""
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, dict) and name not in _FREE:
            found |= _flat(value, f"{under}{name} ")
        elif name not in _FREE:
            found[f"{under}{name}"] = value
    return found


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
