"""Append-only files of lines: a full disk or a power cut costs at most the line in writing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from topple.errors import RunError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_BLOCK = 1 << 16


class LineFile:
    """A file that grows by whole lines; half a last line is dropped when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.dropped = _drop_torn_line(path)  # bytes
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)

    def append(self, *lines: str) -> None:
        """Write all of the lines, or nothing at all."""
        data = "".join(f"{line}\n" for line in lines).encode()
        end = os.lseek(self._file, 0, os.SEEK_END)
        try:
            done = os.write(self._file, data)
            while done < len(data):
                done += os.write(self._file, data[done:])
        except OSError as error:
            os.truncate(self._file, end)
            if error.errno in _NO_ROOM:
                raise RunError(
                    f"no room left to record attempts in {self.path.parent}",
                    "all earlier attempts are kept: make room, then run the same command again",
                ) from error
            raise

    def sync(self) -> None:
        """Wait until everything is on the disk."""
        os.fsync(self._file)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def _drop_torn_line(path: Path) -> int:
    """Cut off a last line without a line feed; return its length."""
    if not path.exists():
        return 0
    with path.open("rb+") as file:
        size = file.seek(0, os.SEEK_END)
        kept = size
        while kept > 0:
            start = max(0, kept - _BLOCK)
            file.seek(start)
            found = file.read(kept - start).rfind(b"\n")
            if found >= 0:
                kept = start + found + 1
                break
            kept = start
        if kept < size:
            file.truncate(kept)
    return size - kept
