"""List protocols."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from topple.cli._console import coloured, say, show_json, show_table
from topple.cli._model_options import options_of
from topple.errors import UnknownName

if TYPE_CHECKING:
    from topple.protocols import Protocol
    from topple.tasks.benchmark import Benchmark

_WIDTH = 100


def list_protocols(name: str | None, as_json: bool) -> None:
    """Show all protocols, or one in full."""
    from topple.protocols import all_benchmarks, all_protocols, is_benchmark, protocol

    if name and is_benchmark(name):
        list_benchmarks(name, as_json)
        return
    if name:
        facts = _facts(protocol(name))
        show_json([facts]) if as_json else _show(facts)
        return
    rows = [_row(each) for each in all_protocols().values()]
    if as_json:
        show_json(rows)
        return
    header = ("protocol", "folds", "attempts", "metric", "caption")
    show_table(header, [tuple(str(row[name]) for name in header) for row in rows])
    say("\n`topple list NAME` shows one in full")
    say(f"benchmarks, which ask several protocols: {', '.join(all_benchmarks())}")


def list_benchmarks(name: str | None, as_json: bool) -> None:
    """Show all benchmarks, or what one asks."""
    from topple.protocols import all_benchmarks

    known = all_benchmarks()
    if name and name not in known:
        raise UnknownName("benchmark", name, known, "topple list benchmarks")
    if name:
        _show_benchmark(known[name], as_json)
        return
    if as_json:
        show_json([{"benchmark": each.name, "caption": each.caption} for each in known.values()])
        return
    show_table(
        ("benchmark", "protocols", "sizes", "caption"),
        [
            (each.name, str(len(each.asked)), ", ".join(each.sizes) or "-", each.caption)
            for each in known.values()
        ],
    )
    say("\n`topple list NAME` shows what one asks")


def _show_benchmark(found: Benchmark, as_json: bool) -> None:
    """Show what a benchmark asks, with the most tasks per fold of each size."""
    if as_json:
        own = {"benchmark": found.name, "version": found.version, "caption": found.caption}
        show_json([{**own, "sizes": found.sizes, "asked": [asdict(each) for each in found.asked]}])
        return
    print(f"{coloured(found.name, 'bold')} version {found.version}  {found.caption}\n")
    options = {name: None for asked in found.asked for name in asked.options}
    header = ("protocol", *options, *found.sizes)
    rows = [
        (
            asked.protocol,
            *(str(asked.options.get(name) or "-") for name in options),
            *(
                str(asked.limits.get(size, "all")) if asked.is_part_of(size) else "-"
                for size in found.sizes
            ),
        )
        for asked in found.asked
    ]
    show_table(header, rows)
    size = f" --size {found.sizes[0]}" if found.sizes else ""
    print(f"\ntopple eval {found.name} --model topple/mock{size}")


def _row(found: Protocol) -> dict[str, Any]:
    return {
        "protocol": found.name,
        "world": found.world,
        "version": found.version,
        "folds": len(found.folds),
        "attempts": found.attempts,
        "metric": found.metric,
        "caption": found.caption,
    }


def _facts(found: Protocol) -> dict[str, Any]:
    """Return the details of a protocol; the tasks are counted in its first fold."""
    split = found.split(found.folds[0])
    who = "--model openai/gpt-4o --limit 50" if found.for_models else "--agent random"
    files = "--levels FOLDER " if found.of_files else ""
    return {
        **_row(found),
        "about": found.about,
        **_scores(found),
        "tasks": {"train": len(split.train), "dev": len(split.dev), "test": len(split.test)},
        "settings": _settings(found, bool(split.dev)),
        "example": f"topple eval {found.name} {files}{who}",
    }


def _scores(found: Protocol) -> dict[str, str]:
    from topple.metrics.metric import metric

    own = metric(found.metric)
    # The rules of a metric are about agents.
    rules = "" if found.for_models else own.rules.format(attempts=found.attempts)
    more = "; success by attempt" if own.page == "curves" else ""
    return {"rules": rules, "scores": own.about + more}


def _settings(found: Protocol, tuned: bool) -> list[dict[str, str]]:
    from topple.worlds import world

    models = found.for_models
    rows = [(o.name, o.default, o.help) for o in options_of(found.name)] if models else []
    if len(found.folds) > 1:
        known = f"{found.folds[0]} to {found.folds[-1]}"
        rows.append(("fold", "0", f"{known}, several like 0,1 or 0-3, or all"))
    if tuned and not models:
        rows.append(("dev", "off", "learn from train tasks alone and test on dev tasks"))
    if found.of_files:
        rows.append(("levels", "", "folder of level files"))
    if found.drawn:
        rows.append(("unfiltered", "off", "tasks as their generator draws them, certified or not"))
    own = world(found.world).rules.items()
    rows += [("rules", f"{name}={rule.usual:g}", rule.about) for name, rule in own]
    rows.append(("limit", "all", "tasks per fold, evenly from all templates"))
    rows.append(("seed", "0", "seed of all random draws; another seed makes another run"))
    return [dict(zip(("setting", "default", "what"), row, strict=True)) for row in rows]


def _show(facts: dict[str, Any]) -> None:
    print(f"{coloured(facts['protocol'], 'bold')}  {facts['caption']}\n")
    words = " ".join(part for part in (facts["about"], facts["rules"]) if part)
    if words:
        print(f"{textwrap.fill(words, _WIDTH)}\n")
    lines = {
        "world": f"{facts['world']}; protocol version {facts['version']}",
        "tasks": _count(facts),
        "attempts": str(facts["attempts"]),
        "scores": facts["scores"],
    }
    for name, text in lines.items():
        print(f"{name:<10}{text}")
    print()
    rows = [(f"--{row['setting']}", row["default"], row["what"]) for row in facts["settings"]]
    show_table(("setting", "default", "what"), rows)
    print(f"\n{facts['example']}")


def _count(facts: dict[str, Any]) -> str:
    tasks, folds = facts["tasks"], facts["folds"]
    learnt = tasks["train"] + tasks["dev"]
    if not any(tasks.values()):
        return "the level files of a folder"
    words = f"{tasks['test']:,} to test"
    words += f", {learnt:,} to learn from" if learnt else ""
    return words + (f", in the first of {folds} folds" if folds > 1 else "")
