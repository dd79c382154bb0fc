"""The Gymnasium environments keep Gymnasium's rules and PHYRE's."""

from __future__ import annotations

import builtins
import importlib
import sys
from typing import Any

import numpy as np
import pytest

from topple.errors import BadAction, BadInput, MissingExtra, UnknownName
from topple.installed import install_command
from topple.worlds import phyre
from topple.worlds.phyre import view

gym = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from topple.adapters.gymnasium import (  # noqa: E402
    PhyreEnv,
    PhyreVectorEnv,
    environment_id,
    register,
)
from topple.worlds.phyre.environment import ACTIONS_PER_ATTEMPT  # noqa: E402

ID = environment_id("phyre")

TASKS = {
    "ball": ["00002:011", "00003:017", "00008:001"],
    "two_balls": ["00101:000", "00115:007"],
}
MISS = [0.9, 0.9, 0.0]
SOLVE = [0.25, 0.59, 0.43]  # phyre/off_the_ledge:011
INVALID = [0.0, 0.0, 1.0]


pytestmark = pytest.mark.filterwarnings("error")


def make(**options: Any) -> Any:
    return gym.make(ID, **{"tasks": TASKS["ball"]} | options)


@pytest.mark.parametrize("observation", ["image", "features", "both"])
@pytest.mark.parametrize("tier", ["ball", "two_balls"])
@pytest.mark.parametrize("attempts", [1, 100])
def test_the_checker_has_nothing_to_say(observation: str, tier: str, attempts: int) -> None:
    env = make(tier=tier, tasks=TASKS[tier], observation=observation, attempts=attempts)
    check_env(env.unwrapped)


def test_it_can_be_made_with_nothing_but_its_name() -> None:
    env = gym.make(f"topple.adapters.gymnasium:{ID}")
    observation, info = env.reset(seed=0)
    assert observation in env.observation_space
    assert phyre.task(info["task"]).tier.name == "ball"


def test_registering_twice_is_harmless() -> None:
    register()
    assert ID in gym.registry


def test_actions_are_doubles_in_the_unit_box() -> None:
    for tier, dimensions in (("ball", 3), ("two_balls", 6)):
        space = make(tier=tier, tasks=TASKS[tier]).action_space
        assert space == gym.spaces.Box(0.0, 1.0, (dimensions,), np.float64)


def test_a_solved_task_gives_the_reward_and_ends_the_episode() -> None:
    env = make()
    env.reset(options={"task": "00002:011"})
    _, reward, terminated, truncated, info = env.step(np.array(SOLVE))
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["outcome"] == "solved"
    assert info["task"] == "phyre/off_the_ledge@1:011"
    assert info["attempt"] == 1
    assert info["steps"] == phyre.simulate(phyre.task("00002:011"), SOLVE).steps[0]
    with pytest.raises(gym.error.ResetNeeded):
        env.step(np.array(MISS))


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(gym.error.ResetNeeded):
        PhyreEnv(tasks=TASKS["ball"]).step(np.array(MISS))


def test_an_episode_ends_after_its_attempts_and_invalid_actions_are_none() -> None:
    env = make(attempts=2)
    env.reset(options={"task": "00002:011"})
    ends = []
    for action in (MISS, INVALID, INVALID, MISS):
        _, reward, terminated, truncated, info = env.step(np.array(action))
        assert reward == 0.0
        ends.append((info["outcome"], info["reason"], info["attempt"], terminated, truncated))
    assert ends == [
        ("missed", "", 1, False, False),
        ("invalid", "out_of_scene", 1, False, False),
        ("invalid", "out_of_scene", 1, False, False),
        ("missed", "", 2, True, False),
    ]


def test_an_episode_of_invalid_actions_is_cut_off() -> None:
    env = make(attempts=1)
    env.reset(seed=0)
    ends = [env.step(np.array(INVALID))[2:4] for _ in range(ACTIONS_PER_ATTEMPT)]
    assert ends == [(False, False)] * (ACTIONS_PER_ATTEMPT - 1) + [(False, True)]


