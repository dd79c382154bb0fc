"""Every world keeps the promises that worlds make; a new one is checked as soon as it exists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from topple.errors import BadInput
from topple.tasks.attempt import Played
from topple.tasks.template import Template
from topple.testing import check_agent, check_world
from topple.worlds import find_task, parts, world, world_names
from topple.worlds.world import World

every_world = pytest.mark.parametrize("name", world_names())


@every_world
def test_a_world_keeps_its_promises(name: str) -> None:
    check_world(name)


@every_world
def test_the_random_agent_plays_it(name: str) -> None:
    own = world(name)
    template = next(iter(own.templates().values()))
    check_agent("random", [template.task(index) for index in own.served(template)[:2]])


@every_world
def test_its_example_has_a_stored_solution(name: str) -> None:
    own = world(name)
    assert own.certificate(find_task(own.example)) is not None


def test_a_missing_part_is_one_clear_sentence() -> None:
    class Bare(World):
        name, version, caption = "bare", 1, "Nothing."

        def templates(self) -> Mapping[str, Template]:
            return {}

        def play_tasks(self, tasks: Any, actions: Any, threads: int | None) -> list[Played]:
            return []

    with pytest.raises(BadInput, match="`bare` cannot be certified"):
        parts.certify(Bare())


def test_a_broken_promise_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    own = world("phyre")
    monkeypatch.setattr(type(own), "caption", "no sentence")
    with pytest.raises(AssertionError, match="is a sentence"):
        check_world("phyre")
