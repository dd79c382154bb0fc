"""Environments as data: what a world declares for Gymnasium, Stable-Baselines3 and others.

Nothing here imports either of them; `topple.adapters` does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput

Observation: TypeAlias = NDArray[Any] | dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, Any]
Options: TypeAlias = dict[str, Any] | None
Step: TypeAlias = tuple[float, bool, bool, Info]  # reward, terminated, truncated, info


@dataclass(frozen=True, slots=True)
class Box:
    """Arrays of one shape with numbers between two ends."""

    low: float
    high: float
    shape: tuple[int, ...]
    dtype: type[np.generic]


@dataclass(frozen=True, slots=True)
class Discrete:
    """Whole numbers from 0 up to, but not including, `choices`."""

    choices: int


@dataclass(frozen=True, slots=True)
class MultiDiscrete:
    """Several whole numbers, each from 0 up to, but not including, its entry in `choices`."""

    choices: tuple[int, ...]


Space: TypeAlias = Box | Discrete | MultiDiscrete
Spaces: TypeAlias = Space | Mapping[str, Space]  # one space per part of an observation


class Episode(Protocol):
    """An episode at one task: the current observation, by part, and whether it is over."""

    observation: dict[str, NDArray[Any]]

    @property
    def over(self) -> bool: ...

    def info(self) -> Info: ...

    def picture(self) -> NDArray[np.uint8]: ...


E = TypeVar("E", bound=Episode)


class Rules(ABC, Generic[E]):
    """How the episodes of a world start and continue; `actions` and `observations` are spaces.

    With `same_view`, all observations of an episode are equal: those of the task before any action.
    With `masks`, actions are choices, and `allowed` says which of them are legal at a moment.
    """

    same_view: ClassVar[bool] = False
    masks: ClassVar[bool] = False
    actions: Space
    observations: Spaces

    @abstractmethod
    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[E]:
        """Start an episode for each generator, on the task in the options or one it picks."""

    @abstractmethod
    def read(self, actions: object, count: int) -> NDArray[Any]:
        """Return actions as rows, one per episode; raise `BadAction` if they are not."""

    @abstractmethod
    def play(self, episodes: Sequence[E], rows: NDArray[Any], threads: int | None) -> list[Step]:
        """Play one action in each episode."""

    def observation(self, parts: dict[str, NDArray[Any]]) -> Observation:
        """Return parts, of one episode or stacked, in the form the observation space declares."""
        if isinstance(self.observations, Mapping):
            return parts
        (only,) = parts.values()
        return only

    def rgb(self, episode: E, width: int | None) -> NDArray[np.uint8]:
        """Draw what is observed as height x width x 3, top row first.

        A world that draws pictures of one size only may ignore the width.
        """
        return episode.picture()

    def one_hot(self, episode: E) -> NDArray[np.uint8]:
        """Draw what is observed as height x width x classes of 0 and 255, top row first."""
        raise BadInput(
            f"no one-hot pictures of {episode.info()['task']}", "use observation='rgb' instead"
        )


def asked_task(options: Options) -> Any:
    """Return the task that the reset options name, if any; refuse other options."""
    asked = dict(options or {})
    task = asked.pop("task", None)
    if asked:
        raise BadInput(f"unknown reset option `{next(iter(asked))}`", "the only option is `task`")
    return task
