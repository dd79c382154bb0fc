"""A world from another package is handled by every verb, with no edit in Topple."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PLUGIN = Path(__file__).parent / "plugin"
TASK = "marbles/on_wood:3"
WORLDS = ("marbles", "carts")  # one of whole actions, one of turns
END = "\x1e"  # of what one of several commands prints


class Console:
    """Runs commands in a folder, with the plugin installed and its tasks certified."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(PLUGIN, folder / "installed")
        for world in WORLDS:
            self("certify", world)

    def python(self, code: str) -> str:
        return self._run([sys.executable, "-c", code])

    def __call__(self, *argv: str) -> str:
        return self._run([sys.executable, "-m", "topple.cli.main", *argv])

    def json(self, *argv: str) -> Any:
        return json.loads(self(*argv, "--json"))

    def jsons(self, *commands: Sequence[str]) -> list[Any]:
        """Run commands in one process, which loads large packages once."""
        said = self.python(
            "from topple.cli.main import main\n"
            f"for words in {[[*words, '--json'] for words in commands]!r}:\n"
            "    assert main(words) == 0\n"
            f"    print({END!r})\n"
        )
        return [json.loads(each) for each in said.split(END)[:-1]]

    @property
    def environment(self) -> dict[str, str]:
        path = os.pathsep.join([str(self.folder / "installed"), os.environ.get("PYTHONPATH", "")])
        return {**os.environ, "PYTHONPATH": path}

    @contextmanager
    def serving(self, *argv: str) -> Iterator[str]:
        """Run a command that serves, until the end of the block; give its address."""
        command = [sys.executable, "-m", "topple.cli.main", *argv]
        options: Any = {"cwd": self.folder, "env": self.environment, "text": True}
        with subprocess.Popen(command, stderr=subprocess.PIPE, **options) as served:
            assert served.stderr
            lines = iter(served.stderr.readline, "")
            yield (
                next(line for line in lines if " at http://" in line).split(" at ")[1].split(";")[0]
            )
            served.send_signal(signal.SIGINT)
            served.communicate(timeout=600)

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def topple(tmp_path_factory: pytest.TempPathFactory) -> Console:
    return Console(tmp_path_factory.mktemp("plugin"))


@pytest.mark.parametrize("world", WORLDS)
def test_names_of_its_tasks_mean_the_same_everywhere(topple: Console, world: str) -> None:
    start = f"import sys; sys.path.append({str(PLUGIN.parent)!r}); "
    topple.python(f"{start}from naming import check_names; check_names({world!r})")


@pytest.mark.parametrize("world", WORLDS)
def test_it_keeps_the_promises_of_worlds(topple: Console, world: str) -> None:
    topple.python(f"from topple.testing import check_world; check_world({world!r})")


def test_its_templates_and_tasks_are_listed(topple: Console) -> None:
    worlds = {world["world"]: world for world in topple.json("list")}
    assert worlds["marbles"]["groups"]["floors"] == {"templates": 2, "tasks": 20}
    assert [row["template"] for row in topple.json("list", "marbles")] == ["on_ice", "on_wood"]
    assert len(topple.json("list", "marbles", "on_wood")["ids"]) == 10


@pytest.mark.parametrize("name", ["still.png", "strip.png", "film.gif", "film.webp", "page.html"])
def test_it_is_shown_and_filmed(topple: Console, name: str) -> None:
    attempt = () if name == "still.png" else ("--solution",)
    found = topple.json("show", TASK, *attempt, "-o", name)
    assert (topple.folder / name).stat().st_size > 500
    assert found["caption"].startswith("Roll the marble")


def test_it_is_simulated(topple: Console) -> None:
    lines = topple.folder / "lines.jsonl"
    lines.write_text(
        '{"task": "marbles/on_wood:3", "action": [9]}\n{"task": "marbles/on_ice:1", "action": null}'
    )
    outcomes = [json.loads(line)["outcome"] for line in topple("simulate", str(lines)).splitlines()]
    assert outcomes == ["invalid", "missed"]


def test_its_certificates_are_checked(topple: Console) -> None:
    for world in WORLDS:
        found = topple.json("check", world)
        assert (found["checked"], found["wrong"]) == (20, {})


def test_agents_play_it_and_runs_are_reported_and_replayed(topple: Console) -> None:
    found = topple.json("eval", "marbles-roll", "--agent", "random", "--out", "runs/random")
    (run,) = found["runs"]
    assert run["tasks"] == 10
    assert run["outcomes"]["solved"] > 0
    topple("report", "runs/random", "--out", "report.html")
    assert "on_wood" in (topple.folder / "report.html").read_text()
    replayed = topple.json("show", "runs/random", "--task", TASK)
    assert replayed["as_recorded"] is True


def test_its_runs_are_compared_submitted_and_verified(topple: Console) -> None:
    *_, compared, _, verified = topple.jsons(
        ("eval", "marbles-roll", "--agent", "random", "--out", "compared/random"),
        ("eval", "marbles-roll", "--agent", "solution", "--out", "compared/solution"),
        ("compare", "compared/random", "compared/solution"),
        ("submit", "compared/random", "--out", "entry", "--author", "Nobody"),
        ("verify", "entry"),
    )
    assert compared["difference"] < 0
    assert compared["b"] == 100.0
    assert verified["verified"] is True


