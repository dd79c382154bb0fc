"""Two databases behind one small interface: SQLite in a file, PostgreSQL by address.

Statements have `?` where values stand. Every statement is on disk when it returns, unless it is
part of a transaction.
"""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from topple.errors import BadInput, MissingExtra, ToppleError

if TYPE_CHECKING:
    from psycopg import Connection

POSTGRESQL = ("postgresql://", "postgres://")
_CONNECT_SECONDS = 10


class DatabaseDown(ToppleError):
    """The database does not answer; nothing was stored."""


class Database(ABC):
    """A connection that threads share, one after another."""

    def __init__(self) -> None:
        self.lock = threading.RLock()

    @abstractmethod
    def do(self, text: str, *values: Any) -> int:
        """Execute a statement; return how many rows it changed."""

    @abstractmethod
    def read(self, text: str, *values: Any) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Execute a statement that returns rows; return the names of columns, and the rows."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """Do several statements all together, or none of them."""

    @abstractmethod
    def has_table(self, name: str) -> bool:
        """Return whether there is a table of that name."""

    @abstractmethod
    def forget(self) -> None:
        """Leave no trace of deleted rows in the files of the tables.

        PostgreSQL's write-ahead log keeps them until it is recycled, as do backups of either.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""


def open_database(address: str, *, make: bool = False) -> Database:
    """Open a database by a path, or by an address that begins with postgresql://.

    A file that is not there is made with `make` only.
    """
    if address.startswith(POSTGRESQL):
        return Postgres(address)
    path = Path(address)
    if not make and not path.exists():
        raise BadInput(
            f"there is no database {path.resolve()}",
            "--data names the database; `topple study serve` makes one",
        )
    return Sqlite(path)


def shown_address(address: str) -> str:
    """Return the address of a database as it may be shown: without a password."""
    if not address.startswith(POSTGRESQL):
        return str(Path(address).resolve())
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


class Sqlite(Database):
    """One file; a write is on disk before it returns."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        for setting in (
            "journal_mode = wal",
            "synchronous = full",
            "foreign_keys = on",
            "secure_delete = on",
        ):
            try:
                self._base.execute(f"pragma {setting}")
            except sqlite3.DatabaseError as error:
                raise BadInput(f"{path} is no database: {error}", "give another --data") from error

    def do(self, text: str, *values: Any) -> int:
        with self.lock:
            return self._base.execute(text, values).rowcount

    def read(self, text: str, *values: Any) -> tuple[list[str], list[tuple[Any, ...]]]:
        with self.lock:
            found = self._base.execute(text, values)
            rows = found.fetchall()
        return [column[0] for column in found.description], rows

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self.lock, self._base:
            self._base.execute("begin immediate")
            yield

    def has_table(self, name: str) -> bool:
        return bool(self.read("select 1 from sqlite_master where name = ?", name)[1])

    def forget(self) -> None:
        self.do("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        self._base.close()


class Postgres(Database):
    """A server; a connection that was lost is opened again by the next statement."""

    def __init__(self, address: str) -> None:
        super().__init__()
        try:
            import psycopg
        except ImportError as error:
            raise MissingExtra("a study in PostgreSQL", "postgres") from error
        self._psycopg, self._address = psycopg, address
        self._open: Connection[Any] | None = None
        with self._guard():
            pass

    def do(self, text: str, *values: Any) -> int:
        with self._guard() as base:
            return base.execute(text.replace("?", "%s"), values).rowcount

    def read(self, text: str, *values: Any) -> tuple[list[str], list[tuple[Any, ...]]]:
        with self._guard() as base:
            found = base.execute(text.replace("?", "%s"), values)
            return [column.name for column in found.description or ()], found.fetchall()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._guard() as base, base.transaction():
            yield

    def has_table(self, name: str) -> bool:
        return bool(self.read("select 1 from pg_tables where tablename = ?", name)[1])

    def forget(self) -> None:
        self.do("vacuum")

    def close(self) -> None:
        if self._open is not None:
            self._open.close()

    @contextmanager
    def _guard(self) -> Iterator[Connection[Any]]:
        """Lend the connection to one thread; raise `DatabaseDown` if the server is down."""
        with self.lock:
            try:
                if self._open is None or self._open.closed:
                    self._open = self._psycopg.connect(
                        self._address, autocommit=True, connect_timeout=_CONNECT_SECONDS
                    )
                yield self._open
            except self._psycopg.OperationalError as error:
                # The message may hold the password of the address.
                raise DatabaseDown("the database does not answer", "try again") from error
