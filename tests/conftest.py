"""What all tests need."""

from __future__ import annotations

import gc
import importlib.metadata
import itertools
import os
import signal
import ssl
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import postgres
import pytest
from hypothesis import HealthCheck, settings

from topple.installed import install_command
from topple.worlds import guests

# A job started in the background of a script inherits a deaf ear for Ctrl-C, and so would the
# processes that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Small networks and matrices take longer on several threads, above all where workers share cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Looking for garbage as often as usual takes one second in twenty.
gc.set_threshold(20_000, 20, 20)
# Inspect lists the files of all packages, for a second, whenever it begins a task that it found by
# entry point.
importlib.metadata.packages_distributions = cache(importlib.metadata.packages_distributions)
# Each client of HTTP reads the certificates of the system, for 40 ms; all clients share them here.
ssl.create_default_context = cache(ssl.create_default_context)  # type: ignore[assignment]

# Made-up examples are the same on each call, so that a test run can be repeated; new ones are
# drawn by hand, with TOPPLE_FUZZ. A busy machine may take any time for one, or to draw it.
settings.register_profile(
    "same",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
if "TOPPLE_FUZZ" not in os.environ:
    settings.load_profile("same")


# Packages of extras; tests that need one that is missing are skipped.
EXTRAS = (
    *("gymnasium", "inspect_ai", "mkdocs", "pandas", "psycopg", "ray", "stable_baselines3"),
    "torch",
)
DATABASES = itertools.count()  # their numbers
MISSING = [name for name in EXTRAS if find_spec(name) is None]


def pytest_sessionstart() -> None:
    """Refuse to skip anything where the tests are to be complete, as in `make test`."""
    if MISSING and os.environ.get("TOPPLE_COMPLETE"):
        raise pytest.UsageError(f"missing {', '.join(MISSING)}: {install_command('dev,all')}")


def pytest_collection_finish() -> None:
    """Spare the garbage collector what was imported: it stays until the end."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was skipped, and how to add it."""
    if MISSING:
        said = f"tests of {', '.join(MISSING)} were skipped; to add them: "
        terminalreporter.write_line(said + install_command("dev,all"))


@pytest.fixture(autouse=True)
def no_templates_of_other_tests() -> Iterator[None]:
    """Forget the templates and levels that a test loads by file."""
    with guests.isolate():
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Start PostgreSQL once for all tests."""
    pytest.importorskip("psycopg")
    if postgres.programs() is None:
        pytest.skip("no PostgreSQL server; on Debian, `apt-get install postgresql` brings it")
    with postgres.running() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Return a function that makes a new database of a study and returns its address."""
    if request.param == "sqlite":
        return lambda: str(tmp_path / f"study{next(DATABASES)}.db")
    address: str = request.getfixturevalue("postgresql")

    def make() -> str:
        import psycopg

        name = f"study{next(DATABASES)}"
        with psycopg.connect(address.format("postgres"), autocommit=True) as base:
            base.execute(f"create database {name}")
        return address.format(name)

    return make
