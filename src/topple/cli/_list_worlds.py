"""List the worlds with their groups of templates."""

from __future__ import annotations

from typing import Any

from topple.cli._console import coloured, say, show_json, show_table
from topple.cli._overview import Overview, overviews


def list_worlds(as_json: bool) -> None:
    """Show every world with its groups of templates."""
    worlds = overviews()
    if as_json:
        show_json([_plain(each) for each in worlds])
        return
    for each in worlds:
        print(f"{coloured(each['world'], 'bold')}  {each['caption']}")
        print(f"an action is {each['action']}\n")
        rows = [(g, str(c["templates"]), str(c["tasks"])) for g, c in each["groups"].items()]
        show_table((each["grouped_by"], "templates", "tasks"), rows)
        print()
    say(f"`topple list WORLD` shows the templates of {', '.join(each['world'] for each in worlds)}")
    say("`topple list protocols` shows what can be evaluated, `topple list agents` who can play")


def _plain(overview: Overview) -> dict[str, Any]:
    groups = {f"{overview['grouped_by']}s": overview["groups"]}
    return {"world": overview["world"], "caption": overview["caption"], **groups}
