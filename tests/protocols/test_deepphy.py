"""DeepPHY's tasks: as published with doubles, strictly without."""

from __future__ import annotations

from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.worlds import phyre


def test_the_published_list_has_a_hundred_tasks_twice() -> None:
    rules = protocol("deepphy-phyre-classic")
    within, cross = (rules.split(fold).test for fold in rules.folds)
    assert (len(within), len(cross), len({*within, *cross})) == (500, 500, 900)
    held_out = {phyre.task(name).phyre_id[:5] for name in cross}
    assert held_out == {"00003", "00004", "00014", "00015", "00019"}


def test_strictly_every_task_is_there_once() -> None:
    classic, strict = protocol("deepphy-phyre-classic"), protocol("deepphy-phyre")
    listed = {name for fold in classic.folds for name in classic.split(fold).test}
    assert set(strict.split(0).test) == listed
    assert len(strict.split(0).test) == 900


def test_only_a_providers_fault_is_no_attempt() -> None:
    for name in ("deepphy-phyre", "deepphy-phyre-classic", "deepphy-birds"):
        assert protocol(name).uncounted == {Outcome.FAILED}


def test_birds_have_one_task_of_a_template() -> None:
    names = protocol("deepphy-birds").split(0).test
    assert len({name.partition("@")[0] for name in names}) == len(names) >= 60
