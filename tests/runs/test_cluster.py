"""Runs on a Ray cluster: the same records, also when workers and nodes die."""

from __future__ import annotations

import dataclasses
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from run_folders import records

from topple.agents import make_agent
from topple.errors import BadInput
from topple.protocols import protocol
from topple.runs.evaluate import Plan, run
from topple.runs.executors import executor
from topple.runs.folder import ATTEMPTS
from topple.runs.play import Play
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.task import Task

ray = pytest.importorskip("ray")
PLAN = Plan(
    dataclasses.replace(protocol("phyre-b-within"), attempts=6),
    make_agent("random"),
    (0,),
    limit=60,
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start two nodes of one worker each."""
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    made.second = made.add_node(num_cpus=1)
    yield made
    made.shutdown()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("local") / "run"
    run(PLAN, folder)
    return records(folder / ATTEMPTS)


def meanwhile(play: Play, batch: int, happening: Any) -> Play:
    """Play, and let something happen in the middle of one batch."""
    count = [0]

    def disturbed(tasks: Sequence[Task], actions: Sequence[Action | Policy]) -> list[Played]:
        count[0] += 1
        if count[0] == batch:
            threading.Timer(0.02, happening).start()
        return play(tasks, actions)

    return disturbed


def test_two_nodes_give_the_records_of_one_machine(
    cluster: Any, local: list[str], tmp_path: Path
) -> None:
    with executor("phyre", None, cluster.address) as play:
        assert sum(node["Alive"] for node in ray.nodes()) == 2
        run(PLAN, tmp_path / "run", play=play)
    assert records(tmp_path / "run" / ATTEMPTS) == local


def test_a_killed_worker_changes_nothing(cluster: Any, local: list[str], tmp_path: Path) -> None:
    with executor("phyre", None, cluster.address) as play:
        victim = ray.get(ray.remote(lambda: os.getpid()).remote())

        def kill() -> None:
            os.kill(victim, signal.SIGKILL)

        run(PLAN, tmp_path / "run", play=meanwhile(play, 3, kill))
        with pytest.raises(ProcessLookupError):
            os.kill(victim, 0)
    assert records(tmp_path / "run" / ATTEMPTS) == local


def test_a_lost_node_changes_nothing(cluster: Any, local: list[str], tmp_path: Path) -> None:
    with executor("phyre", None, cluster.address) as play:

        def lose() -> None:
            cluster.remove_node(cluster.second, allow_graceful=False)

        run(PLAN, tmp_path / "run", play=meanwhile(play, 3, lose))
    assert records(tmp_path / "run" / ATTEMPTS) == local


def test_an_address_where_nothing_is_gives_a_clear_error() -> None:
    with (
        pytest.raises(BadInput, match="cannot reach a Ray cluster"),
        executor("phyre", 1, "nowhere"),
    ):
        pass
