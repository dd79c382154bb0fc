"""Benchmarks that are declared as data: one file each, with one line per protocol."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from topple.tasks.benchmark import Asked, Benchmark, Stage

FOLDER = Path(__file__).parent / "suites"


@cache
def suites() -> dict[str, Benchmark]:
    """Return the benchmark of every file, by name."""
    found = map(_read, sorted(FOLDER.glob("*.toml")))
    return {each.name: each for each in found}


def _read(path: Path) -> Benchmark:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    sizes = tuple(data.get("sizes", ()))
    asked = tuple(
        Asked(
            row["protocol"],
            limits={size: row[size] for size in sizes if size in row},
            sizes=tuple(row.get("only", ())),
        )
        for row in data["asked"]
    )
    return Benchmark(
        data["name"],
        (Stage(asked),),
        caption=data["caption"],
        version=data["version"],
        sizes=sizes,
    )
