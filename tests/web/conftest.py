"""A study, its database and a browser, for all tests of studies."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from one_loop import one_loop
from people import FILE
from starlette.testclient import TestClient

from topple.web.study.app import StudyApp
from topple.web.study.plan import Study
from topple.web.study.read import study_of
from topple.web.study.store import Store


@pytest.fixture(scope="package", autouse=True)
def one_loop_for_all() -> Iterator[None]:
    with one_loop():
        yield


@pytest.fixture
def study() -> Study:
    return study_of(FILE)


@pytest.fixture
def store(database: Callable[[], str], study: Study) -> Iterator[Store]:
    found = Store(database(), study.name, make=True)
    yield found
    found.close()


@pytest.fixture
def client(study: Study, store: Store) -> TestClient:
    return TestClient(StudyApp(study, store).app(), base_url="http://127.0.0.1")
