"""Batches in the core give the numbers of batches in Python, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from topple.adapters.batches import PythonBatch, batch_of
from topple.adapters.rules import rules_of
from topple.errors import BadAction, BadScene
from topple.sim.counting import simulated
from topple.tasks.environment import Batch, Box, Discrete

# Games of an action held for long are short, so that episodes end in every way in a few steps.
OPTIONS: list[dict[str, Any]] = [
    {"world": "kinetix", "size": "s", "hold": 16},
    {"world": "kinetix", "size": "s", "action": "discrete", "hold": 7, "dense": False},
    {"world": "kinetix", "size": "m", "action": "continuous", "hold": 32},
    {"world": "kinetix", "size": "l", "hold": 16},
    {"world": "iphyre"},
    {"world": "iphyre", "mode": "in_advance", "reward_scale": 0.001},
    {"world": "iphyre", "mode": "combined", "tasks": "basic"},
]
COUNT = 12
STEPS = {"kinetix": 60, "iphyre": 200}  # enough for every environment to begin again


def rules_named(options: dict[str, Any]) -> Any:
    world, *_ = options.values()
    return rules_of(world, {name: value for name, value in options.items() if name != "world"})


def both(options: dict[str, Any], threads: int, *, same_step: bool) -> tuple[Batch, PythonBatch]:
    """Return a native batch and one in Python, with the same generators."""
    rules = rules_named(options)
    native = batch_of(rules, COUNT, threads, same_step=same_step)
    plain = PythonBatch(rules, COUNT, 1, same_step)
    assert not isinstance(native, PythonBatch)
    for batch in (native, plain):
        for row in range(COUNT):
            batch.seed(row, np.random.default_rng([row, 7]))
        batch.reset()
    return native, plain


def actions_of(batch: Batch, options: dict[str, Any]) -> Iterator[np.ndarray]:
    """Draw actions of any kind; the same ones each time."""
    space = rules_named(options).actions
    rng = np.random.default_rng(1)
    for _ in range(STEPS[options["world"]]):
        if isinstance(space, Box):
            yield rng.uniform(space.low, space.high, (batch.count, *space.shape))
        elif isinstance(space, Discrete):
            yield rng.integers(space.choices, size=batch.count)
        else:
            yield rng.integers(space.choices, size=(batch.count, len(space.choices)))


def rows_of(batch: Batch) -> list[tuple[Any, ...]]:
    """Return every number of a batch as bytes and plain values."""
    columns = [batch.rewards, batch.terminated, batch.truncated, batch.lengths, batch.returns]
    seen = [array.tobytes() for array in batch.observations.values()]
    return [tuple(column.tobytes() for column in columns), tuple(seen)]


def infos_of(batch: Batch) -> list[str]:
    return [repr(batch.info(row)) for row in range(COUNT)]


@pytest.mark.parametrize("same_step", [False, True], ids=["next-step", "same-step"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_core_plays_as_python_does(options: dict[str, Any], same_step: bool) -> None:
    native, plain = both(options, 2, same_step=same_step)
    assert rows_of(native) == rows_of(plain)
    endings = 0
    for actions in actions_of(native, options):
        for batch in (native, plain):
            batch.start(actions)
            batch.wait()
        assert rows_of(native) == rows_of(plain)
        assert infos_of(native) == infos_of(plain)
        ended = native.terminated | native.truncated
        endings += int(ended.sum())
        if same_step:
            (last,), (expected,) = native.finals.values(), plain.finals.values()
            assert (last[ended] == expected[ended]).all()
    assert endings >= COUNT
    names = [str(episode.info()["task"]) for episode in plain.episodes()]
    assert [str(episode.info()["task"]) for episode in native.episodes()] == names
    digests = [episode.game.digest() for episode in plain.episodes()]  # type: ignore[attr-defined]
    assert [e.game.digest() for e in native.episodes()] == digests  # type: ignore[attr-defined]


def test_an_episode_ends_in_each_way() -> None:
    """Win, loss and the end of time all happen where the two are compared."""
    found = set()
    for options in OPTIONS[:3]:
        native, _ = both(options, 1, same_step=True)
        for actions in actions_of(native, options):
            native.start(actions)
            native.wait()
            for row in np.flatnonzero(native.terminated | native.truncated).tolist():
                found.add((native.info(row)["outcome"], bool(native.truncated[row])))
    assert found >= {("solved", False), ("missed", False), ("missed", True)}


@pytest.mark.parametrize("threads", [2, 7])
def test_threads_change_no_number(threads: int) -> None:
    one, _ = both(OPTIONS[0], 1, same_step=True)
    many, _ = both(OPTIONS[0], threads, same_step=True)
    for actions in actions_of(one, OPTIONS[0]):
        for batch in (one, many):
            batch.start(actions)
            batch.wait()
        assert rows_of(one) == rows_of(many)


def test_infos_of_all_are_those_of_each() -> None:
    for batch in both(OPTIONS[0], 1, same_step=False):
        batch.start(np.zeros((COUNT, 6)))
        batch.wait()
        infos = batch.infos()
        for row in range(COUNT):
            assert {name: infos[name][row] for name in batch.info(row)} == batch.info(row)
        assert infos["_task"].all()


def test_the_core_counts_simulations_as_python_does() -> None:
    counted = []
    for batch in both(OPTIONS[0], 2, same_step=True):
        before = simulated()
        for actions in actions_of(batch, OPTIONS[0]):
            batch.start(actions)
            batch.wait()
        counted.append(simulated() - before)
    assert counted[0] == counted[1] > COUNT


def test_a_refused_action_plays_nothing() -> None:
    native, _ = both(OPTIONS[0], 1, same_step=False)
    before = rows_of(native)
    with pytest.raises(BadAction):
        native.start(np.zeros((COUNT, 5)))
    assert rows_of(native) == before
    native.start(np.zeros((COUNT, 6)))
    native.wait()


def test_a_batch_must_be_reset_first() -> None:
    native = batch_of(rules_of("kinetix", {}), 2, 1, same_step=False)
    with pytest.raises(BadScene, match="call reset first"):
        native.start(np.zeros((2, 6)))
