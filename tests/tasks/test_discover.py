"""What other packages offer is known by name before it is loaded."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from topple.tasks import discover


def test_names_of_plugins_are_listed_without_loading_them(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = EntryPoints(
        EntryPoint(name, "nowhere_at_all:THING", "topple.worlds") for name in ("zoo", "attic")
    )
    monkeypatch.setattr(discover, "entry_points", lambda group: offered.select(group=group))
    assert discover.plugin_names("topple.worlds") == ["attic", "zoo"]
    assert discover.plugin_names("topple.agents") == []
    with pytest.raises(ModuleNotFoundError):
        list(discover.plugins("topple.worlds"))
