"""What other packages offer is known by name before it is loaded, and may be broken."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints

import pytest

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
