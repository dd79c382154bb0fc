"""Training of a DQN: stopped, killed, resumed, refused, ended by the clock."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from topple.agents._training.options import Options, Progress, Trained
from topple.errors import BadInput
from topple.worlds import world
from topple.worlds.phyre.world import own_task

torch = pytest.importorskip("torch")

from topple.agents._training.clock import CURVE  # noqa: E402
from topple.agents._training.device import device_of  # noqa: E402
from topple.agents._training.files import CHECKPOINT, MODEL  # noqa: E402
from topple.worlds.phyre.agents.dqn.examples import BLOCK, Examples  # noqa: E402
from topple.worlds.phyre.agents.dqn.network import Network, scores  # noqa: E402
from topple.worlds.phyre.agents.dqn.training import (  # noqa: E402
    DqnCheckpoint,
    DqnSettings,
    train,
)

PHYRE = world("phyre")
TASKS = [PHYRE.task(f"phyre/tip_the_rod@1:{i:03d}") for i in range(3)]
TABLE = np.random.default_rng(0).choice(np.array([-1, 0, 1], np.int8), (3, 50), p=[0.6, 0.2, 0.2])
FULL = Examples.of(TASKS, TABLE)
EXAMPLES = replace(FULL, images=np.ascontiguousarray(FULL.images[:, ::4, ::4]))  # quicker
SETTINGS = DqnSettings(updates=110, batch=2, learning_rate=3e-4, hidden=4, width=1, seed=0)
CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Threads of torch that wait for each other take for ever on a busy machine."""
    torch.set_num_threads(1)


def here(folder: Path | None = None, **changes: object) -> Options:
    return replace(Options(folder=folder, device="cpu"), **changes)  # type: ignore[arg-type]


def weights(network: Network) -> dict[str, np.ndarray]:
    return {name: value.numpy().copy() for name, value in network.state_dict().items()}


def stop_at(update: int) -> Callable[[Progress], None]:
    def watch(at: Progress) -> None:
        if at.update == update:
            os.kill(os.getpid(), signal.SIGINT)

    return watch


@pytest.fixture(scope="module")
def uninterrupted() -> tuple[Network, Trained]:
    torch.set_num_threads(1)
    return train(EXAMPLES, SETTINGS, here())


def test_stopped_and_resumed_equals_uninterrupted(
    tmp_path: Path, uninterrupted: tuple[Network, Trained]
) -> None:
    straight, whole = uninterrupted
    with pytest.raises(KeyboardInterrupt):
        train(EXAMPLES, SETTINGS, here(tmp_path, watch=stop_at(50)))
    saved = DqnCheckpoint.load(tmp_path / CHECKPOINT, CPU, "dqn")
    assert not saved.finished
    assert saved.update == 50
    resumed, rest = train(EXAMPLES, SETTINGS, here(tmp_path))
    assert (whole.updates, rest.updates, rest.resumed) == (110, 110, 50)
    for name, value in weights(straight).items():
        np.testing.assert_array_equal(value, weights(resumed)[name], name)
    seen = [json.loads(line)["update"] for line in (tmp_path / CURVE).read_text().splitlines()]
    assert seen == [50, 100, 110]


def test_killed_goes_on_from_the_last_checkpoint(
    tmp_path: Path, uninterrupted: tuple[Network, Trained]
) -> None:
    def die(at: Progress) -> None:
        if at.update == 100:
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        train(EXAMPLES, SETTINGS, here(tmp_path, checkpoint_every=40, watch=die))
    assert DqnCheckpoint.load(tmp_path, CPU, "dqn").update == 80
    resumed, rest = train(EXAMPLES, SETTINGS, here(tmp_path))
    assert rest.resumed == 80
    straight, _ = uninterrupted
    for name, value in weights(straight).items():
        np.testing.assert_array_equal(value, weights(resumed)[name], name)
    seen = [json.loads(line)["update"] for line in (tmp_path / CURVE).read_text().splitlines()]
    assert seen == [50, 100, 110], "lines after the checkpoint come once"


