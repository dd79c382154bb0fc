"""List agents."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast

from topple.cli._console import coloured, say, show_json, show_table
from topple.errors import UnknownName


def list_agents(name: str | None, as_json: bool) -> None:
    """Show all agents, or the settings of one."""
    from topple.agents import all_agents
    from topple.agents.agent import trainable_agents

    known = all_agents()
    if name and name not in known:
        raise UnknownName("agent", name, known=known, see="topple list agents")
    rows = [_agent(known[each]) for each in ([name] if name else known)]
    if as_json:
        show_json(rows)
    elif name:
        (row,) = rows
        print(f"{coloured(name, 'bold')}  {row['about']}\n")
        print(f"plays {_plays(row)}\n")
        show_table(("setting", "default"), [(k, str(v)) for k, v in row["settings"].items()])
        say(f"\n`topple eval PROTOCOL --agent {name} --set FIELD=VALUE` sets one")
    else:
        header = ("agent", "kind", "plays", "caption")
        show_table(header, [_line(row) for row in rows])
        say("\n`topple list NAME` shows the settings of an agent")
        say("an agent named -like follows a published agent's description; it is not its program")
        say(f"`topple train` trains {', '.join(trainable_agents())}")


def _line(row: dict[str, Any]) -> tuple[str, ...]:
    return row["agent"], row["kind"], _plays(row), row["about"].splitlines()[0]


def _plays(row: dict[str, Any]) -> str:
    every = f"all worlds but {', '.join(row['not_worlds'])}" if row["not_worlds"] else "all worlds"
    return ", ".join(row["worlds"]) or every


def _agent(cls: Any) -> dict[str, Any]:
    about = "\n".join(line.strip() for line in (cls.__doc__ or "").strip().splitlines())
    kinds = [word for word in ("online", "simulates") if getattr(cls, word)]
    return {
        "agent": cls.name,
        "version": cls.version,
        "kind": ", ".join(kinds) or "offline",
        "worlds": list(cls.worlds),
        "not_worlds": list(cls.not_worlds),
        "about": about,
        "settings": {field.name: getattr(cls, field.name) for field in fields(cast(Any, cls))},
    }
