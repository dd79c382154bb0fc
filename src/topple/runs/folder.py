"""A run on disk: `run.json` holds the settings, `attempts.jsonl` the attempts.

Attempts are appended one line each and handed to the system at once, so a killed process loses
none that it had written. A last line without a line feed was being written when it stopped.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from topple.errors import BadInput, RunError, ToppleError
from topple.runs.levels import LEVELS, keep_levels
from topple.runs.lines import LineFile
from topple.tasks.attempt import Attempt

FORMAT = 1
SETTINGS = "run.json"
ATTEMPTS = "attempts.jsonl"
FINISHED = "finished.json"
_LOCK = "lock"
BARE = {SETTINGS, ATTEMPTS, _LOCK}  # files of a run without attempts
# Settings that may differ between two sessions of a run without changing a result.
_FREE = ("made_by",)
# The name of the protocol or agent says most about two runs that differ in many settings.
_TOLD_FIRST = ("protocol", "agent", "name")
_ABSENT = object()
SOURCE = "source"  # the setting of an agent that is a hash of its files


class RunFolder:
    """A run folder locked for writing by this process."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Start a run, or resume the one in the folder if it has the same settings."""
        self.path = path
        self._lock = hold(path)
        try:
            self._check_or_write(settings)
            self._lines = LineFile(path / ATTEMPTS)
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
        self._lines.close()
        self._lock.close()

    @property
    def dropped(self) -> int:
        """Number of bytes of an unfinished last line that were dropped at the start."""
        return self._lines.dropped

    def attempts(self) -> Iterator[Attempt]:
        """Read the attempts made so far, in the order of the file; each task's in its own order."""
        made: Counter[tuple[int, str]] = Counter()
        with (self.path / ATTEMPTS).open("rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    found = Attempt.from_line(line)
                    made[found.fold, found.task] += 1
                    if found.number != (wanted := made[found.fold, found.task]):
                        raise BadInput(f"attempt {found.number} of {found.task}, not {wanted}")
                    yield found
                except BadInput as error:
                    raise RunError(
                        f"{self.path / ATTEMPTS}, line {number}: {error}",
                        "the file was changed by another program; nothing was overwritten",
                    ) from error

    def append(self, *attempts: Attempt) -> None:
        """Record attempts, all or none of them."""
        self._lines.append(*(attempt.to_line() for attempt in attempts))

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Mark the run as finished."""
        self._lines.sync()
        _write(self.path / FINISHED, summary)

    def _check_or_write(self, settings: Mapping[str, Any]) -> None:
        path = self.path / SETTINGS
        if not path.exists():
            # A kill while `run.json` is written leaves its first part, and the levels.
            own = {_LOCK, path.with_suffix(".part").name, LEVELS}
            others = [each.name for each in self.path.iterdir() if each.name not in own]
            if others:
                (self.path / _LOCK).unlink()
                raise RunError(
                    f"{self.path} is not empty and holds no run: it has {sorted(others)[0]}",
                    "give another folder with --out",
                )
            keep_levels(self.path, settings)
            _write(path, settings)
            return
        _check(self.path, settings)


def is_finished(path: Path, settings: Mapping[str, Any]) -> bool:
    """Return whether a folder holds this very run, finished; write nothing."""
    if not (path / FINISHED).exists():
        return False
    _check(path, settings)
    return True


def _check(path: Path, settings: Mapping[str, Any]) -> None:
    """Raise `RunError` if the run in a folder has other settings."""
    found = read_settings(path)
    wanted = json.loads(json.dumps(settings))
    for name in _FREE:
        found.pop(name, None)
        wanted.pop(name, None)
    if difference := _difference(found, wanted):
        name, theirs, ours = difference
        if name == f"agent {SOURCE}":
            raise RunError(
                f"{path} was played by another `{wanted['agent']['name']}`: the file of the agent, "
                "or one that it imports, has changed since",
                "an edited agent is another agent: give another folder with --out, "
                f"or remove {path}",
            )
        raise RunError(
            f"{path} holds another run: its `{name}` is {theirs}, not {ours}",
            "give another folder with --out, or run the command that began this run",
        )


def _difference(found: Any, wanted: Any, name: str = "") -> tuple[str, str, str] | None:
    """Return the name of the first setting that differs, and its two values."""
    if not (isinstance(found, dict) and isinstance(wanted, dict)):
        return None if found == wanted else (name, _short(found), _short(wanted))
    for key in sorted({*found, *wanted}, key=lambda key: (key not in _TOLD_FIRST, key)):
        if found.get(key) != wanted.get(key):
            inner = found.get(key, _ABSENT), wanted.get(key, _ABSENT)
            return _difference(*inner, f"{name} {key}".strip())
    return None


def read_settings(folder: Path) -> dict[str, Any]:
    """Load run.json of a run folder."""
    path = folder / SETTINGS
    if not folder.is_dir():
        raise RunError(f"there is no run folder {folder}", "`topple eval` makes one")
    if not path.exists():
        hint = "`topple list runs FOLDER` lists the runs in a folder, `topple eval` makes one"
        raise RunError(f"{folder} is not a run folder: it has no {SETTINGS}", hint)
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


@contextmanager
def kept_if_begun(path: Path) -> Iterator[None]:
    """Remove a new folder again if an error comes before anything is played or learnt."""
    made = [each for each in (path, *path.parents) if not each.exists()]
    try:
        yield
    except ToppleError:
        if made and path.is_dir() and not _is_begun(path):
            shutil.rmtree(path, ignore_errors=True)
            for parent in made[1:]:
                with suppress(OSError):  # something else was put there meanwhile
                    parent.rmdir()
        raise


def _is_begun(path: Path) -> bool:
    attempts = path / ATTEMPTS
    others = {each.name for each in path.iterdir()} - BARE - {LEVELS}
    return bool(others) or (attempts.exists() and attempts.stat().st_size > 0)


def hold(path: Path) -> IO[str]:
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


def _write(path: Path, data: Mapping[str, Any]) -> None:
    """Write a file atomically: it is there as a whole or not at all."""
    part = path.with_suffix(".part")
    with part.open("w") as file:
        json.dump(data, file, indent=2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _short(value: object) -> str:
    text = "absent" if value is _ABSENT else json.dumps(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
