"""Imports point one way, and the light ones stay light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "topple"
# A module may import from its own part and from those in earlier rows.
ROWS = (
    ("installed",),
    ("errors", "processor", "progress", "_native"),
    ("sim",),
    ("tasks",),
    ("draw", "prompting"),
    ("worlds",),
    ("agents", "protocols", "metrics"),
    ("runs",),
    ("reports", "adapters", "testing", "skeletons"),
    ("physiq", "gym"),
    ("vlm", "web"),
    ("submissions",),
    ("cli",),
)
RANK = {part: rank for rank, row in enumerate(ROWS) for part in row}
HELD = ("agents", "metrics", "protocols")  # folders of a world
HEAVY = ("gymnasium", "PIL", "av", "torch", "matplotlib", "pandas", "scipy", "inspect_ai")
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part_of(path: Path) -> str:
    return part_at(path.relative_to(PACKAGE).with_suffix("").parts)


def part_at(place: Sequence[str]) -> str:
    """Return the part of a module; agents, metrics and protocols of a world belong to these."""
    held = place[0] == "worlds" and len(place) > 2 and place[2] in HELD
    return place[2 if held else 0]


def imported_parts(source: str) -> Iterator[tuple[int, str]]:
    """Give the line and the part of topple of every import, also those inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "topple":
            names = [f"topple.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute"
            names = [node.module or ""]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "topple" and len(parts) > 1 and parts[1] != "__version__":
                yield node.lineno, part_at(parts[1:])


def test_imports_point_one_way() -> None:
    assert {part_of(path) for path in MODULES} <= set(RANK), "a part that style.md does not name"
    wrong = [
        f"{path}:{line}: `{part_of(path)}` must not import `{other}`"
        for path in MODULES
        for line, other in imported_parts(path.read_text())
        if other != part_of(path) and RANK[other] >= RANK[part_of(path)]
    ]
    assert wrong == []


WORLDS = sorted(
    path.name for path in (PACKAGE / "worlds").iterdir() if (path / "world.py").exists()
)
# Where a world may be named: its own folder, and the public names of PhysIQ, which asks about
# scenes of one world.
MAY_NAME = "physiq/__init__.py"
NAMED = re.compile(rf"topple\.worlds\.({'|'.join(WORLDS)})\b|worlds import ({'|'.join(WORLDS)})\b")


def test_no_module_outside_its_folder_names_a_world() -> None:
    wrong = []
    for path in MODULES:
        place = path.relative_to(PACKAGE).as_posix()
        own = place.split("/")[1] if place.startswith("worlds/") else ""
        named = {first or second for first, second in NAMED.findall(path.read_text())} - {own}
        if named and place != MAY_NAME:
            wrong.append(f"{place} names {sorted(named)}")
    assert wrong == []


def test_the_rule_sees_what_it_should() -> None:
    source = (
        "import topple.cli.main\nfrom topple import sim\ndef f():\n    from topple.runs import x"
    )
    assert list(imported_parts(source)) == [(1, "cli"), (2, "sim"), (4, "runs")]
    held = "from topple.worlds.pool.agents.pool_planner import Planner"
    assert list(imported_parts(held)) == [(1, "agents")]
    assert list(imported_parts("import numpy\nfrom topple import __version__")) == []


# Parts in which imports inside functions make no circle either.
LATE_TOO = {"errors", "sim", "tasks", "draw", "prompting", "worlds"}


def name_of(path: Path) -> str:
    place = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(place).removesuffix(".__init__")


def imports_of(node: ast.AST, known: Collection[str], *, late: bool) -> Iterator[str]:
    """Give the modules that a module imports; those inside functions only if `late`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom):
            inner = [f"{child.module}.{alias.name}" for alias in child.names]
            yield from (name if name in known else str(child.module) for name in inner)
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        elif late or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from imports_of(child, known, late=late)


@pytest.mark.parametrize("late", [False, True])
def test_no_module_imports_itself_by_way_of_others(late: bool) -> None:
    paths = [path for path in MODULES if not late or part_of(path) in LATE_TOO]
    trees = {name_of(path): ast.parse(path.read_text()) for path in paths}
    graph = {
        name: {
            other
            for other in imports_of(tree, trees, late=late)
            if other in trees and other != name
        }
        for name, tree in trees.items()
    }
    TopologicalSorter(graph).prepare()  # raises `CycleError`, which names the circle


def test_imports_inside_functions_are_seen_as_such() -> None:
    tree = ast.parse("def f():\n    from topple.worlds import film, parts\nimport topple.sim")
    known = {"topple.worlds.parts"}
    assert [*imports_of(tree, known, late=False)] == ["topple.sim"]
    late = ["topple.worlds", "topple.worlds.parts", "topple.sim"]
    assert [*imports_of(tree, known, late=True)] == late


@pytest.mark.parametrize(
    "module", ["topple", "topple.sim", "topple.worlds.phyre", "topple.adapters", "topple.cli.main"]
)
def test_nothing_heavier_than_numpy_is_loaded(module: str) -> None:
    code = f"import sys, {module}; print(*sorted(set({HEAVY}) & set(sys.modules)))"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600
    )
    assert found.stdout.split() == []


def test_files_stay_short() -> None:
    long = [str(path) for path in MODULES if len(path.read_text().splitlines()) > 300]
    assert long == []
