"""Find what compares each world with its original: the packages and modules of `tools.align`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any, Protocol, cast

import tools.align
from tools.align.tally import Tally
from topple.worlds import world_names


class Comparison(Protocol):
    """What `tools/align/WORLD.py` holds, or the package `tools/align/WORLD`."""

    def add_options(self, group: argparse._ArgumentGroup) -> None:
        """Declare the options of `compare_original`."""

    def reads(self, golden: Mapping[str, Any]) -> bool:
        """Return whether these recorded outcomes are of this world."""

    def compare_golden(self, golden: Mapping[str, Any]) -> list[Tally]:
        """Compare with recorded outcomes, field by field."""

    def compare_original(self, options: argparse.Namespace) -> list[Tally]:
        """Compare with the original package; raise NoOriginal where it is not at hand."""


def comparisons() -> dict[str, Comparison]:
    """Return the comparison of each world that has one, by name."""
    worlds = world_names()
    return {
        found.name: cast(Comparison, importlib.import_module(f"tools.align.{found.name}"))
        for found in pkgutil.iter_modules(tools.align.__path__)
        if found.name in worlds
    }
