"""Executors simulate actions: on the threads of this process, or on a Ray cluster.

Both return the same results: each play of a batch depends on its task and its action alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from topple.errors import BadInput, MissingExtra
from topple.runs.play import Play
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.task import Task
from topple.worlds import world

_PIECE = 20  # plays sent to a worker together
_PATIENCE_S = 5.0
_RETRIES = 20  # times that a piece is played again when its worker dies


@contextlib.contextmanager
def executor(world_name: str, workers: int | None, address: str | None) -> Iterator[Play]:
    """Return a function that plays batches; address `local` starts a Ray cluster here."""
    if address is None:
        yield partial(world(world_name).play, threads=workers)
        return
    ray = _ray()
    _check_address(address)
    try:
        ray.init(
            address=None if address == "local" else address,
            num_cpus=workers if address == "local" else None,
            log_to_driver=False,
            include_dashboard=False if address == "local" else None,
            logging_level="error",
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadInput(
            f"cannot reach a Ray cluster at `{address}`: {error}", "start one with `ray start`"
        ) from error
    try:
        yield partial(_play_on_ray, ray, world_name)
    finally:
        ray.shutdown()


def _check_address(address: str) -> None:
    """Raise `BadInput` if nobody listens there; Ray would try for minutes."""
    import socket

    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isascii() and port.isdigit()):
        return  # `local`, `auto`
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE_S).close()
    except (OSError, OverflowError) as error:
        raise BadInput(
            f"cannot reach a Ray cluster at `{address}`: {error}", "start one with `ray start`"
        ) from error


def _play_on_ray(
    ray: Any, world_name: str, tasks: Sequence[Task], actions: Sequence[Action | Policy]
) -> list[Played]:
    if any(map(callable, actions)):
        raise BadInput("an agent with policies cannot play on a cluster", "run without --cluster")
    remote = ray.remote(max_retries=_RETRIES)(_play_piece)
    pieces = [
        remote.remote(world_name, tasks[start : start + _PIECE], actions[start : start + _PIECE])
        for start in range(0, len(tasks), _PIECE)
    ]
    return [played for piece in ray.get(pieces) for played in piece]


def _play_piece(
    world_name: str, tasks: Sequence[Task], actions: Sequence[Action | Policy]
) -> list[Played]:
    """Play a piece of a batch on one worker, with one thread: Ray counts workers as cores."""
    return world(world_name).play(tasks, actions, threads=1)


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("--cluster", "cluster") from error
    return ray
