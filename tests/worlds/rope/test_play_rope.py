"""Games, policies, environments and searches of rope agree with plans played in one go."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from topple.agents.agent import make_agent
from topple.cli.main import main
from topple.errors import BadInput
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.rope.calls import Call, Timed, Verb, action_of, plan_of, sleep
from topple.worlds.rope.environment import CALLS, LONGEST, rules
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.layout import all_layouts
from topple.worlds.rope.observation import Observation
from topple.worlds.rope.search import solutions, window
from topple.worlds.rope.selftest import GOLDEN
from topple.worlds.rope.simulate import Ending, simulate
from topple.worlds.rope.world import WORLD, all_templates

every_layout = pytest.mark.parametrize("name", all_layouts())


@every_layout
def test_plays_repeat_over_threads_snapshots_and_single_calls(name: str) -> None:
    task = all_templates()[name].task(11)
    rng = generator("rope test", name)
    plans = [plan_of(task.actions.sample(rng)) for _ in range(4)]
    one, two = (simulate(task.level, plans, threads=threads) for threads in (1, 2))
    assert [play.digest for play in one] == [play.digest for play in two]
    game = RopeGame(task)
    game.call(sleep(0.5))
    for call in task.actions.calls()[:3]:
        game = game.restore(game.snapshot()) if call.id % 2 else game.branch()
        game.call(call)
    whole = RopeGame(task)
    for call in (sleep(0.5), *task.actions.calls()[:3]):
        whole.call(call)
    assert game.digest() == whole.digest()


# Play the self-test, and continue a game from its snapshot: what another process does.
_ELSEWHERE = """
import sys
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.selftest import self_test
from topple.worlds.rope.world import all_templates
game = RopeGame(all_templates()["pump"].task(0)).restore(sys.stdin.buffer.read())
game.stop()
print(self_test(threads=1).digest, game.digest())
"""


def test_another_process_has_the_same_bits() -> None:
    game = RopeGame(all_templates()["pump"].task(0))
    game.call(Call(Verb.tap_air_cushion, 1, 3.0))
    there = subprocess.run(
        [sys.executable, "-c", _ELSEWHERE], input=game.snapshot(), capture_output=True, check=True
    ).stdout.split()
    game = game.restore(game.snapshot())
    game.stop()
    assert [word.decode() for word in there] == [GOLDEN, game.digest()]


@pytest.mark.parametrize("agent", ["rope-mock", "rope-random"])
def test_the_record_of_a_policy_plays_again(agent: str) -> None:
    made = make_agent(agent)
    tasks = [template.task(0) for template in all_templates().values()]
    for task in tasks[::5]:
        made.settle(0, task)
        (first,) = WORLD.play([task], [made.act(task, [])])
        assert first.action is not None
        (again,) = WORLD.play([task], [first.action])
        assert (again.digest, again.outcome, again.points) == (
            first.digest,
            first.outcome,
            first.points,
        )


def test_the_planner_feeds_the_creature() -> None:
    planner = make_agent("rope-planner")
    tasks = [all_templates()[name].task(0) for name in ("two_supports", "side_puff", "two_gates")]
    played = WORLD.play(tasks, [planner.act(task, []) for task in tasks])
    assert [(each.outcome, each.points) for each in played] == [(Outcome.SOLVED, 3.0)] * 3


def test_an_invalid_call_takes_a_step_and_no_time() -> None:
    game = RopeGame(all_templates()["two_supports"].task(0))
    assert game.call(Call(Verb.cut_pin, 3)) == "unknown_pin"
    assert game.call(Call(Verb.pop_bubble, 1)) == "unknown_bubble"
    assert (game.seconds, game.left) == (0.0, 8)
    assert simulate(game.level, [game.calls])[0].ending is Ending.none


def test_claims_are_recorded_and_do_not_decide() -> None:
    task = all_templates()["plumb_drop"].task(0)
    cut = Timed(0.0, Call(Verb.cut_pin, 1))
    for claim, outcome in ((Verb.success, Outcome.SOLVED), (Verb.fail, Outcome.MISSED)):
        action = action_of([cut, Timed(0.2, Call(claim))])
        assert WORLD.play([task], [action])[0].outcome is outcome


def test_latency_lets_time_pass_before_and_after_a_call() -> None:
    game = RopeGame(all_templates()["plumb_drop"].task(0), latency=0.7)
    game.call(Call(Verb.cut_pin, 1))
    assert [(round(e.seconds, 3), e.call.verb) for e in game.calls] == [
        (0.0, Verb.sleep),
        (0.7, Verb.cut_pin),
        (0.9, Verb.sleep),
    ]
    assert game.seconds == pytest.approx(1.6)


@pytest.mark.parametrize(
    ("action", "note"),
    [
        ((0.0, 0.0, 9.0, 0.0), "unknown_pin"),
        ((0.0, 99.0, 1.0, 0.0), "unknown_verb"),
        ((0.0, 0.5, 1.0, 0.0), "unknown_verb"),
        ((-1.0, 0.0, 1.0, 0.0), "bad_time"),
        ((0.0, 0.0, 1.0), "not_a_plan"),
        ((float("nan"), 0.0, 1.0, 0.0), "not_a_plan"),
        ((0.0, 0.0, 1.0, 0.0) * 11, "too_many_calls"),
        ((0.0, 6.0, 0.0, 1e9), "bad_seconds"),
    ],
)
def test_a_bad_plan_is_invalid(action: tuple[float, ...], note: str) -> None:
    (played,) = WORLD.play([all_templates()["plumb_drop"].task(0)], [action])
    assert (played.outcome, played.note) == (Outcome.INVALID, note)


@pytest.mark.parametrize("agent", ["rope-mock", "rope-random", "rope-planner"])
def test_an_agent_plays_a_whole_evaluation(agent: str, tmp_path: Path) -> None:
    command = ["eval", "rope-packs", "--agent", agent, "--limit", "4", "--threads", "1"]
    assert main([*command, "--out", str(tmp_path / "run")]) == 0
    lines = (tmp_path / "run" / "attempts.jsonl").read_text().splitlines()
    assert "failed" not in {json.loads(line)["outcome"] for line in lines}


@pytest.mark.parametrize("move", [(), (0.0, 0.0, 1.0), (0.5, 0.0, 1.0, 0.0), (0.0, 77.0, 1.0, 0.0)])
def test_a_policy_that_makes_no_call_now_fails(move: tuple[float, ...]) -> None:
    task = all_templates()["plumb_drop"].task(0)
    (played,) = WORLD.play([task], [lambda observation: move])
    assert played.outcome is Outcome.FAILED


def test_a_policy_sees_what_is_there() -> None:
    task = all_templates()["set_free"].task(0)
    seen = Observation(RopeGame(task))
    assert [rope.kind for rope in seen.frame.ropes] == ["pin"]
    assert seen.frame.candies[0].bubble == 1
    assert seen.frame.stars == (1, 2, 3)


def test_an_episode_ends_and_rewards_stars_and_food() -> None:
    own = rules(tasks="rope/plumb_drop:0")
    (episode,) = own.begin([np.random.default_rng(0)], None, 1)
    total = 0.0
    action = CALLS.index(Call(Verb.cut_pin, 1))
    while not episode.over:
        ((reward, ended, cut_short, info),) = own.play([episode], own.read([action], 1), 1)
        total, action = total + reward, 0
    assert (ended, cut_short, info["outcome"]) == (True, False, "solved")
    assert total == pytest.approx(1.3)
    (idle,) = own.begin([np.random.default_rng(0)], None, 1)
    while not idle.over:
        ((_, ended, cut_short, info),) = own.play([idle], own.read([0], 1), 1)
    assert (ended, cut_short, info["seconds"]) == (False, True, pytest.approx(LONGEST))


def test_latency_in_an_environment_delays_calls() -> None:
    late = rules(tasks="rope/plumb_drop:0", latency=0.5)
    (episode,) = late.begin([np.random.default_rng(0)], None, 1)
    late.play([episode], late.read([CALLS.index(Call(Verb.cut_pin, 1))], 1), 1)
    assert episode.game.seconds == pytest.approx(1.2)
    with pytest.raises(BadInput, match="latency"):
        rules(latency=float("nan"))


def test_the_search_finds_every_star_and_measures_the_window() -> None:
    layout = all_layouts()["two_supports"]
    found = solutions(layout.level, threads=1)
    plays = simulate(layout.level, found)
    assert {(play.ending, play.stars) for play in plays} == {(Ending.eaten, 3)}
    assert window(layout.level, layout.solution, 1) == pytest.approx(0.22, abs=0.05)
