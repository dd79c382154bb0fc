"""The rules of environments, with the options that the environments of all worlds have.

`observation="rgb"` and `"onehot"` are pictures; `size` is their width in pixels and `channels` says
where the colours are. `scaled` makes actions float32 numbers from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.adapters.resize import shrunk
from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.environment import Box, Episode, Options, Rules, Step
from topple.worlds import parts, world

PICTURES = ("rgb", "onehot")
CHANNELS = ("last", "first")
# Pictures of tasks that are kept where they do not change; each has up to half a megabyte.
_MOST_KEPT = 512


def rules_of(world_name: str, options: Mapping[str, Any]) -> Rules[Any]:
    """Make the rules of a world's environment."""
    own = dict(options)
    scaled, size = own.pop("scaled", False), own.pop("size", None)
    channels = own.pop("channels", "last")
    kind = own.pop("observation") if own.get("observation") in PICTURES else ""
    if not kind and (size is not None or channels != "last"):
        raise BadInput(
            "`size` and `channels` are for pictures", "add observation='rgb' or 'onehot'"
        )
    try:
        rules = parts.environment(world(world_name)).rules(**own)
    except TypeError as error:
        raise BadInput(f"`{world_name}` has no such environment: {error}") from error
    if kind:
        rules = PictureRules(rules, kind, size, channels)
    return ScaledRules(rules) if scaled else rules


class ChangedRules(Rules[Episode]):
    """Rules that differ from others in their spaces only."""

    def __init__(self, inner: Rules[Any]) -> None:
        self.inner = inner
        self.actions, self.observations = inner.actions, inner.observations

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[Episode]:
        return self.inner.begin(rngs, options, threads)

    def read(self, actions: object, count: int) -> NDArray[Any]:
        return self.inner.read(actions, count)

    def play(
        self, episodes: Sequence[Episode], rows: NDArray[Any], threads: int | None
    ) -> list[Step]:
        return self.inner.play(episodes, rows, threads)


class PictureRules(ChangedRules):
    """Rules whose observations are pictures: RGB, or one channel per class of things."""

    def __init__(self, inner: Rules[Any], kind: str, size: int | None, channels: str) -> None:
        super().__init__(inner)
        if channels not in CHANNELS:
            raise UnknownName("place of the channels", channels, known=CHANNELS)
        self._kind, self._size, self._first = kind, size, channels == "first"
        self._kept: dict[str, NDArray[np.uint8]] = {}
        # Only a picture tells how large pictures are.
        (episode,) = inner.begin([np.random.default_rng(0)], None, 1)
        self.observations = Box(0, 255, self._picture(episode).shape, np.uint8)

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[Episode]:
        episodes = super().begin(rngs, options, threads)
        self._observe(episodes)
        return episodes

    def play(
        self, episodes: Sequence[Episode], rows: NDArray[Any], threads: int | None
    ) -> list[Step]:
        steps = super().play(episodes, rows, threads)
        if not self.inner.same_view:
            self._observe(episodes)
        return steps

    def _observe(self, episodes: Sequence[Episode]) -> None:
        for episode in episodes:
            task = episode.info()["task"]
            seen = self._kept.get(task)
            if seen is None:
                seen = self._picture(episode)
                if self.inner.same_view and len(self._kept) < _MOST_KEPT:
                    self._kept[task] = seen
            episode.observation = {self._kind: seen}

    def _picture(self, episode: Episode) -> NDArray[np.uint8]:
        if self._kind == "rgb":
            drawn = self.inner.rgb(episode, self._size)
        else:
            drawn = self.inner.one_hot(episode)
        picture = shrunk(drawn, self._size or drawn.shape[1])
        return np.ascontiguousarray(np.moveaxis(picture, -1, 0)) if self._first else picture


class ScaledRules(ChangedRules):
    """Rules whose actions are float32 numbers from -1 to 1, as learning libraries want them."""

    def __init__(self, inner: Rules[Any]) -> None:
        super().__init__(inner)
        if not isinstance(inner.actions, Box):
            raise BadInput("an action here is a choice, not numbers", "leave out `scaled`")
        self._low, self._range = inner.actions.low, inner.actions.high - inner.actions.low
        self.actions = Box(-1.0, 1.0, inner.actions.shape, np.float32)

    def read(self, actions: object, count: int) -> NDArray[Any]:
        try:
            given = np.asarray(actions, np.float64)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not an action: {error}") from error
        return self.inner.read(self._low + (given + 1) / 2 * self._range, count)
