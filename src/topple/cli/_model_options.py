"""Prompting options: one table for the command line, its error messages and `topple list`.

Which of them have an effect depends on the protocol: see `topple.vlm.options`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from topple.cli._types import positive, whole
from topple.errors import BadInput


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its purpose, its values and its default.

    An option that is not `first` has no effect on the first question. Without `read` it is a
    switch.
    """

    name: str
    about: str
    values: str
    default: str
    read: Callable[[str], Any] | None = str
    first: bool = True
    choices: tuple[str, ...] = ()

    @property
    def help(self) -> str:
        """The purpose and the values."""
        return self.about if self.read is None else f"{self.about}: {self.values}"

    def add_to(self, group: argparse._ArgumentGroup) -> None:
        """Add the option to a group of the command line."""
        flag, words = f"--{self.name}", self.help
        if self.read is None:
            group.add_argument(flag, action=argparse.BooleanOptionalAction, help=words)
        else:
            group.add_argument(
                flag,
                type=self.read,
                choices=self.choices or None,
                metavar=self.name.upper(),
                help=f"{words}; {self.default} by default",
            )


OPTIONS = (
    Option("form", "how actions are written", "a form of the world", "its usual form"),
    Option(
        "format",
        "what to ask for",
        "vla (an action), wm (a prediction first)",
        "vla",
        choices=("vla", "wm"),
    ),
    Option(
        "history",
        "what the prompt says about earlier attempts",
        "none, text, or ATTEMPTSxMOMENTS",
        "5x5",
        first=False,
    ),
    Option(
        "moments",
        "how to show the moments of an attempt",
        "apart, strip (in one picture)",
        "apart",
        first=False,
        choices=("apart", "strip"),
    ),
    Option(
        "view",
        "what to draw over the scene",
        "usual, plain (nothing), labelled (also numbers on things), text (no picture)",
        "usual",
        choices=("usual", "plain", "labelled", "text"),
    ),
    Option(
        "shows",
        "how the scene is shown",
        "picture, symbols (JSON), both",
        "picture",
        choices=("picture", "symbols", "both"),
    ),
    Option(
        "tools",
        "what a model may use",
        "none, calculate, simulate:N (per task), practice:N (on another task of the template)",
        "none",
    ),
    Option(
        "reply",
        "how a model answers, where its provider supports JSON that follows a schema",
        "text, structured (JSON)",
        "text",
        choices=("text", "structured"),
    ),
    Option(
        "latency",
        "seconds that pass before and after every call",
        "above 0, up to 5",
        "0.0",
        positive,
    ),
    Option(
        "parameters",
        "state gravity, friction and other numbers of the simulation; physiq-... sets do it unless "
        "told not to",
        "a switch",
        "off",
        None,
    ),
    Option(
        "pictures",
        "maximum number of pictures per question",
        "0 (no limit) to 1000",
        "0",
        whole(0, 1000),
        first=False,
    ),
    Option(
        "mode",
        "how the items of a question set are chosen and worded",
        "strict, classic",
        "strict",
        choices=("strict", "classic"),
    ),
    Option(
        "shots",
        "examples before each question",
        "0, 2 or 4 in physiq-yesno; 0, 1 or 2 in physiq-ranking",
        "0",
        whole(0, 4),
    ),
    Option("frames", "pictures per example in physiq-yesno", "1, 2", "1", whole(1, 2)),
)


def add_options(parser: argparse.ArgumentParser, *, later: bool = True) -> None:
    """Add the prompting options; `later=False` leaves out those that affect only later turns."""
    group = parser.add_argument_group(
        "what a model is asked", "`topple list protocols NAME` shows which of these have an effect."
    )
    for option in OPTIONS:
        if option.first or later:
            option.add_to(group)


def options_of(name: str) -> list[Option]:
    """Return the options with an effect, with the values and defaults that they have there."""
    from topple.protocols import protocol
    from topple.vlm.options import options_of as known_options
    from topple.vlm.options import usual_setup

    known, usual = known_options(protocol(name)), usual_setup(name)
    found = [replace(o, values=known[o.name] or o.values) for o in OPTIONS if o.name in known]
    return [replace(o, default=_write(usual.get(o.name, o.default))) for o in found]


def asking_of(args: argparse.Namespace, name: str) -> dict[str, Any]:
    """Return the chosen options as plain data, as a plan takes them; refuse useless ones."""
    from topple.protocols import protocol
    from topple.vlm.options import options_of as known_options
    from topple.vlm.options import usual_setup

    chosen = {
        option.name: value
        for option in OPTIONS
        if (value := getattr(args, option.name, None)) is not None
    }
    _refuse(chosen, known_options(protocol(name)), name)
    return {**usual_setup(name), **chosen}


def _write(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _refuse(chosen: Iterable[str], known: Iterable[str], name: str) -> None:
    for option in chosen:
        if option not in known:
            raise BadInput(f"--{option} has no effect on `{name}`", f"leave out --{option}")
