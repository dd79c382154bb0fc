"""Training of a ranker: losses, batches, stopped and resumed."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from topple.agents._training.options import Options, Progress
from topple.errors import BadInput
from topple.worlds.phyre import simulate
from topple.worlds.phyre.world import task

torch = pytest.importorskip("torch")

from topple.agents._ranking.losses import by_outcome, listwise  # noqa: E402
from topple.agents._training.files import CHECKPOINT  # noqa: E402
from topple.worlds.phyre.agents.ranker.data import Batch, Data  # noqa: E402
from topple.worlds.phyre.agents.ranker.network import (  # noqa: E402
    Network,
    gaps_below,
    surfaces_of,
)
from topple.worlds.phyre.agents.ranker.rollouts import NUMBERS, Example, Rollouts, pixels  # noqa: E402
from topple.worlds.phyre.agents.ranker.training import (  # noqa: E402
    PhyreSettings,
    look,
    train,
)

TASKS = [task(f"phyre/tip_the_rod@1:{i:03d}") for i in range(2)]
TABLE = TASKS[0].tier.candidates(60)
SETTINGS = PhyreSettings(updates=4, scenes=2, learning_rate=6e-4, width=2, depth=1, seed=0)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Threads of torch that wait for each other take for ever on a busy machine."""
    torch.set_num_threads(1)


def told(*solved: np.ndarray) -> list[Example]:
    motion = np.zeros((len(TABLE), NUMBERS), np.int8)
    return [
        Example(task.image(), Rollouts(pixels(TABLE), each, motion, len(TABLE)))
        for task, each in zip(TASKS, solved, strict=True)
    ]


# Low balls solve: a rule that mirrored scenes do not break.
LOW = TABLE[:, 1] < 0.5
DATA = Data.of("two", told(LOW, LOW))


def here(folder: Path | None = None, **changes: object) -> Options:
    return replace(Options(folder=folder, device="cpu"), **changes)  # type: ignore[arg-type]


def weights(network: Network) -> dict[str, np.ndarray]:
    return {name: value.numpy().copy() for name, value in network.state_dict().items()}


def test_it_learns_what_solves() -> None:
    settings = replace(SETTINGS, updates=25, learning_rate=0.1)
    network, trained = train(DATA, settings, here())
    assert (trained.solved, trained.missed) == (2 * LOW.sum(), 2 * (~LOW).sum())
    found = look(network, TASKS[0].image(), TABLE).scores
    assert LOW[np.argsort(-found)[:10]].mean() > LOW.mean() + 0.2


def test_stopped_and_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    straight, _ = train(DATA, SETTINGS, here())

    def stop(at: Progress) -> None:
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        train(DATA, SETTINGS, here(tmp_path, checkpoint_every=2, watch=stop))
    assert (tmp_path / CHECKPOINT).exists()
    resumed, rest = train(DATA, SETTINGS, here(tmp_path))
    assert rest.resumed in (2, 4)
    for name, value in weights(straight).items():
        np.testing.assert_array_equal(value, weights(resumed)[name], name)


def test_it_begins_with_the_weights_of_another_network(tmp_path: Path) -> None:
    first, _ = train(DATA, SETTINGS, here())
    still = replace(SETTINGS, updates=1, learning_rate=1e-12)
    went_on, _ = train(DATA, still, here(tmp_path), first)
    for name, value in first.named_parameters():
        np.testing.assert_allclose(
            value.detach(), dict(went_on.named_parameters())[name].detach(), atol=1e-9
        )
    with pytest.raises(BadInput, match="start is"):
        train(DATA, still, here(tmp_path), went_on)


def test_ctrl_c_keeps_the_training(tmp_path: Path) -> None:
    many = replace(SETTINGS, updates=200)

    def stop(at: Progress) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    from topple.agents._ranking import training

    every = training._REPORT_EVERY
    training._REPORT_EVERY = 2
    try:
        with pytest.raises(KeyboardInterrupt):
            train(DATA, many, here(tmp_path, watch=stop))
    finally:
        training._REPORT_EVERY = every
    assert (tmp_path / CHECKPOINT).exists()