def test_single_precision_actions_count_as_the_doubles_they_equal() -> None:
    # The float32 next to 0.15 gives a radius of 6.5 in float32, so 6, but a little more in doubles.
    action = np.array([0.8, 0.85, 0.15], np.float32)
    env = make(tasks="00002:011", render_mode="rgb_array")
    env.reset()
    env.step(action)
    ends = [
        phyre.simulate(phyre.task("00002:011"), action.astype(number), images=True).images(0)[-1]
        for number in (np.float64, np.float32)
    ]
    assert np.array_equal(env.render(), view.to_rgb(ends[0]))
    assert not np.array_equal(ends[0], ends[1])


def test_the_image_is_the_scene_before_the_attempt() -> None:
    env = make(observation="image")
    before, info = env.reset(seed=5)
    after = env.step(np.array(MISS))[0]
    expected = view.image(phyre.task(info["task"]))
    assert before.shape == (256, 256)
    assert np.array_equal(before, expected)
    assert np.array_equal(after, expected)


def test_features_are_padded_with_zero_rows() -> None:
    env = make(observation="both")
    most = max(len(view.initial_features(phyre.task(name))) for name in TASKS["ball"])
    padded = 0
    for name in TASKS["ball"]:
        observation, _ = env.reset(options={"task": name})
        features = view.initial_features(phyre.task(name))
        assert observation["features"].shape == (most, 14)
        assert np.array_equal(observation["features"][: len(features)], features)
        assert not observation["features"][len(features) :].any()
        padded += most - len(features)
    assert padded


def test_a_task_with_more_objects_than_rows_is_refused() -> None:
    env = make(tasks="00002:011", observation="features")
    with pytest.raises(BadInput, match="the observation space has"):
        env.reset(options={"task": "00008:001"})


def test_seeds_decide_the_tasks() -> None:
    def names(seed: int) -> list[str]:
        env = make()
        first = env.reset(seed=seed)[1]["task"]
        return [first, *(env.reset()[1]["task"] for _ in range(20))]

    assert names(1) == names(1) != names(2)
    assert len(set(names(1))) == len(TASKS["ball"])


def test_the_picture_shows_where_the_attempt_ended() -> None:
    env = make(render_mode="rgb_array")
    env.reset(options={"task": "00002:011"})
    start = env.render()
    env.step(np.array(INVALID))
    assert np.array_equal(env.render(), start)
    env.step(np.array(MISS))
    batch = phyre.simulate(phyre.task("00002:011"), MISS, images=True)
    assert start.shape == (256, 256, 3)
    assert np.array_equal(env.render(), view.to_rgb(batch.images(0)[-1]))
    assert not np.array_equal(env.render(), start)


def test_without_a_render_mode_there_is_no_picture() -> None:
    env = PhyreEnv(tasks=TASKS["ball"])
    env.reset()
    assert env.render() is None


def test_the_tier_is_that_of_the_tasks() -> None:
    assert make(tasks="00101:000").action_space.shape == (6,)


def test_tasks_may_be_given_as_objects() -> None:
    env = make(tasks=[phyre.task("00002:011")])
    assert env.reset()[1]["task"] == "phyre/off_the_ledge@1:011"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"tier": "three_balls"}, UnknownName),
        ({"observation": "sound"}, UnknownName),
        ({"tasks": []}, BadInput),
        ({"tasks": ["00002:nil"]}, BadInput),
        ({"tasks": ["99999:000"]}, UnknownName),
        ({"tier": "ball", "tasks": ["00101:000"]}, BadInput),
        ({"attempts": 0}, BadInput),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    for build in (PhyreEnv, PhyreVectorEnv):
        with pytest.raises(error):
            build(**{"tasks": TASKS["ball"]} | options)


@pytest.mark.parametrize("action", [[0.5], [[0.5] * 3] * 2, "left", [0.5, 0.5, None]])
def test_what_is_not_an_action_is_refused(action: Any) -> None:
    env = PhyreEnv(tasks=TASKS["ball"])
    env.reset()
    with pytest.raises(BadAction):
        env.step(action)


def test_unknown_reset_options_are_refused() -> None:
    with pytest.raises(BadInput, match="unknown reset option `taks`"):
        PhyreEnv(tasks=TASKS["ball"]).reset(options={"taks": "00002:011"})


def test_without_gymnasium_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "gymnasium":
            raise ModuleNotFoundError(name)
        return whole(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    monkeypatch.delitem(sys.modules, "topple.adapters.gymnasium")
    with pytest.raises(MissingExtra) as caught:
        importlib.import_module("topple.adapters.gymnasium")
    assert caught.value.hint == install_command("gym")
