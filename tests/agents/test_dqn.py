"""DQN: what it learns, how it ranks, and that it needs torch only when used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.agents import Practice, make_agent
from topple.agents._training.options import Options, Trained
from topple.errors import BadInput
from topple.installed import install_command
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import world
from topple.worlds.phyre.agents.dqn.agent import Dqn, DqnOnline
from topple.worlds.phyre.world import own_task

torch = pytest.importorskip("torch")

PHYRE = world("phyre")
NAMES = [f"phyre/off_the_ledge@1:{i:03d}" for i in range(3)]
TASK = PHYRE.task(NAMES[0])
ACTIONS = 40


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Threads of torch that wait for each other take for ever on a busy machine."""
    torch.set_num_threads(1)


class Told(Practice):
    """Practice in which the balls on the left solve, and one candidate in ten is invalid."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(PHYRE, names)

    def outcomes(self, tasks: object, count: int) -> NDArray[np.int8]:
        row = np.where(TASK.actions.candidates(count)[:, 0] < 0.5, 1, -1).astype(np.int8)
        row[::10] = 0
        return np.tile(row, (len(self.tasks), 1))


class Taught(NamedTuple):
    """An agent that was trained, what its training told, and the folder of its model."""

    who: Dqn
    trained: Trained
    folder: Path


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Taught:
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("models")
    who = Dqn(
        updates=30, batch=4, learning_rate=3e-3, hidden=8, width=2, actions=ACTIONS, ranked=ACTIONS
    )
    who.settle(0, 0, "fit")
    trained = who.train(Told(NAMES), Options(folder=folder / "fold_0"))
    assert trained is not None
    return Taught(who, trained, folder)


def ranking(who: Dqn, task: Task) -> list[int]:
    """Give the numbers of all candidates in the order they are tried."""
    candidates = [tuple(row) for row in task.actions.candidates(who.ranked).tolist()]
    past: list[Attempt] = []
    while (action := who.act(task, past)) is not None:
        past.append(Attempt(0, str(task), len(past) + 1, action, Outcome.MISSED))
    return [candidates.index(each.action) for each in past]  # type: ignore[arg-type]


def attempts(*outcomes: Outcome) -> list[Attempt]:
    table = TASK.actions.candidates(len(outcomes)).tolist()
    rows = zip(table, outcomes, strict=True)
    return [Attempt(0, str(TASK), n, tuple(a), o) for n, (a, o) in enumerate(rows, 1)]


def test_it_learns_what_solves_and_tries_that_first(taught: Taught) -> None:
    who, trained, _ = taught
    assert (trained.updates, trained.device) == (30, "cpu") or torch.cuda.is_available()
    assert trained.loss is not None
    assert trained.loss < 0.6  # below ln 2, what knowing nothing gives
    order = ranking(who, TASK)
    assert sorted(order) == list(range(ACTIONS))
    left = TASK.actions.candidates(ACTIONS)[order, 0] < 0.5
    first = int(left.sum())
    assert left[:first].mean() > 0.8


def test_equal_scores_are_tried_in_the_order_of_the_list(taught: Taught) -> None:
    who = Dqn(ranked=ACTIONS, model=str(taught.folder))
    who.fit(Told(NAMES))
    with torch.no_grad():
        for parameter in who._network.parameters():
            parameter.zero_()
    assert ranking(who, TASK) == list(range(ACTIONS))


def test_fitting_depends_on_the_seed_alone() -> None:
    found = []
    for seed in (1, 1, 2):
        who = Dqn(updates=2, batch=4, hidden=8, width=2, actions=ACTIONS, ranked=ACTIONS)
        who.settle(seed, 0, "fit")
        who.fit(Told(NAMES))
        found.append(ranking(who, TASK))
    assert found[0] == found[1] != found[2]


def test_online_learns_only_when_a_task_is_over(taught: Taught) -> None:
    who = DqnOnline(ranked=ACTIONS, model=str(taught.folder), online_rate=1e-2)
    who.fit(Told(NAMES))
    before = ranking(who, TASK)
    assert ranking(who, TASK) == before
    who.update(TASK, attempts(Outcome.INVALID, Outcome.INVALID))
    assert ranking(who, TASK) == before, "there was nothing to learn"
    who.update(TASK, attempts(*[Outcome.MISSED] * 9, Outcome.SOLVED))
    assert ranking(who, TASK) != before


def test_online_updates_move_towards_what_was_seen(taught: Taught) -> None:
    from topple.worlds.phyre.agents.dqn.network import scores

    # One small step of a network of eight units may go anywhere; many large ones cannot.
    own = {"ranked": ACTIONS, "model": str(taught.folder)}
    who = DqnOnline(**own, online_updates=50, online_rate=1e-2)  # type: ignore[arg-type]
    who.fit(Told(NAMES))
    actions = TASK.actions.candidates(6)
    before = scores(who._network, own_task(TASK).image(), actions)
    who.update(TASK, attempts(*[Outcome.MISSED] * 6))
    assert scores(who._network, own_task(TASK).image(), actions).max() < before.min()


def test_a_trained_model_is_used_and_one_of_other_tasks_refused(taught: Taught) -> None:
    who, _, models = taught
    for path in (models, models / "fold_0" / "model.pt"):
        again = Dqn(ranked=ACTIONS, model=str(path))
        again.fit(Told(NAMES))
        assert ranking(again, TASK) == ranking(who, TASK)
        with pytest.raises(BadInput, match="trained on these 2 tasks"):
            again.fit(Told(NAMES[:2]))


def test_a_missing_or_broken_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no model at"):
        Dqn(model=str(tmp_path / "none.pt")).fit(Told(NAMES))
    (tmp_path / "model.pt").write_bytes(b"rubbish")
    with pytest.raises(BadInput, match="is not a file of `dqn`"):
        Dqn(model=str(tmp_path)).fit(Told(NAMES))


@pytest.mark.parametrize(
    ("field", "value"),
    [("updates", "0"), ("ranked", "0"), ("learning_rate", "nan"), ("online_updates", "-1")],
)
def test_bad_settings_are_refused(field: str, value: str) -> None:
    with pytest.raises(BadInput, match=field):
        make_agent("dqn-o", [(field, value)])


def test_without_torch_it_loads_and_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from topple.worlds.phyre.agents.dqn.agent import Dqn\n"
        "from topple.agents import Practice\n"
        "from topple.errors import MissingExtra\n"
        "from topple.worlds import world\n"
        "try:\n    Dqn().fit(Practice(world('phyre'), ['phyre/off_the_ledge@1:000']))\n"
        "except MissingExtra as error:\n    print(error, '|', error.hint)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600
    )
    assert found.stdout.strip() == f"dqn needs an optional package | {install_command('train')}"
