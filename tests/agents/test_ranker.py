"""Ranker: what it learns from, how it ranks, how failures move it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.agents import Practice, make_agent
from topple.agents._training.options import Options
from topple.errors import BadInput
from topple.installed import install_command
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import world
from topple.worlds.phyre import simulate
from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.agents.ranker import rollouts, training
from topple.worlds.phyre.agents.ranker.agent import Ranker, RankerOnline
from topple.worlds.phyre.agents.ranker.ranking import Doubt, Ranking, Seen
from topple.worlds.phyre.agents.ranker.rollouts import Budget, gather, near, pixels, roll_out
from topple.worlds.phyre.world import own_task, task

torch = pytest.importorskip("torch")

PHYRE = world("phyre")
FOLD = protocol("phyre-b-cross").split(0)
NAMES = [*FOLD.learnt_from("test")[:2]]
EASY = task("phyre/off_the_ledge@1:000")
HARD = task("phyre/over_the_bridge@1:004")
LITTLE = Budget(listed=60, near=10, kept=40)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Threads of torch that wait for each other take for ever on a busy machine."""
    torch.set_num_threads(1)


FEW: dict[str, Any] = {"updates": 2, "scenes": 2, "width": 2, "depth": 1, "actions": 150}
FEW |= {"near": 10, "ranked": 200}


def tiny(**changes: Any) -> Ranker:
    return Ranker(**{**FEW, **changes})


def ranking_of(
    scores: NDArray[np.float32], *, reach: float = 6.0, penalty: float = 0.0, alike: float = 0.0
) -> Ranking:
    """Rank candidates that are expected to move the goal's bodies by as much as their numbers."""
    goals = np.arange(len(scores), dtype=np.float32)[:, None]
    return Ranking(EASY, Seen(scores, goals), Doubt(reach, penalty, 3.0, alike))


