"""Options that the environments of all worlds have: pictures of a size, and scaled actions."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from topple.errors import BadInput, UnknownName
from topple.worlds import parts, world, world_names

gym = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

import topple.gym  # noqa: E402
from topple.adapters.rules import shrunk  # noqa: E402

WORLDS = [name for name in world_names() if parts.has(world(name), "environment")]

every_world = pytest.mark.parametrize("name", WORLDS)


def first_task(name: str) -> str:
    template = next(iter(world(name).templates().values()))
    return str(world(name).id_of(template, world(name).served(template)[0]))


def make(name: str, **options: Any) -> Any:
    env_id = f"topple.gym:{topple.gym.environment_id(name)}"
    return gym.make(env_id, tasks=[first_task(name)], **options)


def width_of(name: str) -> int:
    """Return half the width of a world's pictures: every world can shrink them by two."""
    return int(make(name, observation="rgb").observation_space.shape[1]) // 2


@every_world
def test_every_world_shows_pictures_that_gymnasium_accepts(name: str) -> None:
    whole = make(name, observation="rgb")
    small = make(name, observation="rgb", width=width_of(name), channels="first")
    height, width, _ = whole.observation_space.shape
    assert whole.observation_space.dtype == np.uint8
    assert small.observation_space.shape == (3, height // 2, width // 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(small.unwrapped)
    seen, _ = small.reset(seed=0)
    assert len(np.unique(seen.reshape(3, -1), axis=1).T) > 2, "a picture shows something"


@every_world
def test_actions_can_be_float32_from_minus_one_to_one(name: str) -> None:
    if not isinstance(make(name).action_space, gym.spaces.Box):
        with pytest.raises(BadInput, match="is a choice"):
            make(name, scaled=True)
        return
    env = make(name, scaled=True)
    assert env.action_space == gym.spaces.Box(-1.0, 1.0, env.action_space.shape, np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_a_scaled_action_is_the_plain_one_in_another_scale() -> None:
    action = np.array([0.25, 0.59, 0.43])  # solves phyre/off_the_ledge:011
    plain, scaled = (
        gym.make("topple.gym:topple/Phyre-v0", tasks=["00002:011"], scaled=s) for s in (False, True)
    )
    for env, own in ((plain, action), (scaled, (2 * action - 1).astype(np.float32))):
        env.reset(seed=0)
        assert env.step(own)[1] == 1.0


def test_one_hot_channels_say_which_colour_is_where() -> None:
    from topple.worlds import phyre
    from topple.worlds.phyre import view

    env = gym.make("topple.gym:topple/Phyre-v0", tasks=["00002:011"], observation="onehot")
    seen, _ = env.reset(seed=0)
    assert seen.shape == (256, 256, 7)
    assert set(np.unique(seen)) == {0, 255}
    assert (seen.argmax(axis=-1) == view.image(phyre.task("00002:011"))[::-1]).all()


def test_the_picture_of_a_phyre_episode_stays_that_of_the_task() -> None:
    env = gym.make("topple.gym:topple/Phyre-v0", tasks=["00002:011"], observation="rgb", width=64)
    first, _ = env.reset(seed=0)
    again = env.step(np.array([0.9, 0.9, 0.0]))[0]
    assert (first == again).all()


def test_a_small_picture_has_the_means_of_squares() -> None:
    picture = np.arange(16 * 16 * 3, dtype=np.uint16).reshape(16, 16, 3).astype(np.uint8)
    small = shrunk(picture, 8)
    assert small.shape == (8, 8, 3)
    exact = picture.reshape(8, 2, 8, 2, 3).astype(float).mean(axis=(1, 3))
    assert np.abs(small - exact).max() <= 0.5
    with pytest.raises(BadInput, match="7 pixels wide") as raised:
        shrunk(picture, 7)
    assert raised.value.hint == "`width` is one of 16, 8"


def test_wrong_options_are_refused() -> None:
    with pytest.raises(UnknownName, match="no option of `phyre` environments named `width`"):
        gym.make("topple.gym:topple/Phyre-v0", width=64)
    with pytest.raises(UnknownName, match="place of the channels"):
        gym.make("topple.gym:topple/Phyre-v0", observation="rgb", channels="middle")


def test_gymnasium_records_the_statistics_of_vector_environments() -> None:
    envs = gym.make_vec("topple.gym:topple/Phyre-v0", 2, tasks=["00002:011"], attempts=1)
    envs = RecordEpisodeStatistics(envs)
    envs.reset(seed=0)
    infos = envs.step(np.array([[0.25, 0.59, 0.43], [0.9, 0.9, 0.0]]))[4]
    assert infos["episode"]["r"].tolist() == [1.0, 0.0]
    assert infos["episode"]["l"].tolist() == [1, 1]
