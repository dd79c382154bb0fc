"""The type stubs name what the native module holds, world by world."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

import topple

STUBS = sorted((Path(topple.__file__).parent / "_native").glob("*.pyi"))
ALIASES = {"Rings"}  # types that only stubs know


def declared(body: list[ast.stmt]) -> set[str]:
    """Return the public names that statements of a stub define."""
    names = set()
    for statement in body:
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
    return {name for name in names if not name.startswith("_")} - ALIASES


def public(holder: object) -> set[str]:
    return {name for name in vars(holder) if not name.startswith("_")}


@pytest.mark.parametrize("stub", STUBS, ids=lambda path: path.stem)
def test_a_stub_names_what_its_module_holds(stub: Path) -> None:
    name = "topple._native" + ("" if stub.stem == "__init__" else f".{stub.stem}")
    module = importlib.import_module(name)
    worlds = {path.stem for path in STUBS} if stub.stem == "__init__" else set()
    body = ast.parse(stub.read_text()).body
    assert declared(body) == public(module) - worlds
    for each in body:
        if isinstance(each, ast.ClassDef) and not each.name.endswith("Error"):
            assert declared(each.body) == public(getattr(module, each.name)), each.name


def test_every_world_of_the_native_module_has_a_stub() -> None:
    module = importlib.import_module("topple._native")
    worlds = {name for name, value in vars(module).items() if type(value) is type(module)}
    assert worlds == {path.stem for path in STUBS} - {"__init__"}
