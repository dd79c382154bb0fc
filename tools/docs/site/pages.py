"""Pages of the site that are made from the registry: worlds, protocols and the Python reference."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.docs.gallery import page_of
from topple.protocols import Protocol, all_protocols
from topple.worlds import World, all_worlds
from topple.worlds.phyre.physiq.find import SETS
from topple.worlds.phyre.physiq.protocols import protocol_of
from topple.worlds.phyre.physiq.settings import QuestionSettings

_ROOT = Path(__file__).resolve().parents[3]
_SOURCE = _ROOT / "src" / "topple"
_LEFT_OUT = ("cli", "vlm", "_native")  # commands and Inspect's tasks are used from a shell


@cache
def generated() -> dict[str, str]:
    """Return all generated pages by their path under docs/."""
    return {
        **{f"worlds/{world.name}.md": _world(world) for world in all_worlds()},
        **{f"gallery/{page_of(world).file}": page_of(world).text() for world in all_worlds()},
        **{f"protocols/{each.name}.md": _protocol(each) for each in _protocols()},
        **{f"reference/{name}.md": _reference(name) for name in _packages()},
        "results/speed.md": (_ROOT / "benchmarks" / "results.md").read_text(encoding="utf-8"),
    }


def _protocols() -> Iterator[Protocol]:
    yield from all_protocols().values()
    for kind in SETS.values():
        yield protocol_of(kind, QuestionSettings())


def _world(world: World) -> str:
    rows = [
        f"| {name} | {sum(each.group == name for each in world.templates().values())} |"
        for name in world.groups()
    ]
    own = [each.name for each in _protocols() if each.world == world.name]
    played = ", ".join(f"[{name}](../protocols/{name}.md)" for name in own) or "none yet"
    return "\n".join(
        [
            f"# World {world.name}\n",
            f"{world.caption} Version {world.version}.\n",
            f"Protocols: {played}. Templates: [gallery](../gallery/{page_of(world).file}).\n",
            f"| {world.grouped_by} | templates |",
            "| --- | ---: |",
            *rows,
            "\n```console",
            f"$ topple list {world.name}",
            "```\n",
        ]
    )


def _protocol(found: Protocol) -> str:
    who = "--model openai/gpt-4o --limit 50" if found.for_models else "--agent random --limit 50"
    split = found.split(found.folds[0])
    counts = ", ".join(
        f"{len(tasks):,} {part}"
        for part, tasks in (("training", split.train), ("dev", split.dev), ("test", split.test))
        if tasks
    )
    facts = {
        "world": f"[{found.world}](../worlds/{found.world}.md)",
        "version": found.version,
        "tasks of the first fold": counts,
        "folds": len(found.folds),
        "attempts per task": found.attempts,
        "metric": found.metric,
    }
    rows = [f"| {name} | {value} |" for name, value in facts.items()]
    head = [f"# Protocol {found.name}\n", f"{found.caption}\n", f"{found.about}\n"]
    command = ["\n```console", f"$ topple eval {found.name} {who}", "```\n"]
    return "\n".join([*head, "| | value |", "| --- | --- |", *rows, *command])


def _packages() -> list[str]:
    found = sorted(path.parent.name for path in _SOURCE.glob("*/[a-z]*.py"))
    return [name for name in dict.fromkeys(found) if name not in _LEFT_OUT]


def _reference(package: str) -> str:
    """List the modules of a package; of worlds and families of agents, their packages."""
    names = [
        each.name
        for each in pkgutil.iter_modules([str(_SOURCE / package)])
        if not each.name.startswith("_")
    ]
    blocks = [f"::: topple.{package}.{name}" for name in names]
    return "\n\n".join([f"# topple.{package}", *blocks]) + "\n"
