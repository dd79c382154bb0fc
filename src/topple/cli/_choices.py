"""Level files, rules and unfiltered tasks on the command line."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._types import pair

if TYPE_CHECKING:
    from topple.tasks.protocol import Choices, Protocol


def add_choices(parser: argparse.ArgumentParser) -> None:
    """Add all options that choose the tasks of a protocol and their rules."""
    parser.add_argument(
        "--levels", type=Path, metavar="FOLDER", help="level files that the protocol `levels` plays"
    )
    parser.add_argument(
        "--tasks",
        nargs="+",
        metavar="NAME",
        help="play these tasks instead: ids, templates, groups, ranges such as off_the_ledge:0-9, "
        "or a file that `topple season serve` wrote",
    )
    parser.add_argument(
        "--twins",
        metavar="NAMES",
        default="",
        help="also play twins of every task, such as mirror or other; a comma between several",
    )
    add_rules(parser)
    add_unfiltered(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add `--rules`, one rule of the world at a time."""
    parser.add_argument(
        "--rules",
        type=pair,
        action="append",
        default=[],
        metavar="RULE=VALUE",
        help="change a rule of the world, such as events_per_hit=2; repeat for more",
    )


def add_unfiltered(parser: argparse.ArgumentParser) -> None:
    """Add `--unfiltered`."""
    parser.add_argument(
        "--unfiltered",
        action="store_true",
        help="play tasks as their generator draws them, certified or not",
    )


def chosen(args: argparse.Namespace, found: Protocol) -> Protocol:
    """Return a protocol with the level files, rules and filter of the command line."""
    from topple.protocols.choose import choose

    return choose(
        found,
        levels=args.levels,
        rules=dict(args.rules),
        unfiltered=args.unfiltered,
        tasks=getattr(args, "tasks", None) or (),
        twins=[name for name in getattr(args, "twins", "").split(",") if name],
    )


def choices_of(args: argparse.Namespace, name: str) -> Choices:
    """Return the choices for a protocol; one that asks questions has none."""
    from topple.errors import BadInput
    from topple.protocols import protocol

    found = protocol(name)
    for option in ("levels", "tasks", "twins", "rules", "unfiltered") if found.asks else ():
        if getattr(args, option):
            raise BadInput(f"--{option} has no effect on `{name}`", f"leave out --{option}")
    return chosen(args, found).choices
