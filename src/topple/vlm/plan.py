"""Plans: a model under a protocol, with settings of its questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from topple.errors import BadInput
from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Key
from topple.prompting.form import Form
from topple.prompting.reader import READING
from topple.prompting.setup import TEXT, Asking, Setup
from topple.prompting.structured import TEXT as TEXT_ANSWERS
from topple.prompting.symbols import PICTURE
from topple.prompting.tools import NONE, SIMULATE, Practice, Tools
from topple.prompting.voice import Voice
from topple.runs.plan import Who, check, folder_name, written
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.vlm.baselines import BASELINES, SIMULATING, check_baseline
from topple.worlds import read_id, world
from topple.worlds.twins import OTHER
from topple.worlds.voices import voice_of


@dataclass(frozen=True, slots=True)
class ModelPlan:
    """Everything that decides the records of a run except the answers of the model.

    `options` say how the model answers: temperature, longest answer. `arguments` are those of its
    provider. `endpoint` is the hash of its address, empty for the provider's own.
    """

    protocol: Protocol
    setup: Asking
    model: str
    folds: tuple[int, ...]
    seed: int = 0
    limit: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)
    endpoint: str = ""

    def __post_init__(self) -> None:
        check(self.protocol, self.folds, self.limit)
        check_baseline(self.model, self.protocol)
        if isinstance(self.setup, Setup):
            if self.setup.view == TEXT and TEXT not in self.voice.options.get("view", ""):
                raise BadInput(f"`{self.protocol.world}` needs pictures", "leave out --view")
            self.voice.check_setup(self.setup)
            self._check_options(self.setup)

    def _check_options(self, setup: Setup) -> None:
        known = self.voice.options
        for option, usual in (("shows", PICTURE), ("tools", NONE), ("reply", TEXT_ANSWERS)):
            if getattr(setup, option) != usual and option not in known:
                raise BadInput(f"`{self.protocol.name}` has no --{option}", f"leave out --{option}")
        if self._practises:
            self._practice(self.items()[0])

    @property
    def voice(self) -> Voice:
        """What asks the tasks of the protocol."""
        return voice_of(self.protocol)

    @property
    def answer_tokens(self) -> int:
        """The usual number of tokens in an answer without lengthy reasoning."""
        return self.voice.tokens[self.setup.plain.format == "wm"]

    def form(self, name: str) -> Form:
        """Return the action form as a task needs it."""
        return self.voice.form(self.form_name).fit(self.task(name))

    @property
    def form_name(self) -> str:
        """The name of the action form."""
        return self.setup.form if isinstance(self.setup, Setup) else self.voice.usual_form

    @property
    def asks_once(self) -> bool:
        """Whether every task is one question with one answer."""
        return self.protocol.attempts == 1 and not self.voice.form(self.form_name).in_turns

    def task(self, name: str) -> Task:
        """Find a task."""
        return world(self.protocol.world, self.protocol.choices.rules).task(name)

    def truth(self, name: str) -> dict[str, Any]:
        """Return the right answer and what else exports say of a task; empty without any."""
        task = self.task(name)
        truth = self.voice.truth(task)
        return {**({"truth": truth} if truth else {}), **self.voice.exported(task)}

    def template(self, name: str) -> str:
        """Return the template of a task."""
        return read_id(name).template

    @property
    def simulates(self) -> bool:
        """Whether attempts are simulated at test time besides what is recorded as attempts."""
        return self.model in SIMULATING or bool(Tools.parse(self._tools).simulations)

    @property
    def answers_itself(self) -> bool:
        """Whether a baseline answers without tools, so that nobody has to be reached."""
        return self.model.startswith(BASELINES) and self._tools == NONE

    @property
    def asks_plainly(self) -> bool:
        """Whether any solver of Inspect can answer: one question, without tools or schemas."""
        text = not isinstance(self.setup, Setup) or self.setup.reply == TEXT_ANSWERS
        return self.asks_once and text and self._tools == NONE

    @property
    def _tools(self) -> str:
        return self.setup.tools if isinstance(self.setup, Setup) else NONE

    def begin(
        self, key: Key, done: Sequence[Attempt] = (), turns: Sequence[dict[str, Any]] = ()
    ) -> Conversation:
        """Begin a task, or continue after the attempts in `done` and their turns."""
        fold, name = key
        found = self._begin(self.task(name), fold, done, turns)
        if self._practises:
            found.practice = self._practice(key)
        return found

    def _begin(
        self,
        task: Task,
        fold: int,
        done: Sequence[Attempt] = (),
        turns: Sequence[dict[str, Any]] = (),
    ) -> Conversation:
        setup = self.setup.plain
        return Conversation(
            task, self.voice, setup, self.protocol, fold=fold, done=done, turns=turns
        )

    @property
    def _practises(self) -> bool:
        return isinstance(self.setup, Setup) and Tools.parse(self.setup.tools).practises

    def _practice(self, key: Key) -> Practice:
        """Begin the next task of the template."""
        fold, name = key
        try:
            task = self.task(f"{name}~{OTHER}")
        except BadInput as error:
            raise BadInput(
                f"the template of `{name}` has no other task to practise on",
                f"give --tools {SIMULATE}:N, or leave out --tools",
            ) from error
        return Practice(str(task), self._begin(task, fold), self.voice.scene(task).text)

    def tasks(self, fold: int) -> Sequence[str]:
        """Return the names of the tasks of a fold."""
        return self.protocol.tasks(fold, limit=self.limit)

    def items(self) -> list[Key]:
        """Return fold and name of every task."""
        return [(fold, name) for fold in self.folds for name in self.tasks(fold)]

    def settings(self) -> dict[str, Any]:
        """Return the plan as plain data, in the form that runs of agents have."""
        found = written(
            self.protocol,
            Who(
                self.model,
                settings={"prompt": self.setup.prompt, **self.options, **self._describe_reach()},
                simulates=self.simulates,
            ),
            {fold: len(self.tasks(fold)) for fold in self.folds},
            limit=self.protocol.limit_of(self.folds, "test", self.limit),
            seed=self.seed,
            more={"variant": self.setup.variant, **self.describe_cell()},
        )
        return {**found, "asking": self.setup.data(), "reading": READING}

    def describe_cell(self) -> dict[str, Any]:
        """Return what is shown, where it is more or less than pictures."""
        cell = self.setup.cell if isinstance(self.setup, Setup) else ""
        return {"cell": cell} if cell else {}

    def _describe_reach(self) -> dict[str, Any]:
        """Return where and how the model is reached, as far as that is not the usual way."""
        found = {"arguments": dict(self.arguments), "endpoint": self.endpoint}
        return {name: value for name, value in found.items() if value}

    def folder_name(self) -> str:
        """Return a folder name that is unique to this plan."""
        return folder_name(self.settings())
