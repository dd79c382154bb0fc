"""Voices: how a world puts its tasks to models. Its `models.py` ends in `VOICE = Voice(...)`.

A world needs a form of actions, a description and what to show; everything else has a default. The
tasks of some protocols are questions, which have voices of their own: `of` tells them apart.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.form import Form
from topple.prompting.hint import Hint
from topple.prompting.history import Moments
from topple.prompting.predictions import Checked, check_goal
from topple.prompting.question import Part, Question
from topple.prompting.reader import Reading
from topple.prompting.setup import APART, HISTORY, USUAL, Asking, Setup
from topple.prompting.symbols import Symbols
from topple.tasks.attempt import Action, Played
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task

if TYPE_CHECKING:
    from topple.prompting.conversation import Conversation

WORDS_ONLY = "none, text"  # the histories of worlds that show nothing of earlier attempts
LATER = (
    "Then `game.question()` is the next question, with what was told of this attempt, until "
    "`game.over`:\nafter {attempts} attempts, or a solution."
)

Baseline = Callable[[Hint, int], str]  # answers the question of a hint, drawn with a seed


class World(typing.Protocol):
    """A world, as far as conversations need it."""

    name: ClassVar[str]

    def play(
        self, tasks: Sequence[Task], actions: Sequence[Action], threads: int | None = None
    ) -> list[Played]:
        """Play one action on each task."""

    def begin(self, tasks: Sequence[Task], threads: int | None = None) -> Sequence[Any]:
        """Start a game at each task."""

    def whole(self, task: Task) -> Any:
        """Start a task as a game of one move, the whole action."""


@dataclass(frozen=True)
class Voice:
    """What a world says and shows to models, and how it takes their answers.

    `form` finds an action form by name; `usual_form` is the one that is used unless another is
    chosen. `describe` puts a task into words: as it is asked, or without a setup as questions about
    its scene begin. `show` gives the pictures and words that show a game as it stands.

    `options` are the prompting options that have an effect, each with the values that it takes; an
    empty text means the usual ones. `later` explains in exported datasets how to get the questions
    after the first.
    """

    world: World
    form: Callable[[str], Form]
    usual_form: str
    describe: Callable[[Any, Setup | None], Description]
    show: Callable[[Any, Setup], list[Part]]
    options: Mapping[str, str] = field(
        default_factory=lambda: {"format": "", "history": WORDS_ONLY, "parameters": ""}
    )
    later: str = LATER

    # What else can be shown: the scene as symbols, a task made from these alone, what has changed
    # in a game since, and moments of an earlier attempt.
    symbols: Callable[[Any], Symbols] | None = None
    rebuilt: Callable[[Any, Mapping[str, Any]], Task] | None = None
    state: Callable[[Any], Any] = lambda game: None
    moments: Callable[[Any, Action, Setup], Moments] = lambda task, action, setup: Moments()

    # How games are begun and answers are read.
    begin: Callable[[Any, Setup], Any] | None = None
    read: Callable[[Any, Setup, str], Reading] = lambda form, setup, text: setup.wording.read(
        form, text
    )

    # What is said of a move: `before` is what `remember` returned before it. A `remark` is for the
    # next question, a `note` for the record; `reasons` replace the world's notes in prompts.
    remember: Callable[[Any], Any] = lambda game: None
    check: Callable[[str, Any, Any], list[Checked | None]] = check_goal
    remark: Callable[[Any, Any], str] = lambda before, game: ""
    note: Callable[[Any, Setup], str] = lambda game, setup: ""
    reasons: Mapping[str, str] = field(default_factory=dict)

    # Words that replace the usual ones: what stays as it is after a lost turn, the rule on
    # attempts, the request, or the whole question.
    unchanged: str = ""
    tries: str = ""
    request: str = ""
    ask: Callable[[Conversation], Question] | None = None

    # Settings: how they are read from plain data, the usual ones, and those that do not fit.
    setup: Callable[[Mapping[str, Any]], Asking] = lambda data: Setup(**data)
    usual: Mapping[str, Any] | None = None
    refuse: Callable[[Setup], None] = lambda setup: None
    # Tokens of an answer, and of one with a prediction: a few sentences before the action, as most
    # models write them. Models that think write thousands; `--answer-tokens` is for them.
    tokens: tuple[int, int] = (300, 450)

    # Protocols: the voice of one that is asked in another way, and the protocol of a setup.
    by_protocol: Callable[[Protocol], Voice] | None = None
    asked: Callable[[Protocol, Asking], Protocol] = lambda protocol, setup: protocol
    # Baselines of the world's own, instead of those that any form has and beside them.
    baselines: Mapping[str, Baseline] = field(default_factory=dict)
    more_baselines: Mapping[str, Baseline] = field(default_factory=dict)
    constant_tasks: int = 10  # training tasks per template that choose constant actions
    judged: bool = False  # answers are right or wrong, rather than actions that solve or miss
    exported: Callable[[Any], Mapping[str, Any]] = lambda task: {}  # more fields of exported lines
    truth: Callable[[Any], str] = lambda task: ""  # the one right answer, where tasks are questions

    def of(self, protocol: Protocol) -> Voice:
        """Return the voice that asks the tasks of a protocol."""
        own = self.by_protocol(protocol) if self.by_protocol else self
        if own.usual is not None:
            return own
        history = "text" if own.options.get("history", WORDS_ONLY) == WORDS_ONLY else HISTORY
        usual = {"form": own.usual_form, "history": history, "classic": bool(protocol.classic_of)}
        return replace(own, usual=usual)

    def scene(self, task: Task) -> Symbols:
        """Return a task as symbols, complete enough for `rebuilt`."""
        if self.symbols is None:
            raise BadInput(f"`{self.world.name}` has no symbols", "leave out --shows")
        return self.symbols(task)

    def rebuild(self, task: Task, data: Mapping[str, Any]) -> Task:
        """Return a task whose scene comes from symbols alone; the rest is that of `task`."""
        if self.rebuilt is None:
            raise BadInput(f"`{self.world.name}` has no symbols", "leave out --shows")
        return self.rebuilt(task, data)

    def check_setup(self, setup: Setup) -> None:
        """Refuse settings that do not fit the world or have no effect there."""
        self.form(setup.form)
        if setup.view != USUAL and "view" not in self.options:
            raise BadInput(f"`{self.world.name}` has one view only", "leave out --view")
        if setup.moments != APART and "moments" not in self.options:
            raise BadInput(f"`{self.world.name}` has no strips of moments", "leave out --moments")
        self.refuse(setup)
