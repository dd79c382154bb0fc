"""What an agent is, and where agents are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, TypeGuard, TypeVar, cast, dataclass_transform

import numpy as np

from topple.agents.practice import Practice
from topple.errors import BadInput, UnknownName
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.discover import named
from topple.tasks.draw import generator
from topple.tasks.task import Task

T = TypeVar("T", bound="Agent")


class Agent:
    """Acts on tasks. Its fields are its configuration, and are recorded.

    Class variables say what kind it is: `online` agents learn from the attempts they are tested on,
    so their tasks come one after another; `simulates` marks those that may simulate the very tasks
    they are tested on, and are ranked apart. `worlds` names those that it plays; empty, it plays
    any. So many tasks as `group` says are asked for and simulated together, and lost together if
    the process dies: 1 for agents whose answers are dear.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    online: ClassVar[bool] = False
    simulates: ClassVar[bool] = False
    worlds: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[int] = 100
    # How many attempts it gets under protocols that count passes, if not the protocol's number.
    passes: ClassVar[int | None] = None
    # Whether it goes on after solving a task, to learn from all the attempts it may make.
    plays_on: bool = False

    _key: tuple[object, ...] = ()
    _rng: np.random.Generator | None = None

    def fit(self, practice: Practice) -> None:
        """Learn from the training tasks."""

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | Policy | None:
        """Choose the next action, or None to give the task up.

        Where an attempt has many moves it may be a policy, which chooses each from what is seen.
        """
        raise NotImplementedError

    def update(self, task: Task, attempts: Sequence[Attempt]) -> None:
        """Learn from all attempts at a task that is over; only online agents are told."""

    @property
    def rng(self) -> np.random.Generator:
        """Random numbers keyed by run seed, task and attempt, so that order changes nothing."""
        if self._rng is None:
            self._rng = generator(*self._key)
        return self._rng

    def settle(self, *key: object) -> None:
        """Set what the next random numbers depend on."""
        self._key, self._rng = key, None

    def settings(self) -> dict[str, Any]:
        """Give the configuration as plain data."""
        return asdict(cast(Any, self))


@dataclass_transform()
def agent(name: str, *, version: int) -> Callable[[type[T]], type[T]]:
    """Make a class an agent under a name; its annotated fields become its configuration."""

    def register(cls: type[T]) -> type[T]:
        made = dataclass(cls)
        made.name, made.version = name, version
        return made

    return register


def all_agents() -> dict[str, type[Agent]]:
    """Give every agent by name: those of this folder, and `package/name` from other packages."""
    return named("agent", _is_agent)


def make_agent(name: str, settings: Iterable[tuple[str, str]] = ()) -> Agent:
    """Make an agent of its name and settings as text, `field=value`."""
    known = all_agents()
    if name not in known:
        raise UnknownName("agent", name, known=known, see="topple list agents")
    cls = known[name]
    kinds = {field.name: type(getattr(cls, field.name)) for field in fields(cast(Any, cls))}
    values: dict[str, Any] = {}
    for field, text in settings:
        if field not in kinds:
            raise UnknownName("setting", field, known=kinds, see=f"topple list agents {name}")
        values[field] = _value(field, text, kinds[field])
    return cls(**values)


def _is_agent(value: object) -> TypeGuard[type[Agent]]:
    """Tell the classes that have a name of their own from those they build on."""
    return isinstance(value, type) and issubclass(value, Agent) and "name" in vars(value)


def _value(field: str, text: str, kind: type) -> Any:
    """Read a setting as what its default is."""
    try:
        if kind is bool:
            return {"true": True, "false": False}[text.lower()]
        return kind(text)
    except (ValueError, KeyError) as error:
        raise BadInput(f"setting `{field}` takes {kind.__name__}, not `{text[:40]}`") from error
