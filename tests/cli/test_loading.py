"""A command loads the world, the agent and the metric that it names, and no others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from topple.agents.agent import all_agents
from topple.worlds import world_names

ENTRIES = Path(__file__).parents[2] / "leaderboard" / "2026"
# A world, one of its protocols, an agent that does not search, and the metric's module.
EVALS = [
    ("birds", "phyq-broad", "pig-shooter", "topple.metrics.phyq"),
    ("iphyre", "iphyre-within", "random", "topple.metrics.auccess"),
    ("kinetix", "kinetix-m", "kinetix-nothing", "topple.metrics.auccess"),
    ("phyre", "phyre-b-within", "random", "topple.metrics.auccess"),
    ("pool", "pool-nine-ball", "pool-hard-centre", "topple.worlds.pool.metrics.nine_ball"),
    ("rope", "rope-packs", "rope-random", "topple.worlds.rope.metrics.fed"),
]


def loaded(*line: str, code: int = 0) -> set[str]:
    """Run a command in a process of its own; return the modules that it loaded."""
    script = (
        "import sys\n"
        "from topple.cli.main import main\n"
        f"assert main({list(line)}) == {code}\n"
        "print('loaded', *sys.modules)"
    )
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def worlds_in(modules: set[str]) -> set[str]:
    """Return the worlds of which any module is loaded."""
    parts = (name.split(".") for name in modules)
    return {each[2] for each in parts if each[:2] == ["topple", "worlds"] and each[2:]} & {
        *world_names(),
        "ladder",
    }


def agents_in(modules: set[str]) -> set[str]:
    """Return the loaded modules in which an agent is."""
    return {cls.__module__ for cls in all_agents().values()} & modules


@pytest.mark.parametrize(("world", "protocol", "agent", "metric"), EVALS)
def test_eval_loads_one_world_one_agent_and_one_metric(
    tmp_path: Path, world: str, protocol: str, agent: str, metric: str
) -> None:
    found = loaded(
        *("eval", protocol, "--agent", agent, "--limit", "1", "--out", str(tmp_path / "run"))
    )
    assert worlds_in(found) == {world}
    assert metric in found
    assert not {"topple.vlm", "topple.web", "topple.submissions", "torch"} & found
    assert {each.rpartition(".")[2] for each in agents_in(found)} == {agent.replace("-", "_")}


def test_train_loads_the_agent_that_it_names_and_no_other(tmp_path: Path) -> None:
    line = (
        "train",
        "phyre-b-within",
        "--agent",
        "dqn",
        "--set",
        "none=1",
        "--out",
        f"{tmp_path}/m",
    )
    found = loaded(*line, code=2)
    assert worlds_in(found) == {"phyre"}
    assert agents_in(found) == {"topple.worlds.phyre.agents.dqn.agent"}


def test_verify_loads_the_world_and_the_agent_of_the_entry() -> None:
    found = loaded("verify", str(ENTRIES / "rope-random"), "--json")
    assert worlds_in(found) == {"rope"}
    # Of `random`, verify knows that its `fit` learns nothing.
    assert agents_in(found) == {"topple.agents.random", "topple.worlds.rope.agents.rope_random"}
