"""What other packages offer is known by name before it is loaded, and may be broken."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from topple.agents.agent import all_agents, make_agent
from topple.metrics.metric import all_metrics, metric
from topple.protocols import all_protocols, protocol
from topple.tasks import discover


def test_plugins_are_listed_unloaded_and_broken_ones_warned_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offered = EntryPoints(
        EntryPoint(name, "nowhere_at_all:THING", "topple.worlds") for name in ("zoo", "attic")
    )
    monkeypatch.setattr(discover, "_entries", lambda group: offered.select(group=group))
    assert discover.plugin_names("topple.worlds") == ["attic", "zoo"]
    assert discover.plugin_names("topple.agents") == []
    with pytest.warns(UserWarning, match="`zoo` of `topple.worlds` cannot be loaded"):
        assert list(discover.plugins("topple.worlds")) == []


def test_one_protocol_is_found_without_importing_other_worlds() -> None:
    code = (
        "import sys\n"
        "from topple.protocols import protocol\n"
        "assert protocol('kinetix-m').world == 'kinetix'\n"
        "held = (name.split('.') for name in sys.modules)\n"
        "worlds = {each[2] for each in held if each[:2] == ['topple', 'worlds'] and each[2:]}\n"
        "assert not worlds & {'phyre', 'birds', 'iphyre', 'pool', 'rope'}, worlds\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_protocol_agent_and_metric_is_found_by_its_name() -> None:
    for known, find in ((all_protocols(), protocol), (all_metrics(), metric)):
        assert all(find(name) is found for name, found in known.items())
    for name, found in all_agents().items():
        assert type(make_agent(name)) is found
