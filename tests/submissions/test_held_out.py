"""A season can hold out a template: it is in a package that is published with the seed."""

from __future__ import annotations

import json
from pathlib import Path

from test_plugin import Console


def test_a_season_of_a_held_out_template_is_played_and_verified(tmp_path: Path) -> None:
    topple = Console(tmp_path)
    chosen = ("--template", "drop_on_the_step", "--tasks", "2")
    topple("season", "new", "season", "--protocol", "phyre-b-cross", *chosen)
    topple("season", "serve", "season", "--file", "tasks.json")
    ids = list(json.loads((tmp_path / "tasks.json").read_text())["tasks"])
    assert [name.rpartition(":")[0] for name in ids] == ["phyre/drop_on_the_step@1"] * 2
    topple("eval", "phyre-b-cross", "--agent", "random", "--tasks", "tasks.json", "--out", "run")
    topple("submit", "run", "--out", "submission", "--author", "Ada")
    topple("verify", "submission")
    topple("season", "reveal", "season")
    topple("season", "check", "season", "--file", "tasks.json")