def test_another_training_in_the_folder_is_refused(tmp_path: Path) -> None:
    few = replace(SETTINGS, updates=1)
    train(DATA, few, here(tmp_path))
    with pytest.raises(BadInput, match="width is 2, not 3"):
        train(DATA, replace(few, width=3), here(tmp_path))
    with pytest.raises(BadInput, match="other tasks or actions"):
        train(Data.of("two", told(~LOW, ~LOW)), few, here(tmp_path))


def test_tasks_with_one_kind_of_outcome_teach_nothing() -> None:
    every = np.ones(len(TABLE), np.bool_)
    assert len(Data.of("two", told(every, LOW)).images) == 1
    with pytest.raises(BadInput, match="both solutions and misses"):
        Data.of("two", told(every, ~every))


def test_batches_mirror_and_shift_scenes_with_their_actions() -> None:
    torch.manual_seed(1)
    batch = DATA.draw(40)
    # A red dot is drawn where each action is; it must stay where the action is.
    marked = replace(DATA, images=torch.zeros_like(DATA.images))
    for number, (x, y, _) in enumerate(pixels(TABLE)[:1].tolist()):
        marked.images[:, y, x] = 1 + number
    one = replace(marked, balls=DATA.balls[:, :1], labels=DATA.labels[:, :1])
    torch.manual_seed(1)
    drawn = replace(one, motion=DATA.motion[:, :1]).draw(40)
    for image, action in zip(drawn.images, drawn.actions, strict=True):
        places = image.nonzero()
        if len(places):  # it may have left the scene
            y, x = places.float().mean(0).tolist()
            ball_x, ball_y, _ = action[0].tolist()
            assert abs(x + 0.5 - ball_x) <= 0.5 + 1e-6
            assert abs(y - ball_y) < 1e-6
    assert len({tuple(row[0].tolist()) for row in drawn.actions}) > 10
    assert (batch.solved == (batch.actions[..., 1] < 135))[batch.present > 0].float().mean() > 0.9


def test_losses_are_least_where_solutions_score_highest() -> None:
    solved = torch.tensor([[True, False, False]])
    present = torch.tensor([[1.0, 1.0, 0.0]])
    batch = Batch(
        torch.zeros(1), torch.zeros(1), solved, present, torch.zeros(1, 3), torch.zeros(1)
    )
    equal = torch.zeros(1, 3)
    assert listwise(equal, batch).item() == pytest.approx(np.log(2))
    assert by_outcome(equal, batch).item() == pytest.approx(np.log(2))
    good = torch.tensor([[5.0, -5.0, 9.0]])
    assert listwise(good, batch).item() < 1e-3
    assert by_outcome(good, batch).item() < 0.01


def test_balls_fall_as_far_as_the_network_is_told() -> None:
    """The first step in which a ball speeds up upwards is that of its landing."""
    still = task("phyre/out_of_the_dish@1:003")
    actions = still.tier.candidates(120)
    batch = simulate(still, actions, stride=1, most_steps=250, threads=1)
    surfaces = surfaces_of(torch.tensor(still.image())[None])
    told = gaps_below(surfaces, torch.tensor(pixels(actions)).float()[None])[0].amin(-1).numpy()
    apart = []
    for number in np.flatnonzero(batch.status).tolist():
        y = batch.frames(number)[:, -1, 1]
        landed = np.flatnonzero(np.diff(y, 2) > 0.05)
        if len(landed):
            apart.append(abs(y[0] - y[landed[0] + 1] - told[number]))
    assert len(apart) > 50
    assert np.mean(np.array(apart) < 2) > 0.9, "all but those that fall on what moves"


def test_the_network_has_the_size_that_was_measured() -> None:
    assert sum(p.numel() for p in Network().parameters()) == 16_788_549
