"""Training of Phy-Q's learners: targets, practice, stopped, killed, resumed, refused."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from topple.agents._training.options import Options, Progress
from topple.errors import BadInput, EngineFault
from topple.tasks.task import Task
from topple.worlds import world
from topple.worlds.birds import simulate
from topple.worlds.birds.agents.ddqn.encoder import Encoder
from topple.worlds.birds.agents.ddqn.games import Games
from topple.worlds.birds.agents.ddqn.positions import Positions
from topple.worlds.birds.agents.ddqn.simulators import (
    MISSED,
    SOLVED,
    UNTRIED,
    LocalSimulator,
    ProcessSimulator,
)
from topple.worlds.birds.angles import ANGLES, angle_shot
from topple.worlds.birds.world import task

torch = pytest.importorskip("torch")

from topple.agents._training.clock import CURVE  # noqa: E402
from topple.agents._training.files import CHECKPOINT, MODEL  # noqa: E402
from topple.worlds.birds.agents.ddqn.networks import duelling, make_network  # noqa: E402
from topple.worlds.birds.agents.ddqn.training import (  # noqa: E402
    DdqnCheckpoint,
    DdqnSettings,
    train,
)
from topple.worlds.birds.agents.ddqn.updates import Updates, next_values  # noqa: E402

CPU = torch.device("cpu")
ONE, TWO = task("1.2:000"), task("13.1:000")
TASKS: list[Task] = [ONE, TWO]
SETTINGS = DdqnSettings(
    network="duelling",
    sees="symbols",
    faithful=False,
    updates=9,
    batch=4,
    learning_rate=3e-4,
    round_games=3,
    round_updates=3,
    width=1,
    seed=0,
)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Threads of torch that wait for each other take for ever on a busy machine."""
    torch.set_num_threads(1)


def here(folder: Path | None = None, **changes: object) -> Options:
    return replace(Options(folder=folder, device="cpu"), **changes)  # type: ignore[arg-type]


def weights(network: Any) -> dict[str, np.ndarray]:
    return {name: value.numpy().copy() for name, value in network.state_dict().items()}


def numbers(*values: int) -> np.ndarray:
    return np.array(values, np.int32)


def test_the_duelling_mean_is_each_row_s_own() -> None:
    value = torch.tensor([[1.0], [10.0]])
    advantage = torch.tensor([[1.0, 3.0], [-2.0, 4.0]])
    assert duelling(value, advantage).tolist() == [[0.0, 2.0], [7.0, 13.0]]
    # The original's one mean over the batch, 1.5, lets a row depend on its neighbours.
    assert duelling(value, advantage, faithful=True).tolist() == [[0.5, 2.5], [6.5, 12.5]]


def test_the_network_chooses_and_its_frozen_copy_values() -> None:
    online = torch.tensor([[1.0, 5.0, 2.0]])
    frozen = torch.tensor([[9.0, 4.0, 7.0]])
    assert next_values(online, frozen).tolist() == [4.0]
    assert next_values(online, frozen, faithful=True).tolist() == [9.0]


def test_the_loss_is_that_of_reward_and_discounted_value() -> None:
    positions = Positions(LocalSimulator([TWO], Encoder(), 1))
    (after,) = positions.play(numbers(0), numbers(100))
    assert after == 1
    updates = Updates(make_network("duelling", Encoder(), 1), batch=2, seed=0, faithful=False)
    updates.begin(positions)
    updates.network.eval()
    with torch.no_grad():
        first, following = updates.network(torch.from_numpy(positions.rows)).double().numpy()
    error = abs(first[100] - 0.99 * following.max())
    updates.make(0, 0.0)
    expected = error**2 / 2 if error < 1 else error - 0.5
    assert updates.loss() == pytest.approx(expected, rel=1e-4)


def test_positions_know_what_the_game_says() -> None:
    positions = Positions(LocalSimulator(TASKS, Encoder(), 1))
    angles = numbers(*range(0, ANGLES, 6))
    found = positions.play(np.zeros_like(angles), angles)
    plays = simulate(ONE.level, [[angle_shot(a)] for a in angles.tolist()], threads=1)
    assert [code == SOLVED for code in found] == [str(p.outcome) == "solved" for p in plays]
    assert (positions.results[0, angles] == found).all()
    assert (positions.results[0] != UNTRIED).sum() == len(angles)
    assert positions.last.tolist() == [True, False]
    (after,) = positions.play(numbers(1), numbers(120))
    assert after == 2
    assert positions.last[2]
    assert positions.play(numbers(2), numbers(0)) == MISSED
    assert positions.played[-2:].tolist() == [[1, 120, 2], [2, 0, MISSED]]


def test_a_process_apart_plays_the_same_and_says_what_is_wrong() -> None:
    apart = ProcessSimulator(TASKS, Encoder(), 1)
    near, far = Positions(LocalSimulator(TASKS, Encoder(), 1)), Positions(apart)
    for at, angles in ((numbers(0, 1, 1), numbers(140, 120, 99)), (numbers(2), numbers(100))):
        assert near.play(at, angles).tolist() == far.play(at, angles).tolist()
    assert (near.rows == far.rows).all()
    assert near.last.tolist() == far.last.tolist()
    apart.process.kill()
    with pytest.raises(EngineFault, match="has died"):
        far.play(numbers(0), numbers(7))
    with pytest.raises(BadInput, match="is not a birds task"):
        ProcessSimulator([world("phyre").task("phyre/off_the_ledge@1:000")], Encoder(), 1)


