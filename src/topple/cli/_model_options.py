"""What can be said of how a model is asked: one table, for options, refusals and lists.

Families are `phyre`, `phyre-classic` and `birds`, after the world that is played and DeepPHY's
habits, and the question sets, each by its name.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from topple.cli._types import one_of, whole
from topple.errors import BadInput

CLASSIC = "-classic"  # how the names of protocols with an original's habits end
_FOR_MODELS = "deepphy-"  # and how those begin that are made for models

_PHYRE = ("phyre", "phyre-classic")
_PLAYED = (*_PHYRE, "birds")
_ASKED = tuple(
    f"physiq-{kind}" for kind in ("sanity", "confidence", "yesno", "ranking", "insertion")
)


@dataclass(frozen=True, slots=True)
class Option:
    """One option: which families know it, what it takes, and what goes without it.

    What is not `first` shows from the second question on. Without `read` it is a switch. `narrower`
    says what it takes in families where that is less.
    """

    name: str
    families: tuple[str, ...]
    about: str
    values: str
    default: str
    read: Callable[[str], Any] | None = str
    first: bool = True
    narrower: Mapping[str, str] = field(default_factory=dict)

    @property
    def help(self) -> str:
        """Say what it is for and what it takes."""
        return self.about if self.read is None else f"{self.about}: {self.values}"

    def add_to(self, group: argparse._ArgumentGroup) -> None:
        """Let it be given on the command line."""
        flag, words = f"--{self.name}", self.help
        if self.read is None:
            group.add_argument(flag, action="store_true", help=words)
        else:
            group.add_argument(flag, type=self.read, help=f"{words}; {self.default} by default")


OPTIONS = (
    Option(
        "form", _PHYRE, "how actions are written", "5x5x5, 8x8x8, any other grid, free", "5x5x5"
    ),
    Option("format", _PLAYED, "what is asked for", "vla, an action; wm, a prediction first", "vla"),
    Option(
        "history",
        _PLAYED,
        "what is told of earlier attempts",
        "none, text, attempts x moments",
        "5x5",
        first=False,
    ),
    Option(
        "moments",
        ("phyre",),
        "how moments of an attempt are shown",
        "apart; strip, in one picture",
        "apart",
        first=False,
    ),
    Option(
        "view",
        ("phyre", "birds"),
        "what is drawn over the scene",
        "usual, in phyre a grid or a scale; plain, nothing; labelled, also numbers on things",
        "usual",
        narrower={"birds": "usual, numbers over pigs with wm; labelled, in any case"},
    ),
    Option("parameters", _PLAYED, "tell the simulation's numbers", "a switch", "off", None),
    Option(
        "pictures",
        _PLAYED,
        "the most pictures of a question",
        "0, without limit, to 1000",
        "0",
        whole(0, 1000),
        first=False,
    ),
    Option(
        "mode",
        _ASKED,
        "how items of physiq-... are chosen and put",
        "strict, classic",
        "strict",
        one_of("strict", "classic"),
    ),
    Option(
        "shots",
        ("physiq-yesno", "physiq-ranking"),
        "examples before each question",
        "0, 2, 4 of physiq-yesno; 0, 1, 2 of physiq-ranking",
        "0",
        whole(0, 4),
        narrower={"physiq-yesno": "0, 2, 4", "physiq-ranking": "0, 1, 2"},
    ),
    Option(
        "frames",
        ("physiq-yesno",),
        "pictures of an example of physiq-yesno",
        "1, 2",
        "1",
        whole(1, 2),
    ),
)


def add_options(parser: argparse.ArgumentParser, *, later: bool = True) -> None:
    """Let be said what models are shown and asked; without `later`, in their first question."""
    asking = parser.add_argument_group("what a model is asked")
    for option in OPTIONS:
        if option.first or later:
            option.add_to(asking)


def for_models(name: str) -> bool:
    """Say whether a protocol or question set is made for models."""
    from topple.physiq.find import SETS

    return name in SETS or name.startswith(_FOR_MODELS)


def options_of(name: str) -> list[Option]:
    """Give the options that a protocol or question set knows, with the values they have there."""
    family = _family(name)
    return [
        replace(option, values=option.narrower.get(family, option.values))
        for option in OPTIONS
        if family in option.families
    ]


def asking_of(args: argparse.Namespace, name: str) -> dict[str, Any]:
    """Give what was asked for as plain data, as a plan takes it; refuse what has no effect."""
    from topple.physiq.find import SETS

    known = {option.name for option in options_of(name)}
    said = {
        option.name: value
        for option in OPTIONS
        if (value := getattr(args, option.name, None)) not in (None, False)
    }
    _refuse(said, known, name)
    if name in SETS:
        return {"mode": "strict", "shots": 0, "frames": 1, **said}
    return {"form": _usual_form(name), "classic": name.endswith(CLASSIC), **said}


def _refuse(said: Iterable[str], known: set[str], name: str) -> None:
    for option in said:
        if option not in known:
            raise BadInput(f"`{name}` has no use for --{option}", f"leave --{option} out")


def _family(name: str) -> str:
    from topple.physiq.find import SETS
    from topple.protocols import protocol

    if name in SETS:
        return name
    return protocol(name).world + (CLASSIC if name.endswith(CLASSIC) else "")


def _usual_form(name: str) -> str:
    from topple.protocols import protocol
    from topple.vlm.episodes import usual_form

    return usual_form(protocol(name).world)
