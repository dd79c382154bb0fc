"""The card of a submission: who made it, how, and in which track it competes."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from topple.agents.agent import find_agent
from topple.errors import BadInput, UnknownName
from topple.prompting.tools import NONE, Tools
from topple.runs.settings import Finished, RunSettings

E = TypeVar("E", bound=StrEnum)
CARD = "card.toml"
_LONGEST = 2000  # characters of a field
_LARGEST = 64 * 1024  # bytes of a card
_PLAIN = re.compile(r"(?=.{1,80}\Z)[A-Za-z0-9._+/()-]+( [A-Za-z0-9._+/()-]+)*")


class Track(StrEnum):
    """How much of the simulator an entry used; each track allows more than the one before."""

    NONE = "no simulator"
    TRAINING = "simulator in training only"
    TEST = "simulator at test time"


class Harness(StrEnum):
    """What a model had besides the question."""

    AGENT = ""  # no model
    BARE = "bare"
    TOOLS = "tools without simulator"
    SIMULATOR = "budgeted simulator"


@dataclass(frozen=True, slots=True)
class Card:
    """What the authors say about a submission. Replay can check the track alone, and not all of it.

    `tools` are those of models, as `topple eval --tools` has them.
    """

    agent: str
    authors: tuple[str, ...]
    track: Track
    harness: Harness = Harness.AGENT
    tools: str = ""
    training_data: str = ""
    command: str = ""
    cost_usd: float = 0.0
    licence: str = ""
    contact: str = ""

    def __post_init__(self) -> None:
        if not self.agent or not self.authors:
            raise BadInput("a card names its agent and its authors", "fill in both")
        if not is_plain(self.agent):
            raise BadInput(
                f"the agent's name {self.agent!r} is not plain",
                "take letters, digits and - . _ + / ( ) of ASCII, single spaces between them",
            )
        for each in self.authors:
            if not each.isprintable() or each != " ".join(each.split()):
                raise BadInput(f"the author {each!r} is not plain", "leave out spaces around it")
        if self.harness is Harness.SIMULATOR and self.track is not Track.TEST:
            raise BadInput(
                f"a {self.harness} is not of the track `{self.track}`",
                f'write track = "{Track.TEST}"',
            )

    def save(self, path: Path) -> None:
        """Write the card as TOML."""
        lines = [f"{name} = {json.dumps(value)}\n" for name, value in asdict(self).items()]
        path.write_text("".join(lines), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Card:
        """Read a card; raise `BadInput` if it is not one."""
        try:
            if path.stat().st_size > _LARGEST:
                raise ValueError(f"more than {_LARGEST:,} bytes")
            return cls._read(tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadInput(
                f"cannot read the card {path.name}: {error}", "`topple submit` writes one"
            ) from error

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Card:
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(data) - known):
            raise ValueError(f"unknown field `{unknown[0]}`")
        texts = {n: v for n, v in data.items() if n not in ("authors", "cost_usd")}
        authors = data["authors"]
        if not isinstance(authors, list) or not all(isinstance(each, str) for each in authors):
            raise ValueError("`authors` is a list of names")
        for name, value in [*texts.items(), *(("authors", each) for each in authors)]:
            if not isinstance(value, str) or len(value) > _LONGEST:
                raise ValueError(f"`{name}` is a text of at most {_LONGEST} characters")
        texts["track"] = Track(data["track"])
        texts["harness"] = Harness(data.get("harness", ""))
        cost = data.get("cost_usd", 0.0)
        if type(cost) not in (int, float) or not 0 <= cost < math.inf:
            raise ValueError(f"`cost_usd` is {cost}")
        return cls(**texts, authors=tuple(authors), cost_usd=float(cost))


def is_plain(name: str) -> bool:
    """Return whether a name of an agent can be mistaken for no other that looks like it."""
    return bool(_PLAIN.fullmatch(name))


def one_of(kind: type[E], text: str) -> E:
    """Return a track or harness by its name; raise `UnknownName` for others."""
    known = [str(each) for each in kind]
    if text not in known:
        raise UnknownName(kind.__name__.lower(), text, known, hint=f"known: {', '.join(known)}")
    return kind(text)


def shown_track(settings: RunSettings, finished: Finished | None) -> Track:
    """Return the first track that allows what a run shows: its agent and what it simulated."""
    known = find_agent(settings.agent)
    tested = finished is not None and bool(finished.test_simulations)
    if tested or settings.simulates or (known is not None and known.simulates):
        return Track.TEST
    practised = finished is not None and finished.practice_simulations > 0
    if practised or hasattr(known, "train"):
        return Track.TRAINING
    return Track.NONE


def shown_tools(settings: RunSettings) -> str:
    """Return the tools that a model had in a run; empty if it had none."""
    tools = str(settings.asking.get("tools", NONE))
    return "" if tools == NONE else tools


def harness_of(settings: RunSettings) -> Harness:
    """Return what a model had besides the question in a run."""
    if not settings.asked:
        return Harness.AGENT
    tools = Tools.parse(shown_tools(settings) or NONE)
    if tools.simulations:
        return Harness.SIMULATOR
    return Harness.TOOLS if tools.calculates else Harness.BARE


def allows(track: Track, shown: Track) -> bool:
    """Return whether a track allows what a run shows."""
    order = list(Track)
    return order.index(shown) <= order.index(track)