def test_practice_plays_nothing_twice_and_judges_the_best_angle() -> None:
    positions = Positions(LocalSimulator([ONE], Encoder(), 1))
    best = int(
        np.flatnonzero(positions.play(numbers(*[0] * 8), numbers(*range(138, 154, 2))) == SOLVED)[0]
    )
    values = np.zeros((1, ANGLES), np.float32)
    values[0, 138 + 2 * best] = 1.0
    tally = Games(positions, lambda rows: values.copy(), 0.0, 0).play(0, 3)
    assert (tally.judged, tally.solved, tally.shots) == (3, 3, 3)
    assert (positions.results[0] != UNTRIED).sum() == 8 + 3
    tally = Games(positions, lambda rows: values.copy(), 1.0, 0).play(3, 400)
    assert (tally.judged, tally.shots) == (0, ANGLES - 11)


def stop_after(update: int) -> Callable[[Progress], None]:
    def watch(at: Progress) -> None:
        if at.update == update and at.loss is not None:  # the end of a round
            os.kill(os.getpid(), signal.SIGINT)

    return watch


def test_ctrl_c_cuts_a_round_short_and_costs_no_bit(tmp_path: Path) -> None:
    straight, _ = train(TASKS, SETTINGS, here(), 1)
    seen: list[int] = []
    said: list[str] = []

    def stop(at: Progress) -> None:
        seen.append(at.update)
        if at.update == 5 and seen.count(5) == 1:  # in the middle of the round from 3 to 6
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        train(TASKS, SETTINGS, here(tmp_path, watch=stop, say=said.append), 1)
    assert 6 not in seen
    assert [words.partition(",")[0] for words in said] == ["stopping", "saved after 3 updates"]
    resumed, rest = train(TASKS, SETTINGS, here(tmp_path), 1)
    assert (rest.resumed, rest.updates) == (3, 9)
    for name, value in weights(straight).items():
        np.testing.assert_array_equal(value, weights(resumed)[name], name)


def test_stopped_and_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    straight, whole = train(TASKS, SETTINGS, here(), 1)
    with pytest.raises(KeyboardInterrupt):
        train(TASKS, SETTINGS, here(tmp_path, watch=stop_after(6)), 1)
    saved = DdqnCheckpoint.load(tmp_path / CHECKPOINT, CPU, "ddqn")
    assert (saved.update, saved.finished) == (6, False)
    assert (saved.played[:, 2] >= 0).any(), "there are later positions to reach again"
    resumed, rest = train(TASKS, SETTINGS, here(tmp_path), 1)
    assert (whole.updates, rest.updates, rest.resumed) == (9, 9, 6)
    assert (whole.solved, whole.missed) == (rest.solved, rest.missed)
    for name, value in weights(straight).items():
        np.testing.assert_array_equal(value, weights(resumed)[name], name)
    lines = [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()]
    assert [line["update"] for line in lines] == [0, 3, 6, 9]
    assert [line["games"] for line in lines] == [3, 6, 9, 12]
    assert {"loss", "passed", "seconds", "shots"} <= set(lines[-1])
    assert {path.name for path in tmp_path.iterdir()} == {MODEL, CURVE}
    assert train(TASKS, SETTINGS, here(tmp_path), 1)[1].speed == "finished"


def test_killed_goes_on_from_the_last_checkpoint(tmp_path: Path) -> None:
    def die(at: Progress) -> None:
        if at.update == 6 and at.loss is not None:
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        train(TASKS, SETTINGS, here(tmp_path, checkpoint_every=1, watch=die), 1)
    assert DdqnCheckpoint.load(tmp_path, CPU, "ddqn").update == 3
    assert train(TASKS, SETTINGS, here(tmp_path), 1)[1].resumed == 3


def test_practice_that_ends_otherwise_now_is_refused() -> None:
    positions = Positions(LocalSimulator([TWO], Encoder(), 1))
    with pytest.raises(BadInput, match="no longer end as they did"):
        positions.play_again(np.array([[0, 100, 5]], np.int32))


def test_a_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    train(TASKS, replace(SETTINGS, updates=1), here(tmp_path), 1)
    with pytest.raises(BadInput, match="updates is 1, not 9"):
        train(TASKS, SETTINGS, here(tmp_path), 1)
    with pytest.raises(BadInput, match="other tasks"):
        train(TASKS[:1], replace(SETTINGS, updates=1), here(tmp_path), 1)


def test_the_clock_ends_it(tmp_path: Path) -> None:
    settings = replace(SETTINGS, updates=1_000_000)
    _, trained = train(TASKS, settings, here(tmp_path, minutes=0.02), 1)
    assert 0 <= trained.updates < 1_000_000
    assert (tmp_path / MODEL).exists()
