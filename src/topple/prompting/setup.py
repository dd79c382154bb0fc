"""Settings of questions: everything that decides what models are shown and asked."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Protocol, cast

from topple.errors import BadInput
from topple.prompting.history import History
from topple.prompting.prompt import FORMATS, UNSEEN, VERSION, Format, Wording
from topple.prompting.structured import ANSWERS, STRUCTURED
from topple.prompting.structured import TEXT as IN_TEXT
from topple.prompting.symbols import BOTH, PICTURE, SHOWS, SYMBOLS
from topple.prompting.tools import NONE, Tools

USUAL, PLAIN, LABELLED, TEXT = VIEWS = ("usual", "plain", "labelled", "text")
APART, STRIP = MOMENTS = ("apart", "strip")
HISTORY = "5x5"  # the usual words about earlier attempts
_MOST_PICTURES = 1000
# Recorded only where they are chosen: most questions are asked as usual.
_USUALLY = {
    "view": USUAL,
    "moments": APART,
    "latency": 0.0,
    "shows": PICTURE,
    "tools": NONE,
    "reply": IN_TEXT,
}


class Asking(Protocol):
    """Settings of questions; those of most worlds are a `Setup`."""

    @property
    def variant(self) -> str:
        """All settings that decide whether scores are comparable, in words."""

    @property
    def prompt(self) -> str:
        """The version of the words."""

    @property
    def plain(self) -> Setup:
        """The settings as conversations need them."""

    def data(self) -> dict[str, Any]:
        """Return the settings as plain data."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Settings of a question.

    `form` is how actions are written, `history` what the prompt says about earlier attempts. It has
    at most `pictures` pictures; 0 means no limit. Moments of the oldest attempts are dropped first,
    the scene never. `classic` keeps the habits of the original that influenced its results.

    The usual `view` is the scene and, if actions name places, the scene with a grid or a scale;
    `plain` leaves that out, `labelled` adds numbers on things, `text` has words and no picture.
    `moments` of an attempt are separate pictures, or one `strip`. `latency` is how many seconds
    pass before and after every call, in worlds that have the option. The scene is shown as a
    `picture`, as `symbols` (JSON), or as `both`. `tools` are what a model may use: none, a
    calculator, or also a number of simulated attempts per task. A `reply` is free text, or
    structured: JSON that follows the schema of the action. `prompts` is the version of words and
    pictures; it is recorded and cannot be chosen.
    """

    form: str
    format: str = "vla"
    history: str = HISTORY
    parameters: bool = False
    pictures: int = 0
    classic: bool = False
    view: str = USUAL
    moments: str = APART
    prompts: int = 0
    latency: float = 0.0
    shows: str = PICTURE
    tools: str = NONE
    reply: str = IN_TEXT

    def __post_init__(self) -> None:
        if self.prompts not in (0, self.newest):
            raise BadInput(
                f"asked in version {self.prompts} of prompts; this Topple has {self.newest}",
                "ask again in a new folder",
            )
        object.__setattr__(self, "prompts", self.newest)
        _check("format", self.format, FORMATS)
        _check("view", self.view, VIEWS)
        self._check_tools()
        self._check_answers()
        _check("way to show a scene", self.shows, SHOWS)
        _check("arrangement of moments", self.moments, MOMENTS)
        if not 0 <= self.pictures <= _MOST_PICTURES:
            raise BadInput(
                f"the limit is {self.pictures} pictures per question", f"give 0 to {_MOST_PICTURES}"
            )
        history = History.parse(self.history)
        if self.shows != PICTURE and (self.classic or self.view == TEXT):
            raise BadInput(
                "classic pictures are fixed as published"
                if self.classic
                else "the text view describes the scene already",
                "leave out --shows",
            )
        if self.classic and (self.view, self.moments) != (USUAL, APART):
            raise BadInput(
                "classic pictures are fixed as published", "leave out --view and --moments"
            )
        if self.moments == STRIP and not history.attempts:
            raise BadInput(
                f"history `{self.history}` has no moments to put into a strip",
                "give attempts x moments, for example 5x5; 5x2 shows start and end",
            )

    def _check_tools(self) -> None:
        if Tools.parse(self.tools).calculates and (self.classic or self.latency):
            raise BadInput(
                "classic questions are asked as published"
                if self.classic
                else "simulated attempts have no latency",
                "leave out --tools",
            )

    def _check_answers(self) -> None:
        _check("kind of answers", self.reply, ANSWERS)
        if self.is_structured and (self.classic or self.format != "vla"):
            raise BadInput(
                "classic questions are asked as published"
                if self.classic
                else "predictions are read from text",
                "leave out --reply",
            )

    @property
    def newest(self) -> int:
        """The version of words and pictures, by what is shown."""
        return UNSEEN if self.shows == SYMBOLS else VERSION

    @property
    def is_structured(self) -> bool:
        """Whether answers are JSON."""
        return self.reply == STRUCTURED

    @property
    def plain(self) -> Setup:
        """The settings as conversations need them: these."""
        return self

    @property
    def wording(self) -> Wording:
        asked = cast(Format, self.format), self.parameters, self.classic, self.prompts
        return Wording(*asked, self.is_structured)

    @property
    def variant(self) -> str:
        """All settings that decide whether scores are comparable, in words."""
        parts = [self.form, self.format.upper(), f"history {self.history}"]
        parts += ["parameters"] if self.parameters else []
        parts += [f"at most {self.pictures} pictures"] if self.pictures else []
        parts += [f"{self.view} view"] if self.view != USUAL else []
        parts += ["strips"] if self.moments == STRIP else []
        parts += [f"latency {self.latency:g} s"] if self.latency else []
        return ", ".join(parts)

    @property
    def cell(self) -> str:
        """What is shown, may be used and is answered, where that is not pictures and text."""
        shown = {PICTURE: "", SYMBOLS: "symbols", BOTH: "picture and symbols"}[self.shows]
        answers = "structured answers" if self.is_structured else ""
        return ", ".join(filter(None, (shown, Tools.parse(self.tools).words, answers)))

    @property
    def prompt(self) -> str:
        """The version of the words."""
        return self.wording.version

    def data(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        return {k: v for k, v in asdict(self).items() if k not in _USUALLY or v != _USUALLY[k]}


def _check(what: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise BadInput(f"unknown {what} `{name[:40]}`", f"give {' or '.join(known)}")
