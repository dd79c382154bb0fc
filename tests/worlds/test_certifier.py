"""One check for the certificates of all worlds: the solution, waiting, and the facts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topple.tasks.certificates import Certificate
from topple.worlds import find_task, parts, world, world_names
from topple.worlds.world import World

# A fact of each world that `topple check` measures again without `--deep`; pool has none.
QUICK = {
    "birds": "straight",
    "iphyre": "at_once",
    "kinetix": "held",
    "phyre": "stable",
    "rope": "stars",
}


def check_with(own: World, one: Certificate, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what the check says of the world's example with another certificate."""
    template = own.template(find_task(own.example).id.template)
    changed = replace(own.certificates(template), tasks={one.index: one})
    with monkeypatch.context() as patched:
        patched.setattr(type(own), "certificates", lambda *_: changed)
        found = parts.certify(own).check(template, most=None, deep=False, threads=1)
    return found.wrong.get(str(own.id_of(template, one.index)), "")


def stored(own: World) -> Certificate:
    one = own.certificate(find_task(own.example))
    assert one is not None
    return one


@pytest.mark.parametrize("name", world_names())
def test_a_certificate_holds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_with(world(name), stored(world(name)), monkeypatch) == ""


@pytest.mark.parametrize("name", QUICK)
def test_a_fact_that_has_changed_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, fact = stored(world(name)), QUICK[name]
    other = not one.facts[fact] if isinstance(one.facts[fact], bool) else -1
    why = check_with(world(name), replace(one, facts={**one.facts, fact: other}), monkeypatch)
    assert why == f"`{fact}` is {one.facts[fact]}, and {other} in the certificate"


@pytest.mark.parametrize("name", world_names())
def test_an_action_that_solves_nothing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = world(name)
    task = find_task(own.example)
    actions = [tuple(row) for row in task.actions.candidates(20).tolist()]
    outcomes = [each.outcome for each in own.play([task] * len(actions), actions, 1)]
    failed = actions[outcomes.index(next(each for each in outcomes if each != "solved"))]
    why = check_with(own, replace(stored(own), solution=failed), monkeypatch)
    assert why == "the solution does not solve it"
