"""Agents: the base class, registration, and how agents are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard, TypeVar, cast, dataclass_transform

import numpy as np

from topple.agents.practice import Practice
from topple.agents.source import source_hash
from topple.errors import BadInput, UnknownName
from topple.sim.counting import uncounted
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.discover import find, load_object, named
from topple.tasks.draw import generator
from topple.tasks.question import Question
from topple.tasks.task import Task

if TYPE_CHECKING:
    from topple.draw.film import Film

T = TypeVar("T", bound="Agent")
_KINDS = {int: "a whole number", float: "a number", bool: "true or false"}


class Agent:
    """Acts on tasks. Its fields are its configuration, and are recorded.

    Class variables: `online` agents learn from the attempts they are tested on, so their tasks are
    played one after another. Agents that `simulates` marks may simulate the tasks they are tested
    on, and are ranked apart. `worlds` names the worlds that it plays; if empty, it plays all
    but those in `not_worlds`.
    `group` is the number of tasks that are played together, and lost together if the process dies:
    1 for agents whose answers are expensive.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    online: ClassVar[bool] = False
    simulates: ClassVar[bool] = False
    worlds: ClassVar[tuple[str, ...]] = ()
    not_worlds: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[int] = 100
    # Attempts under protocols that count passes; None for the number in the protocol.
    passes: ClassVar[int | None] = None
    # Whether it continues after solving a task, to learn from all its attempts.
    plays_on: bool = False
    # A hash of its files when it was loaded; empty for agents of Topple.
    source: ClassVar[str] = ""
    # How the model was trained that `fit` loaded, for the record of the run; empty without a model.
    training: Mapping[str, Any] = MappingProxyType({})

    _key: tuple[object, ...] = ()
    _rng: np.random.Generator | None = None
    _facing: tuple[Task, Sequence[Attempt]] | None = None

    def fit(self, practice: Practice) -> None:
        """Learn from the training tasks."""

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | Policy | None:
        """Return the next action, or None to give the task up: it counts as not solved.

        Where an attempt has many moves, return a policy, which chooses each from what it sees.
        """
        raise NotImplementedError

    def update(self, task: Task, attempts: Sequence[Attempt]) -> None:
        """Learn from all attempts at a task that is over; called for online agents only."""

    @property
    def rng(self) -> np.random.Generator:
        """Random numbers keyed by run seed, task and attempt, so that order does not matter."""
        if self._rng is None:
            self._rng = generator(*self._key)
        return self._rng

    def replay(self, attempt: Attempt) -> Film:
        """Return the film of one of the `past` attempts: every step, as poses or as pictures.

        It shows what has happened already, so it is no simulation: any other action is refused.
        """
        if self._facing is None or attempt not in self._facing[1]:
            raise BadInput(
                "only the past attempts at this task can be replayed", "give one of `past`"
            )
        task = self._facing[0]
        if attempt.action is None or None in attempt.action or isinstance(task, Question):
            raise BadInput(f"attempt {attempt.number} at `{task}` moved nothing", "skip it")
        from topple.worlds import film  # loads pictures, which few agents look at

        with uncounted():
            return film(task, cast(Action, attempt.action), stride=1)

    def face(self, task: Task, past: Sequence[Attempt]) -> None:
        """Set the task that is played next, and the attempts that may be replayed."""
        self._facing = task, past

    def settle(self, *key: object) -> None:
        """Set the key of the next random numbers."""
        self._key, self._rng = key, None

    def go_on(self, rng: np.random.Generator) -> None:
        """Draw the next random numbers from a generator that was in use before."""
        self._rng = rng

    def settings(self) -> dict[str, Any]:
        """Return the configuration as plain data."""
        return asdict(cast(Any, self))


@dataclass_transform()
def agent(name: str, *, version: int) -> Callable[[type[T]], type[T]]:
    """Register a class as an agent; its annotated fields become its configuration."""

    def register(cls: type[T]) -> type[T]:
        made = dataclass(cls)
        made.name, made.version, made.source = name, version, source_hash(made)
        return made

    return register


def all_agents() -> dict[str, type[Agent]]:
    """Return all agents by name: those of this folder, and `package/name` from other packages."""
    return named("agent", _is_agent)


def find_agent(name: str) -> type[Agent] | None:
    """Return the agent of this name, of Topple or of another package, or None."""
    return find("agent", _is_agent, name)


def trainable_agents() -> list[str]:
    """Return the names of the agents that `topple train` can train."""
    return [name for name, cls in all_agents().items() if hasattr(cls, "train")]


def make_agent(name: str, settings: Iterable[tuple[str, str]] = ()) -> Agent:
    """Make an agent from its name, `module:Class` or `file.py:Class`, and settings as text."""
    cls = _agent_class(name)
    for field in fields(cast(Any, cls)):
        if not hasattr(cls, field.name):
            raise BadInput(f"field `{field.name}` of agent `{name}` has no default", "give it one")
    kinds = {field.name: type(getattr(cls, field.name)) for field in fields(cast(Any, cls))}
    values: dict[str, Any] = {}
    for setting, text in settings:
        if setting not in kinds:
            raise UnknownName("setting", setting, known=kinds, see=f"topple list {name}")
        values[setting] = _value(setting, text, kinds[setting])
    return cls(**values)


def read_agent(words: str) -> Agent:
    """Make an agent from its name and settings in one line, such as `random listed=true`."""
    name, *settings = words.split()
    return make_agent(name, [(field, value) for field, _, value in map(_parts, settings)])


def _parts(setting: str) -> tuple[str, str, str]:
    return setting.partition("=")


def _agent_class(name: str) -> type[Agent]:
    if ":" in name:
        loaded = load_object(name)
        if not _is_agent(loaded):
            raise BadInput(f"`{name}` is not an agent", "decorate the class with `@agent(...)`")
        return loaded
    if name.endswith(".py"):
        raise BadInput(f"`{name}` names a file, not an agent", f"add the class: {name}:Class")
    found = find_agent(name)
    if found is None:
        raise UnknownName("agent", name, known=all_agents(), see="topple list agents")
    return found


def _is_agent(value: object) -> TypeGuard[type[Agent]]:
    """Return whether a value is an agent class with its own name, not a base class."""
    return isinstance(value, type) and issubclass(value, Agent) and "name" in vars(value)


def _value(field: str, text: str, kind: type) -> Any:
    """Convert a setting to the type of its default."""
    try:
        if kind is bool:
            return {"true": True, "false": False}[text.lower()]
        return kind(text)
    except (ValueError, KeyError) as error:
        raise BadInput(
            f"setting `{field}` takes {_KINDS.get(kind, kind.__name__)}, not `{text[:40]}`",
            "`topple list NAME` shows the settings of an agent and what they are",
        ) from error
