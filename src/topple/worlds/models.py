"""How vision-language models play a world: its `models.py` ends in `MODELS = ...`.

A world whose attempts are whole plans needs two declarations, a form and a description; the rest
has defaults. Worlds with views, predictions or turns of their own override `episode`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from topple.draw import png
from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.hint import Hint
from topple.prompting.plan_episode import PlanEpisode
from topple.prompting.question import Part, Picture
from topple.prompting.setup import APART, HISTORY, USUAL, Asking, Setup
from topple.prompting.symbols import Symbols
from topple.prompting.trial import Trial
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds import still
from topple.worlds.world import World

# Begin the names of protocols whose tasks are items of a ladder.
LADDER = ("ladder-", "counterfactual-")
REBUILD = "rebuild-"
_WORDS_ONLY = "none, text"  # the histories of worlds that show no moments
_WIDTH = 512  # pixels of the default picture
# Tokens of an answer: a few sentences before the action, as most models write them. Models that
# think write thousands; `--answer-tokens` is for them.
_ANSWERS = {"vla": 300, "wm": 450}

Baseline = Callable[[Hint, int], str]  # answers the question of a hint, drawn with a seed


class Models(ABC):
    """What models are shown and asked in a world, and how their answers are played.

    `usual_form` is the action form unless another is chosen. `options` are the prompting options
    that have an effect, each with the values it takes here; an empty text means the usual ones.
    `later` explains in exported datasets how to get the questions after the first.
    """

    usual_form: ClassVar[str]
    options: ClassVar[Mapping[str, str]] = {
        "format": "",
        "history": _WORDS_ONLY,
        "parameters": "",
    }
    later: ClassVar[str] = (
        "Then `game.question()` is the next question, with what was told of this attempt, until "
        "`game.over`:\nafter {attempts} attempts, or a solution."
    )

    def __init__(self, world: World) -> None:
        self.world = world

    def of(self, protocol: Protocol) -> Models:
        """Return what asks the tasks of a protocol; a world may ask some in another way."""
        if protocol.name.startswith(LADDER):
            # The ladder asks by the forms and descriptions of a world, so it imports this module.
            from topple.worlds.ladder.models import LadderModels

            return LadderModels(self)
        if protocol.name.startswith(REBUILD):
            from topple.worlds.ladder.rebuild.models import RebuildModels

            return RebuildModels(self)
        return self

    def usual(self, protocol: Protocol) -> str:
        """Return the action form of a protocol unless another is chosen."""
        return self.usual_form

    def usual_history(self, protocol: Protocol) -> str:
        """Return what prompts say about earlier attempts unless something else is chosen."""
        return HISTORY if self.options.get("history") != _WORDS_ONLY else "text"

    def usual_asking(self, protocol: Protocol) -> dict[str, Any]:
        """Return how a protocol is asked unless told otherwise, as plain data."""
        history, classic = self.usual_history(protocol), bool(protocol.classic_of)
        return {"form": self.usual(protocol), "history": history, "classic": classic}

    def setup(self, asking: Mapping[str, Any]) -> Asking:
        """Read how a protocol is asked from plain data."""
        return Setup(**asking)

    def asked(self, protocol: Protocol, setup: Asking) -> Protocol:
        """Return the protocol as it is asked; its tasks may depend on the setup."""
        return protocol

    def answer_tokens(self, protocol: Protocol, setup: Asking) -> int:
        """Return the usual number of tokens in an answer without lengthy reasoning."""
        assert isinstance(setup, Setup)
        return _ANSWERS[setup.format]

    def baselines(self, protocol: Protocol) -> Mapping[str, Baseline]:
        """Return baselines of the world's own by name; empty for those that any form has."""
        return {}

    def more_baselines(self, protocol: Protocol) -> Mapping[str, Baseline]:
        """Return baselines of the world's own that answer beside those that any form has."""
        return {}

    def exported(self, task: Task) -> dict[str, Any]:
        """Return fields of an exported line that are added to the usual ones, or replace them."""
        return {}

    def is_judged(self, protocol: Protocol) -> bool:
        """Return whether answers are right or wrong, rather than actions that solve or miss."""
        return False

    def options_of(self, protocol: Protocol) -> Mapping[str, str]:
        """Return the prompting options that have an effect under a protocol."""
        return self.options

    @abstractmethod
    def form(self, name: str) -> Form:
        """Find an action form by name."""

    @abstractmethod
    def describe(self, task: Task) -> Description:
        """Put a task into words."""

    def picture(self, task: Task) -> Picture:
        """Draw a task before any action."""
        pixels = still(task, _WIDTH)
        return Picture("start@1", png.encode(pixels, quick=True), png.pixel_hash(pixels))

    def symbols(self, task: Task) -> Symbols:
        """Return a task as symbols, complete enough for `rebuilt`."""
        raise BadInput(f"`{self.world.name}` has no symbols", "leave out --shows")

    def rebuilt(self, task: Task, data: Mapping[str, Any]) -> Task:
        """Return a task whose scene comes from symbols alone; the rest is that of `task`."""
        raise BadInput(f"`{self.world.name}` has no symbols", "leave out --shows")

    def check(self, setup: Setup) -> None:
        """Refuse settings that do not fit the world or have no effect there."""
        self.form(setup.form)
        if setup.view != USUAL and "view" not in self.options:
            raise BadInput(f"`{self.world.name}` has one view only", "leave out --view")
        if setup.moments != APART and "moments" not in self.options:
            raise BadInput(f"`{self.world.name}` has no strips of moments", "leave out --moments")

    def episode(self, trial: Trial) -> Episode:
        """Begin a task, or continue after earlier attempts."""
        return _Described(self, trial)


class _Described(PlanEpisode):
    """An episode of a world that declares only a form and a description."""

    def __init__(self, models: Models, trial: Trial) -> None:
        form = models.form(trial.setup.form)
        super().__init__(trial, form, models.world)
        self._models, self._task = models, trial.task

    def description(self) -> Description:
        return self._models.describe(self._task)

    def scene(self) -> list[Part]:
        return ["The scene:", self._models.picture(self._task)]