def test_a_world_of_turns_is_played_reported_and_replayed(topple: Console) -> None:
    (run,) = topple.json("eval", "carts-push", "--agent", "random", "--out", "runs/carts")["runs"]
    assert run["outcomes"]["solved"] > 0
    assert topple.json("show", "runs/carts", "--task", "carts/on_sand:3")["as_recorded"] is True
    topple("show", "carts/on_sand:3", "--solution", "-o", "carts.gif")
    assert (topple.folder / "carts.gif").stat().st_size > 500


def test_policies_play_a_world_of_turns(topple: Console) -> None:
    topple.python(
        "import topple\n"
        "def policy(game): return (float(game.x < game.task.mark),)\n"
        "batch = topple.simulate('carts/on_rails:0', policy)\n"
        "assert batch.action(0) and set(batch.action(0)) <= {0.0, 1.0}\n"
    )


def test_models_are_asked_about_it(topple: Console) -> None:
    pytest.importorskip("inspect_ai")
    mock, oracle = topple.jsons(
        ("eval", "marbles-roll", "--model", "topple/mock", "--out", "runs/mock"),
        ("eval", "marbles-roll", "--model", "topple/oracle", "--out", "runs/oracle"),
    )
    (run,) = mock["runs"]
    assert run["tasks"] == 10
    assert run["outcomes"]["unreadable"] + run["outcomes"]["missed"] > 0
    assert oracle["runs"][0]["outcomes"]["solved"] == 10


def test_inspect_asks_models_about_it(topple: Console) -> None:
    pytest.importorskip("inspect_ai")
    ended = topple.python(
        "from pathlib import Path\n"
        "from topple.vlm.evaluate import evaluate_model\n"
        "from topple.vlm.options import usual_setup\n"
        "from topple.vlm.plan_questions import plan_of\n"
        "asking = usual_setup('marbles-roll')\n"
        "plan = plan_of('marbles-roll', asking, 'topple/oracle', limit=2)\n"
        "print(evaluate_model(plan, Path('runs/inspect')))\n"
    )
    assert "finished=True" in ended
    lines = (topple.folder / "runs" / "inspect" / "attempts.jsonl").read_text().splitlines()
    assert [json.loads(line)["outcome"] for line in lines] == ["solved", "solved"]


def test_its_questions_are_exported(topple: Console) -> None:
    topple("export", "marbles-roll", "--out", "exported")
    first = (topple.folder / "exported" / "metadata.jsonl").read_text().splitlines()[0]
    assert "Speed: V" in first
    assert "the marble must stop on the red mark" in first


def test_it_is_a_gymnasium_environment(topple: Console) -> None:
    pytest.importorskip("gymnasium")
    topple.python(
        "import gymnasium, topple.adapters.gymnasium\n"
        "from gymnasium.utils.env_checker import check_env\n"
        "env = gymnasium.make('topple/Marbles-v0', attempts=3)\n"
        "check_env(env.unwrapped)\n"
        "envs = gymnasium.make_vec('topple/Marbles-v0', num_envs=4)\n"
        "envs.reset(seed=0); envs.step(envs.action_space.sample())\n"
    )


def test_ppo_learns_both_kinds(topple: Console) -> None:
    pytest.importorskip("stable_baselines3")
    tiny = ("shots=128", "environments=4", "round_shots=8", "width=4", "batch=16", "epochs=2")
    settings = [part for each in tiny for part in ("--set", each)]
    commands = []
    for protocol in ("marbles-roll", "carts-push"):
        train = ("train", protocol, "--agent", "ppo", "--out", f"models/{protocol}")
        play = ("eval", protocol, "--agent", "ppo", "--out", f"runs/ppo-{protocol}")
        commands += [
            (*train, "--device", "cpu", *settings),
            (*play, "--set", f"model=models/{protocol}"),
        ]
    found = topple.jsons(*commands)
    for trained, played in (found[:2], found[2:]):
        assert trained["updates"] == 128
        (run,) = played["runs"]
        assert run["outcomes"]["failed"] == run["outcomes"]["invalid"] == 0


def test_a_world_of_turns_is_a_gymnasium_environment(topple: Console) -> None:
    pytest.importorskip("gymnasium")
    topple.python(
        "import gymnasium, topple.gym\n"
        "from gymnasium.utils.env_checker import check_env\n"
        "for options in ({}, {'masked': True}, {'tasks': 'on_sand:0-3'}):\n"
        "    check_env(gymnasium.make('topple/Carts-v0', **options).unwrapped)\n"
    )


def test_it_has_the_python_front(topple: Console) -> None:
    topple.python(
        "import topple\n"
        "from topple.worlds import world\n"
        f"task = topple.task({TASK!r})\n"
        "batch = topple.simulate(task, [world('marbles').solution(task), None])\n"
        "assert batch.solved.tolist() == [True, False]\n"
        "assert task._repr_png_().startswith(b'\\x89PNG')\n"
        "assert '<img' in batch._repr_html_() and 'iframe' in batch.film(1)._repr_html_()\n"
        "assert len(repr(task)) < 120 and len(repr(batch)) < 120\n"
    )


def test_its_environment_shows_pictures_and_scales_actions(topple: Console) -> None:
    pytest.importorskip("gymnasium")
    topple.python(
        "import gymnasium\n"
        "from gymnasium.utils.env_checker import check_env\n"
        "options = dict(observation='rgb', width=96, channels='first', scaled=True)\n"
        "env = gymnasium.make('topple.gym:topple/Marbles-v0', **options)\n"
        "assert env.observation_space.shape == (3, 26, 96)\n"
        "assert env.action_space == gymnasium.spaces.Box(-1, 1, (1,), 'float32')\n"
        "check_env(env.unwrapped)\n"
    )