def test_a_finished_training_is_left_alone(tmp_path: Path) -> None:
    few = replace(SETTINGS, updates=3)
    first, _ = train(EXAMPLES, few, here(tmp_path))
    before = (tmp_path / MODEL).read_bytes()
    again, trained = train(EXAMPLES, few, here(tmp_path))
    assert (trained.speed, trained.updates, trained.resumed) == ("finished", 3, 3)
    assert (tmp_path / MODEL).read_bytes() == before
    assert not (tmp_path / CHECKPOINT).exists()
    image, actions = own_task(TASKS[0]).image(), TASKS[0].actions.candidates(5)
    assert (scores(first, image, actions) == scores(again, image, actions)).all()


def test_another_training_in_the_folder_is_refused(tmp_path: Path) -> None:
    few = replace(SETTINGS, updates=2)
    train(EXAMPLES, few, here(tmp_path))
    with pytest.raises(BadInput, match="hidden is 4, not 5"):
        train(EXAMPLES, replace(few, hidden=5), here(tmp_path))
    with pytest.raises(BadInput, match="other tasks or actions"):
        train(Examples.of(TASKS, -TABLE), few, here(tmp_path))


def test_the_clock_ends_training_at_rate_zero(tmp_path: Path) -> None:
    many = replace(SETTINGS, updates=10**6)
    _, trained = train(EXAMPLES, many, here(tmp_path, minutes=0.03))
    assert 0 < trained.updates < 10**6
    assert trained.seconds == pytest.approx(1.8, abs=1.5)
    saved = DqnCheckpoint.load(tmp_path, CPU, "dqn")
    assert saved.finished
    assert saved.update == trained.updates
    rates = [json.loads(line)["rate"] for line in (tmp_path / CURVE).read_text().splitlines()]
    assert rates[-1] < 0.1 * SETTINGS.learning_rate


def test_batches_are_half_solved_half_missed_and_depend_on_their_number() -> None:
    tasks, actions = EXAMPLES.block(0, batch=6, seed=1)
    assert tasks.shape == actions.shape == (BLOCK, 6)
    assert (TABLE[tasks, actions] == [1, 1, 1, -1, -1, -1]).all()
    again = EXAMPLES.block(0, batch=6, seed=1)
    assert (again[0] == tasks).all()
    assert (again[1] == actions).all()
    other = EXAMPLES.block(1, batch=6, seed=1)
    assert (other[1] != actions).any()
    pairs = {*zip(tasks.ravel().tolist(), actions.ravel().tolist(), strict=True)}
    assert len(pairs) == np.count_nonzero(TABLE), "every valid pair is drawn sooner or later"


def test_one_kind_of_outcome_is_nothing_to_learn_from() -> None:
    with pytest.raises(BadInput, match="0 pairs solved"):
        Examples.of(TASKS, -np.ones((3, 5), np.int8))
    with pytest.raises(BadInput, match="even number"):
        train(EXAMPLES, replace(SETTINGS, batch=3), here())


def test_a_device_that_is_not_there_is_named() -> None:
    with pytest.raises(BadInput, match="no device `tpu`"):
        device_of("tpu")
    if not torch.cuda.is_available():
        with pytest.raises(BadInput, match="no GPU"):
            device_of("cuda")


def test_the_network_of_the_paper_has_its_size() -> None:
    network = Network(3)
    count = sum(parameter.numel() for parameter in network.parameters())
    # ResNet-18 has 11,689,512: less its classes (513,000) and stem (9408), plus ours.
    ours = 513 + 64 * 7 * 49 + (3 * 512 + 512) + (512 * 512 + 512)
    assert count == 11_689_512 - 513_000 - 9408 + ours


def test_scoring_in_two_halves_equals_scoring_pairs() -> None:
    torch.manual_seed(0)
    network = Network(3, width=2, hidden=8).eval()
    actions = TASKS[0].actions.candidates(300)  # more than are scored at a time
    halves = scores(network, own_task(TASKS[0]).image(), actions)
    images = torch.tensor(own_task(TASKS[0]).image())[None].expand(7, -1, -1)
    with torch.no_grad():
        pairs = network(images, torch.tensor(actions[-7:], dtype=torch.float32))
    np.testing.assert_allclose(halves[-7:], pairs.numpy(), rtol=1e-4, atol=1e-5)
