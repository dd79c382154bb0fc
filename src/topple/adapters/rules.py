"""The rules of environments, with the options that the environments of all worlds have.

`observation="rgb"` and `"onehot"` are pictures of a `width` in pixels; `channels` says where their
colours are. `scaled` makes actions float32 numbers from -1 to 1. `masked` adds to an observation
which choices are legal.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, UnknownName
from topple.tasks.actions import read_numbers
from topple.tasks.environment import Box, Discrete, Episode, Options, Rules, Step
from topple.worlds import parts, world

PICTURES = ("rgb", "onehot")
CHANNELS = ("last", "first")
# Pictures of tasks that are kept where they do not change; each has up to half a megabyte.
_MOST_KEPT = 512


def rules_of(world_name: str, options: Mapping[str, Any]) -> Rules[Any]:
    """Make the rules of a world's environment."""
    own = dict(options)
    scaled, masked = own.pop("scaled", False), own.pop("masked", False)
    picture: list[Any] | None = None
    if own.get("observation") in PICTURES:
        taken = ("observation", None), ("width", None), ("channels", "last")
        picture = [own.pop(name, default) for name, default in taken]
    make = parts.environment(world(world_name)).rules
    known = inspect.signature(make).parameters
    for name in own:
        if name not in known:
            raise UnknownName(f"option of `{world_name}` environments", name, known=known)
    rules = make(**own)
    if picture:
        rules = PictureRules(rules, *picture)
    rules = MaskedRules(rules) if masked else rules
    return ScaledRules(rules) if scaled else rules


class ChangedRules(Rules[Episode]):
    """Base of wrappers that change only the spaces of other rules."""

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

    def __init__(self, inner: Rules[Any], kind: str, width: int | None, channels: str) -> None:
        super().__init__(inner)
        if channels not in CHANNELS:
            raise UnknownName("place of the channels", channels, known=CHANNELS)
        self._kind, self._width, self._first = kind, width, channels == "first"
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
            drawn = self.inner.rgb(episode, self._width)
        else:
            drawn = self.inner.one_hot(episode)
        picture = shrunk(drawn, self._width or drawn.shape[1])
        return np.ascontiguousarray(np.moveaxis(picture, -1, 0)) if self._first else picture


class MaskedRules(ChangedRules):
    """Rules whose observations end with one number per choice: 1 if it is legal now."""

    def __init__(self, inner: Rules[Any]) -> None:
        super().__init__(inner)
        seen = inner.observations
        if not isinstance(inner.actions, Discrete) or not isinstance(seen, Box):
            raise BadInput("only choices among moves can be masked", "leave out `masked`")
        shape = (seen.shape[0] + inner.actions.choices,)
        self.observations = Box(min(seen.low, 0.0), max(seen.high, 1.0), shape, np.float32)

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[Episode]:
        return self._masked(super().begin(rngs, options, threads))

    def play(
        self, episodes: Sequence[Episode], rows: NDArray[Any], threads: int | None
    ) -> list[Step]:
        steps = super().play(episodes, rows, threads)
        self._masked(episodes)
        return steps

    def _masked(self, episodes: Sequence[Any]) -> list[Episode]:
        for episode in episodes:
            (seen,) = episode.observation.values()
            legal = episode.rules.allowed(episode.game)
            episode.observation = {"masked": np.concatenate([seen, legal]).astype(np.float32)}
        return list(episodes)


class ScaledRules(ChangedRules):
    """Rules whose actions are float32 numbers from -1 to 1, as learning libraries want them."""

    def __init__(self, inner: Rules[Any]) -> None:
        super().__init__(inner)
        if not isinstance(inner.actions, Box):
            raise BadInput("an action here is a choice, not numbers", "leave out `scaled`")
        self._low, self._range = inner.actions.low, inner.actions.high - inner.actions.low
        self.actions = Box(-1.0, 1.0, inner.actions.shape, np.float32)

    def read(self, actions: object, count: int) -> NDArray[Any]:
        given = read_numbers(actions)
        return self.inner.read(self._low + (given + 1) / 2 * self._range, count)


_SMALLEST = 8  # smallest width of a picture in pixels


def shrunk(picture: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """Return a picture of height x width x channels at a width that divides its own."""
    height, old_width, channels = picture.shape
    if width == old_width:
        return picture
    fitting = _fitting(height, old_width)
    if width not in fitting:
        raise BadInput(
            f"cannot make a picture {width} pixels wide of one of {old_width}",
            f"`width` is one of {', '.join(map(str, fitting))}",
        )
    side = old_width // width
    low = picture.reshape(height // side, side, -1).sum(axis=1, dtype=np.uint32)
    sums = low.reshape(height // side, width, side, channels).sum(axis=2, dtype=np.uint32)
    return np.asarray((sums + side**2 // 2) // side**2, np.uint8)


def _fitting(height: int, width: int) -> list[int]:
    """Return the widths at which squares of whole pixels cover the picture."""
    sides = range(1, width // _SMALLEST + 1)
    return [width // side for side in sides if width % side == 0 and height % side == 0]
