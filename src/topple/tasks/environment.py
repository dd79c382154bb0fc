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


class Batch(ABC):
    """Many episodes that are stepped together; each begins again when it has ended.

    With `same_step` it does so within the step, and `finals` holds the last observations of the
    episodes that ended. Otherwise it begins at the next step, whose action it ignores. All arrays
    have a row per environment, which the next step may overwrite. `lengths` and `returns` are those
    of the episode in which the last step was played, also if it ended there.
    """

    observations: dict[str, NDArray[Any]]
    finals: dict[str, NDArray[Any]]
    lengths: NDArray[np.int64]
    returns: NDArray[np.float64]

    def __init__(self, count: int, same_step: bool) -> None:
        self.count, self.same_step = count, same_step
        self.rewards = np.zeros(count)
        self.terminated, self.truncated = np.zeros((2, count), np.bool_)
        self.lengths, self.returns = np.zeros(count, np.int64), np.zeros(count)

    @abstractmethod
    def seed(self, row: int, rng: np.random.Generator) -> None:
        """Set the generator that draws the tasks of an environment from here on."""

    @abstractmethod
    def reset(self, options: Options = None) -> None:
        """Begin an episode in every environment."""

    @abstractmethod
    def start(self, actions: object) -> None:
        """Begin to play an action in every environment; raise `BadAction` before any is played."""

    @abstractmethod
    def wait(self) -> None:
        """Wait until all actions are played."""

    @abstractmethod
    def info(self, row: int) -> Info:
        """Return the facts about an episode after the last step."""

    @abstractmethod
    def infos(self) -> Info:
        """Return the facts about all episodes as Gymnasium does: per fact an array and a mask."""

    @abstractmethod
    def episodes(self) -> Sequence[Episode]:
        """Return the episodes that go on, for other views of them."""


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

    def native(self, count: int, threads: int | None, same_step: bool) -> Batch | None:
        """Return a batch that the core plays, of the same numbers; None if there is none."""
        return None

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


def read_task(options: Options) -> Any:
    """Return the task that the reset options name, if any; refuse other options."""
    asked = dict(options or {})
    task = asked.pop("task", None)
    if asked:
        raise BadInput(f"unknown reset option `{next(iter(asked))}`", "the only option is `task`")
    return task