def missed(task: str, number: int, action: tuple[float, ...]) -> Attempt:
    return Attempt(0, task, number, action, Outcome.MISSED)


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts simulations by task id."""
    counted: Counter[str] = Counter()

    def count(task: object, actions: object, **options: Any) -> Any:
        found = simulate(task, actions, **options)  # type: ignore[arg-type]
        counted[str(task)] += len(found)
        return found

    monkeypatch.setattr(rollouts, "simulate", count)
    monkeypatch.setattr(type(PHYRE), "play", None)
    monkeypatch.setattr(type(PHYRE), "outcomes", None)
    return counted


def test_training_simulates_training_tasks_only_and_counts_them(
    simulated: Counter[str], tmp_path: Path
) -> None:
    practice = Practice(PHYRE, NAMES, folder=tmp_path, threads=1)
    who = tiny()
    who.fit(practice)
    first = PHYRE.task(FOLD.test[0])
    assert who.act(first, []) is not None, "it acts on a test task"
    assert set(simulated) == set(NAMES)
    assert not set(simulated) & set(FOLD.test)
    assert practice.simulations == simulated.total()


def test_rollouts_are_simulated_once_and_shared_by_folds(
    simulated: Counter[str], tmp_path: Path
) -> None:
    (first,) = gather(Practice(PHYRE, NAMES[:1], folder=tmp_path, threads=1), LITTLE)
    before = simulated.total()
    other = Practice(PHYRE, NAMES[:1], folder=tmp_path, threads=1)
    (again,) = gather(other, LITTLE)
    assert simulated.total() == before
    assert other.simulations == before, "stored rollouts count as cost too"
    for name in ("balls", "solved", "motion"):
        np.testing.assert_array_equal(getattr(first.rollouts, name), getattr(again.rollouts, name))
    (file,) = tmp_path.rglob("*.npz")
    file.write_bytes(b"rubbish")
    with pytest.raises(BadInput, match="holds no rollouts"):
        gather(other, LITTLE)


def test_rollouts_keep_solutions_and_what_moved() -> None:
    found = roll_out(EASY, Budget(listed=500, near=50, kept=100))
    assert 0 < found.solved.sum() <= 50
    assert len(found.solved) == len(found.balls) == len(found.motion) == 100
    assert 500 < found.simulated <= 550
    fallen = found.motion.reshape(100, 6, 3, 2)[:, -1, 2, 1]
    assert (fallen <= 0).mean() > 0.9, "balls fall"


def test_training_looks_at_no_stored_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object, task: object) -> None:
        raise AssertionError(f"looked at the stored solution of {task}")

    monkeypatch.setattr(type(PHYRE), "solution", refuse)
    with pytest.raises(AssertionError):
        PHYRE.solution(EASY)
    assert len(gather(Practice(PHYRE, NAMES, threads=1), LITTLE)) == len(NAMES)


def test_a_task_whose_solutions_are_rare_is_learnt_from_without_any() -> None:
    found = roll_out(HARD, LITTLE)
    assert not found.solved.any()
    assert found.simulated == LITTLE.listed


def test_pixels_are_those_of_the_simulator() -> None:
    for name, tier in TIERS.items():
        other = next(t for t in PHYRE.templates().values() if t.group == name)
        actions = tier.candidates(50)
        batch = simulate(own_task(other.task(0)), actions, outcome_only=True, threads=1)
        valid = batch.status != 0
        np.testing.assert_array_equal(
            pixels(actions)[valid].reshape(-1, tier.balls, 3), batch.balls[valid]
        )


def test_actions_near_a_solution_fit_the_scene() -> None:
    tier = TIERS["two_balls"]
    known = tier.candidates(3)
    drawn = near(tier, known, 40, np.random.default_rng(0))
    assert len(drawn) == 40
    assert tier.fits(drawn).all()
    assert np.abs(drawn[:, None] - known).max(-1).min(1).max() < 0.8


def test_a_failure_lowers_scores_around_it_and_is_not_repeated() -> None:
    table = EASY.tier.candidates(2000)
    valid = next(a for a in table.tolist() if simulate(EASY, [a], threads=1).status[0])
    place = pixels(np.array([valid])).astype(np.float32)
    apart = np.abs(pixels(table).astype(np.float32) - place).max(1)
    scores = np.where(apart < 10, 2.0, 1.0).astype(np.float32)
    scores[(table == valid).all(1)] = 3.0
    ranking = ranking_of(scores, reach=60.0, penalty=5.0)
    assert ranking.best([]) == tuple(valid)
    then = ranking.best([missed(str(EASY), 1, tuple(valid))])
    assert then is not None
    assert np.abs(pixels(np.array([then])) - place).max() > 10, "it moves away"
    stubborn = ranking_of(scores, reach=60.0)
    then = stubborn.best([missed(str(EASY), 1, tuple(valid))])
    assert then is not None
    assert then != tuple(valid)
    assert np.abs(pixels(np.array([then])) - place).max() < 10, "without a penalty it stays near"


def test_a_failure_lowers_scores_of_actions_that_are_expected_to_end_alike() -> None:
    table = EASY.tier.candidates(60)
    valid = np.flatnonzero(simulate(EASY, table, threads=1).status)
    scores = np.full(60, -5.0, np.float32)
    first, same, other = valid[[0, 1, -1]]
    assert same - first < 3 < other - first, "the second is expected to end like the first"
    scores[[first, same, other]] = 3.0, 2.0, 1.0
    past = [missed(str(EASY), 1, tuple(table[first].tolist()))]
    for alike, then in ((0.0, same), (3.0, other)):
        ranking = ranking_of(scores, alike=alike)
        assert ranking.best([]) == past[0].action
        assert ranking.best(past) == tuple(table[then].tolist())


def test_a_mirrored_scene_has_the_same_scores_and_mirrored_motion() -> None:
    from topple.worlds.phyre.agents.ranker.network import Network

    network, actions = Network(width=2, depth=1), EASY.tier.candidates(8)
    turned = actions.copy()
    turned[:, 0] = (256.5 - pixels(actions)[:, 0]) / 255
    assert (pixels(turned)[:, 0] == 256 - pixels(actions)[:, 0].astype(int)).all()
    seen = training.look(network, EASY.image(), actions)
    other = training.look(network, EASY.image()[:, ::-1].copy(), turned)
    np.testing.assert_allclose(other.scores, seen.scores, atol=1e-4)
    np.testing.assert_allclose(other.goals[:, 0::2], -seen.goals[:, 0::2], atol=1e-2)
    np.testing.assert_allclose(other.goals[:, 1::2], seen.goals[:, 1::2], atol=1e-2)
    assert np.abs(seen.goals).min(0).max() > 0.1, "it expects some motion"


def test_what_several_networks_say_is_averaged() -> None:
    one, two = (
        Seen(np.full(2, value, np.float32), np.full((2, 3), 2 * value, np.float32))
        for value in (1.0, 4.0)
    )
    found = training.average([one, two])
    assert found.scores.tolist() == [2.5, 2.5]
    assert found.goals.tolist() == [[5.0] * 3] * 2


def test_it_gives_up_when_no_valid_candidate_is_left() -> None:
    ranking = ranking_of(np.zeros(5, np.float32))
    past: list[Attempt] = []
    while (action := ranking.best(past)) is not None:
        past.append(missed(str(EASY), len(past) + 1, action))
    valid = simulate(EASY, EASY.tier.candidates(5), threads=1).status != 0
    assert [each.action for each in past] == [
        tuple(row) for row in EASY.tier.candidates(5)[valid].tolist()
    ]


def test_a_resumed_run_goes_on_as_the_first_would_have() -> None:
    scores = np.random.default_rng(0).normal(size=200).astype(np.float32)
    first, past = ranking_of(scores, penalty=1.5, alike=2.0), list[Attempt]()
    for number in range(1, 6):
        action = first.best(past)
        assert action is not None
        past.append(missed(str(EASY), number, action))
    assert ranking_of(scores, penalty=1.5, alike=2.0).best(past) == first.best(past)


def test_it_plays_two_balls_too() -> None:
    name = next(iter(protocol("phyre-2b-within").split(0).train))
    who = tiny(actions=40, near=0)
    two = own_task(PHYRE.task(name))
    from topple.worlds.phyre.agents.ranker.network import Network

    network = Network(width=2, depth=1)
    table = two.tier.candidates(20)
    found = training.look(network, two.image(), table)
    swapped = training.look(network, two.image(), table[:, [3, 4, 5, 0, 1, 2]])
    np.testing.assert_allclose(found.scores, swapped.scores, atol=1e-4)
    np.testing.assert_allclose(found.goals, swapped.goals, atol=1e-2)
    who._use([network])
    action = who.act(two, [])
    assert action is not None
    assert len(action) == 6


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("updates", "0"),
        ("ranked", "0"),
        ("learning_rate", "nan"),
        ("near", "-1"),
        ("alike_penalty", "nan"),
        ("reach", "0"),
        ("alike", "0"),
    ],
)
def test_bad_settings_are_refused(field: str, value: str) -> None:
    with pytest.raises(BadInput):
        make_agent("ranker", [(field, value)])


def test_without_torch_it_loads_and_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from topple.agents import Practice\n"
        "from topple.worlds.phyre.agents.ranker.agent import Ranker\n"
        "from topple.errors import MissingExtra\n"
        "from topple.worlds import world\n"
        "try:\n    Ranker().fit(Practice(world('phyre'), []))\n"
        "except MissingExtra as error:\n    print(error, '|', error.hint)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600
    )
    said = f"ranker needs an optional package | {install_command('train')}"
    assert found.stdout.strip() == said


def test_a_model_of_other_tasks_is_refused(tmp_path: Path) -> None:
    practice = Practice(PHYRE, NAMES, folder=tmp_path / "practice", threads=1)
    who = tiny()
    who.settle(0, 0, "fit")
    who.train(practice, Options(folder=tmp_path / "models" / "a", device="cpu"))
    again = tiny(model=str(tmp_path / "models"))
    again.fit(practice)
    assert again.act(EASY, []) == who.act(EASY, [])
    with pytest.raises(BadInput, match="trained on these 1 tasks"):
        again.fit(Practice(PHYRE, NAMES[:1]))


def test_online_learns_what_came_of_a_task_when_it_is_over(tmp_path: Path) -> None:
    who = RankerOnline(**FEW, online_updates=12, online_rate=1e-2, online_scenes=2)
    practice = Practice(PHYRE, NAMES, folder=tmp_path, threads=1)
    who.fit(practice)
    tested = PHYRE.task(FOLD.test[0])
    actions = tested.actions.candidates(6)

    def logits() -> Any:
        return training.look(who._networks[0], own_task(tested).image(), actions).scores

    before = logits()
    past = [missed(str(tested), n, tuple(row)) for n, row in enumerate(actions.tolist())]
    who.act(tested, past)
    who.update(tested, [each._replace(outcome=Outcome.INVALID) for each in past])
    assert (logits() == before).all(), "no task is over, or nothing came of it"
    who.update(tested, past)
    lowered = logits()
    assert lowered.mean() < before.mean(), "a task without a solution lowers what missed"
    past[0] = past[0]._replace(outcome=Outcome.SOLVED)
    who.update(tested, past)
    after = logits()
    assert after[0] - after[1:].max() > lowered[0] - lowered[1:].max()
