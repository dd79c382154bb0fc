"""Phy-Q's learners: what they see, what they learn, what they refuse."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from topple.agents import Practice, make_agent
from topple.agents._training.options import Options
from topple.errors import BadInput, UnknownName
from topple.installed import install_command
from topple.tasks.attempt import Policy
from topple.tasks.outcome import Outcome
from topple.worlds import world
from topple.worlds.birds import BirdsGame
from topple.worlds.birds.agents.ddqn.agent import Ddqn
from topple.worlds.birds.agents.ddqn.encoder import Encoder
from topple.worlds.birds.agents.relational import Relational
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.world import task

torch = pytest.importorskip("torch")

BIRDS = world("birds")
EASY = [f"birds/behind_a_post:{i:03d}" for i in range(2)]
HERE = Options(device="cpu")


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Threads of torch that wait for each other take for ever on a busy machine."""
    torch.set_num_threads(1)


def practice(names: list[str] = EASY) -> Practice:
    return Practice(BIRDS, names, threads=1)


def tiny(kind: type[Ddqn] = Ddqn, sees: str = "symbols") -> Ddqn:
    return kind(sees=sees, updates=4, batch=4, round_games=4, round_updates=2, width=1)


def seen_at(name: str) -> Observation:
    found = task(name)
    return Observation(BirdsGame(found))


def test_it_learns_to_solve_what_chance_does_not() -> None:
    who = Ddqn(updates=300, batch=8, learning_rate=1e-2, round_games=60, round_updates=50, width=2)
    who.settle(0, 0, "fit")
    trained = who.train(practice(), HERE)
    assert trained.solved + trained.missed == 2 * 180, "all angles were tried, none twice"
    assert trained.solved / 360 < 0.06, "chance seldom solves them"
    tasks = [BIRDS.task(name) for name in EASY]
    policies: list[Policy] = [who.act(each, []) for each in tasks]
    played = BIRDS.play(tasks, policies, threads=1)
    assert [each.outcome for each in played] == [Outcome.SOLVED] * 2


def test_symbols_are_the_tensor_bit_by_bit() -> None:
    seen = seen_at("3.1:000")
    bits = np.unpackbits(Encoder().row(seen)).reshape(120, 160, 16)
    assert (bits[..., :12].transpose(2, 0, 1) == seen.tensor()).all()
    assert not bits[..., 12:].any()
    blind = np.unpackbits(Encoder(platforms=False).row(seen)).reshape(120, 160, 16)
    assert bits[..., 11].any()
    assert not blind[..., 11].any()
    assert (blind[..., :11] == bits[..., :11]).all()


def test_the_picture_is_the_middle_of_the_screenshot_by_thirds() -> None:
    seen = seen_at("3.1:000")
    middle = seen.screenshot()[60:420, 80:560].astype(np.float64)
    expected = np.floor(middle.reshape(120, 3, 160, 3, 3).mean((1, 3)))
    assert (Encoder("picture").row(seen).reshape(120, 160, 3) == expected).all()


@pytest.mark.parametrize("sees", ["symbols", "picture"])
@pytest.mark.parametrize("kind", [Ddqn, Relational])
def test_all_play_tasks_with_several_birds(kind: type[Ddqn], sees: str) -> None:
    who = tiny(kind, sees)
    who.settle(0, 0, "fit")
    names = ["13.1:000", EASY[0]]
    who.fit(practice(names))
    two_birds = task("13.1:000")
    (played,) = BIRDS.play([two_birds], [who.act(two_birds, [])], threads=1)
    assert played.action is not None
    assert len(played.action) in (4, 8)
    stretch = np.hypot(played.action[0], played.action[1])
    assert stretch == pytest.approx(1.0), "shots are at full stretch"


def test_a_model_is_used_by_its_own_agent_and_tasks_only(tmp_path: Path) -> None:
    who = tiny()
    who.settle(0, 0, "fit")
    who.train(practice(), Options(folder=tmp_path / "models" / "a", device="cpu"))
    row = Encoder().row(seen_at("1.2:000"))[np.newaxis]

    def values(agent: Ddqn) -> object:
        from topple.worlds.birds.agents.ddqn.updates import values

        return values(agent._net, row).tolist()

    again = Ddqn(model=str(tmp_path / "models"))
    again.fit(practice())
    assert values(again) == values(who)
    with pytest.raises(BadInput, match="trained on these 1 tasks"):
        again.fit(practice(EASY[:1]))
    with pytest.raises(BadInput, match="sees is symbols, not picture"):
        Ddqn(sees="picture", model=str(tmp_path / "models" / "a")).fit(practice())
    with pytest.raises(BadInput, match="network is duelling, not relational"):
        Relational(model=str(tmp_path / "models" / "a")).fit(practice())
    (tmp_path / "models" / "a" / "model.pt").write_bytes(b"rubbish")
    with pytest.raises(BadInput, match="is not a file of `ddqn`"):
        again.fit(practice())
    with pytest.raises(BadInput, match="no model at"):
        Ddqn(model=str(tmp_path / "none")).fit(practice())


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("updates", "0", "updates=0"),
        ("batch", "5", "give an even number"),
        ("learning_rate", "nan", "learning_rate"),
        ("sees", "pictures", "did you mean `picture`?"),
        ("faithful", "perhaps", "takes true or false"),
    ],
)
def test_bad_settings_are_refused(field: str, value: str, says: str) -> None:
    with pytest.raises((BadInput, UnknownName)) as raised:
        make_agent("ddqn", [(field, value)])
    assert says in f"{raised.value} {raised.value.hint}"


def test_it_learns_from_birds_only() -> None:
    with pytest.raises(BadInput, match="is not a birds task"):
        tiny().fit(Practice(world("phyre"), ["phyre/off_the_ledge@1:000"]))


def test_without_torch_it_loads_and_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from topple.agents import Practice, make_agent\n"
        "from topple.errors import MissingExtra\n"
        "from topple.worlds import world\n"
        "try:\n    make_agent('relational').fit(Practice(world('birds'), []))\n"
        "except MissingExtra as error:\n    print(error, '|', error.hint)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600
    )
    assert found.stdout.strip() == (
        f"relational needs an optional package | {install_command('train')}"
    )
