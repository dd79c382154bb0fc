"""Subverbs: commands of a command, such as `topple study serve`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Adder = Callable[[argparse.ArgumentParser], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """A subverb: one sentence on what it does, its arguments, its function and its details."""

    about: str
    arguments: Adder
    run: Callable[[argparse.Namespace], int]
    details: str = ""


def add_verbs(
    parser: argparse.ArgumentParser, verbs: Mapping[str, Verb], examples: str, name: str = "VERB"
) -> None:
    """Add subverbs; the help of each shows those examples that are of it."""
    own = parser.add_subparsers(dest="verb", metavar=name, required=True, title=f"{name.lower()}s")
    for word, verb in verbs.items():
        start = f"{parser.prog} {word}"
        lines = [
            line for line in examples.splitlines() if f"{line.strip()} ".startswith(f"{start} ")
        ]
        each = own.add_parser(
            word,
            help=verb.about,
            description=f"{verb.about}\n\n{verb.details}".strip(),
            epilog="\n".join(["examples:", *lines]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        verb.arguments(each)
        each.set_defaults(carry_out=verb.run)
        each.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print JSON for programs"
        )


def run_verb(args: argparse.Namespace) -> int:
    """Carry out the subverb that was typed."""
    carry_out: Callable[[argparse.Namespace], int] = args.carry_out
    return carry_out(args)
