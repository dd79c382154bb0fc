"""The environments of birds keep Gymnasium's rules and the game's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from small_birds import ALL, FLAT, HIGH, MISS, ONE, OUTRIGHT, THREE, TWO
from small_games import game_at

from topple.errors import BadAction, BadInput, UnknownName
from topple.worlds.birds import (
    Placed,
    Rules,
    Shot,
    environment,
    game,
    play_on,
    screenshot,
    simulate,
    symbolic,
    tensor,
)
from topple.worlds.birds.template import Template
from topple.worlds.birds.world import Birds, all_templates, template

gym = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import topple.adapters.gymnasium  # noqa: E402
from topple.adapters.gymnasium import BirdsEnv, BirdsVectorEnv, environment_id  # noqa: E402

ID = environment_id("birds")

pytestmark = pytest.mark.filterwarnings("error")


def make(**options: Any) -> Any:
    return gym.make(ID, **{"tasks": ALL} | options)


@pytest.fixture
def two_certified() -> Iterator[None]:
    """Let all templates but one have certificates for the tasks 3 and 5."""

    def served(_: Birds, of: Template) -> Sequence[int]:
        return () if of.phyq == "1.2" else (3, 5)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Birds, "served", served)
        yield


@pytest.mark.parametrize("observation", ["tensor", "rgb"])
@pytest.mark.parametrize("action", ["angle", "power", "release"])
@pytest.mark.parametrize("reward", ["pass", "score"])
def test_the_birds_checker_has_nothing_to_say(observation: str, action: str, reward: str) -> None:
    width = {"width": 160} if observation == "rgb" else {}
    check_env(make(observation=observation, action=action, reward=reward, **width).unwrapped)


def test_the_spaces_are_those_of_the_original_learners() -> None:
    assert make().action_space == gym.spaces.Discrete(180)
    assert make().observation_space == gym.spaces.Box(0, 1, (12, 120, 160), np.uint8)
    small = make(observation="rgb", width=160, action="release")
    assert small.observation_space == gym.spaces.Box(0, 255, (120, 160, 3), np.uint8)
    assert small.action_space == gym.spaces.Box(-1.0, 1.0, (4,), np.float32)
    assert make(observation="rgb").observation_space.shape == (480, 640, 3)


def test_a_shot_that_passes_the_task_gives_the_reward_and_ends_the_episode() -> None:
    env = make()
    env.reset(options={"task": ONE})
    _, reward, terminated, truncated, info = env.step(FLAT)
    assert (reward, terminated, truncated) == (1.0, True, False)
    play = simulate(ONE.level, [[Shot.at_angle(np.radians(FLAT - 90))]])[0]
    assert info == {
        "task": "birds/small@1:001",
        "outcome": "solved",
        "shots": 1,
        "birds_left": 0,
        "pigs_left": 0,
        "score": play.score,
        "steps": play.steps,
    }
    with pytest.raises(gym.error.ResetNeeded):
        env.step(FLAT)


def test_every_bird_is_a_step() -> None:
    env = make()
    env.reset(options={"task": THREE})
    steps = [env.step(action) for action in (MISS, FLAT, MISS)]
    assert [step[1] for step in steps] == [0.0, 0.0, 0.0]
    assert [step[2] for step in steps] == [False, False, True]
    assert [step[4]["birds_left"] for step in steps] == [2, 1, 0]
    assert [step[4]["outcome"] for step in steps] == ["", "", "missed"]
    assert steps[1][4]["pigs_left"] == 1


def test_a_task_passed_early_asks_for_no_more_shots() -> None:
    env = make()
    env.reset(options={"task": OUTRIGHT})
    _, reward, terminated, _, info = env.step(FLAT)
    assert (reward, terminated, info["birds_left"]) == (1.0, True, 1)


def test_episodes_end_as_whole_plays_of_the_same_shots() -> None:
    env = make()
    for task in (TWO, THREE):
        for actions in ((FLAT, HIGH, MISS), (HIGH, FLAT, FLAT), (MISS, MISS, MISS)):
            env.reset(options={"task": task})
            info: dict[str, Any] = {}
            for action in actions[: len(task.level.birds)]:
                if not info.get("outcome"):
                    info = env.step(action)[4]
            shots = [Shot.at_angle(np.radians(action - 90)) for action in actions]
            play = simulate(task.level, [shots[: len(task.level.birds)]])[0]
            assert (info["outcome"], info["score"]) == (play.outcome, play.score)


def test_scores_as_rewards_sum_up_to_the_score() -> None:
    env = make(reward="score")
    env.reset(options={"task": TWO})
    rewards = [env.step(FLAT)[1]]
    _, reward, terminated, _, info = env.step(HIGH)
    assert terminated
    assert rewards[0] > 0
    assert sum([*rewards, reward]) == info["score"]


def test_seen_is_the_game_when_the_next_bird_is_ready() -> None:
    game = game_at(TWO.level)
    play_on([game], [None])
    env = make()
    before, _ = env.reset(options={"task": TWO})
    assert np.array_equal(before, tensor(game))
    play_on([game], [Shot.at_angle(np.radians(FLAT - 90))])
    after = env.step(FLAT)[0]
    assert np.array_equal(after, tensor(game))
    assert not np.array_equal(after, before)
    assert symbolic(env.unwrapped.episode.game) == symbolic(game)


def test_what_the_original_learners_missed_can_be_left_out() -> None:
    platform = Placed("platform", "Platform", 5.0, 2.0)
    level = replace(ONE.level, things=(*ONE.level.things, platform))
    task = replace(ONE, level=level)
    whole, faithful = (make(tasks=task, faithful=each).reset()[0] for each in (False, True))
    assert whole[-1].any()
    assert not faithful[-1].any()
    assert np.array_equal(whole[:-1], faithful[:-1])


def test_an_episode_begun_again_is_the_same() -> None:
    for settled in (False, True):
        env = make(settled=settled, observation="rgb", width=160)
        first, again = (env.reset(options={"task": TWO}) for _ in range(2))
        assert np.array_equal(first[0], again[0])
        assert first[1] == again[1]
        ends = []
        for _ in range(2):
            env.reset(options={"task": TWO})
            env.step(FLAT)
            ends.append(env.unwrapped.episode.game.digest())
        assert ends[0] == ends[1]


def test_settled_environments_wait_until_all_rests() -> None:
    steps = []
    for settled in (False, True):
        env = make(settled=settled)
        env.reset(options={"task": TWO})
        steps.append(env.step(FLAT)[4]["steps"])
    assert steps[0] < steps[1]


def test_a_game_that_reaches_the_step_limit_is_truncated() -> None:
    env = make()
    env.reset(options={"task": replace(THREE, rules=Rules(most_steps=150))})
    _, reward, terminated, truncated, info = env.step(FLAT)
    assert (reward, terminated, truncated, info["outcome"]) == (0.0, False, True, "unsettled")


def test_an_engine_that_gives_up_fails_the_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    env = make()
    env.reset(options={"task": ONE})
    monkeypatch.setattr(game, "core", SimpleNamespace(play_on=lambda *_: ["too fast"]))
    _, reward, terminated, truncated, info = env.step(FLAT)
    assert (reward, terminated, truncated, info["outcome"]) == (0.0, False, True, "failed")


def test_pictures_show_the_game_as_it_is() -> None:
    env = make(render_mode="rgb_array")
    env.reset(options={"task": ONE})
    start = env.render()
    env.step(FLAT)
    assert start.shape == (480, 640, 3)
    assert np.array_equal(env.render(), screenshot(env.unwrapped.episode.game))
    assert not np.array_equal(env.render(), start)


def test_seeds_decide_the_tasks_of_birds() -> None:
    def names(seed: int) -> list[str]:
        env = make()
        first = env.reset(seed=seed)[1]["task"]
        return [first, *(env.reset()[1]["task"] for _ in range(20))]

    assert names(1) == names(1) != names(2)
    assert len(set(names(1))) == len(ALL)


@pytest.mark.usefixtures("two_certified")
def test_templates_and_scenarios_stand_for_their_certified_tasks() -> None:
    def names(tasks: Any) -> list[str]:
        return [str(task) for task in environment.rules(tasks=tasks).tasks]

    name = template("1.1").name
    own = [f"birds/{name}@1:003", f"birds/{name}@1:005"]
    assert names(name) == names(f"birds/{name}") == names(["1.1"]) == own
    assert names(["1.1", ONE]) == [*own, str(ONE)]
    scenario = names("single_force")
    assert scenario[:2] == own
    assert len(scenario) == 2 * 4
    assert len(names(None)) == 2 * (len(all_templates()) - 1)
    assert BirdsEnv().reset(seed=0)[1]["task"].startswith("birds/")
    with pytest.raises(BadInput, match=r"`1\.2` has no certified tasks"):
        names("1.2")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"observation": "sound"}, UnknownName),
        ({"action": "push"}, UnknownName),
        ({"reward": "praise"}, UnknownName),
        ({"tasks": []}, BadInput),
        ({"tasks": [7]}, BadInput),
        ({"tasks": ["1.1:nil"]}, BadInput),
        ({"tasks": ["single_farce"]}, UnknownName),
        ({"tasks": ["phyre/off_the_ledge:011"]}, BadInput),
        ({"observation": "rgb", "width": 3}, BadInput),
    ],
)
def test_wrong_settings_of_birds_are_refused(
    options: dict[str, Any], error: type[Exception]
) -> None:
    for build in (BirdsEnv, BirdsVectorEnv):
        with pytest.raises(error):
            build(**{"tasks": ALL} | options)


def test_misuse_is_refused_in_words() -> None:
    env = BirdsEnv(tasks=ALL)
    with pytest.raises(BadInput, match="no episode has started"):
        assert env.episode
    with pytest.raises(gym.error.ResetNeeded):
        env.step(FLAT)
    with pytest.raises(BadInput, match="unknown reset option `taks`"):
        env.reset(options={"taks": ONE})
    env.reset()
    with pytest.raises(BadAction, match="give whole numbers from 0 to 179"):
        env.step(180)


def test_importing_the_adapter_registers_birds_too() -> None:
    topple.adapters.gymnasium.register()
    assert ID in gym.registry
