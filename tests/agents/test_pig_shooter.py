"""Policies play birds shot by shot; the pig shooter is the simplest."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from small_games import game_at

from topple.agents.agent import Agent, make_agent
from topple.runs.agent_call import AgentCall
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import world
from topple.worlds.birds import BirdsGame, Level, Placed, Shot
from topple.worlds.birds.agents._slingshot.perception import pigs, things
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import task

BIRDS = world("birds")
TWO_BIRDS = task("13.1:000")
CLOSE = 0.3  # units; the middle of a triangle is not that of its box


@dataclass
class Scripted(Agent):
    """Does as it is told."""

    shoot: Callable[[Observation], Action | None]

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        return self.shoot


def ask(shoot: Callable[[Observation], object], of: BirdsTask = TWO_BIRDS) -> object:
    with AgentCall(Scripted(shoot), 5.0) as call:  # type: ignore[arg-type]
        answer = call(of, [])
        assert callable(answer.action)
        return BIRDS.play([of], [answer.action])[0]


def test_the_pig_shooter_hits_pigs_in_the_open() -> None:
    who = make_agent("pig-shooter")
    tasks = [task(f"1.4:{i:03d}") for i in range(10)]
    policies = []
    for each in tasks:
        who.settle(0, each, 1)
        policies.append(who.act(each, []))
    played = BIRDS.play(tasks, policies)
    assert sum(each.outcome is Outcome.SOLVED for each in played) >= 9


def test_the_faithful_pig_shooter_shoots_a_little_too_high() -> None:
    open_pig = task("1.4:000")
    angles = []
    for faithful in ("false", "true"):
        who = make_agent("pig-shooter", [("faithful", faithful)])
        who.settle(0, open_pig, 1)
        action = BIRDS.play([open_pig], [who.act(open_pig, [])])[0].action
        assert action is not None
        angles.append(math.degrees(math.atan2(-action[1], -action[0])))
    assert 0.8 < angles[1] - angles[0] < 1.8


def test_the_pig_shooter_shoots_flat_where_no_arc_reaches_a_pig() -> None:
    far = Level(("BirdRed",), (Placed("pig", "BasicSmall", 16.0, -3.27),))
    policy = make_agent("pig-shooter").act(TWO_BIRDS, [])
    assert callable(policy)
    shot = policy(Observation(game_at(far)))
    assert shot is not None
    assert math.degrees(math.atan2(-shot[1], -shot[0])) == pytest.approx(24.2)


def test_a_policy_is_recorded_as_the_shots_it_came_to() -> None:
    def shoot(seen: Observation) -> Action:
        return Shot.at_angle(0.1 * len(seen.birds)).row()

    found = BIRDS.play([TWO_BIRDS], [shoot])[0]
    expected = (*Shot.at_angle(0.2).row(), *Shot.at_angle(0.1).row())
    assert found.action == expected
    again = BIRDS.play([TWO_BIRDS], [expected])[0]
    assert (found.outcome, found.steps, found.digest) == (again.outcome, again.steps, again.digest)


def test_a_policy_sees_what_its_first_shot_did() -> None:
    seen_pigs: list[int] = []

    def shoot(seen: Observation) -> Action | None:
        seen_pigs.append(len(things(seen)))
        return Shot.at_angle(0.3).row() if len(seen_pigs) == 1 else None

    found = BIRDS.play([TWO_BIRDS], [shoot])[0]
    assert len(seen_pigs) == 2
    assert found.action == Shot.at_angle(0.3).row()


@pytest.mark.parametrize(
    ("shoot", "says"),
    [
        (lambda seen: 1 / 0, "ZeroDivisionError"),
        (lambda seen: (float("nan"), 0.0, 0.0, 0.0), "no action"),
        (lambda seen: (1.0,), "no action"),
        (lambda seen: (0.5, 0.0, 0.0, 0.0) * 2, "one shot of 4 numbers"),
    ],
)
def test_a_faulty_policy_is_a_failed_attempt(
    shoot: Callable[[Observation], object], says: str
) -> None:
    found = ask(shoot)
    assert found.outcome is Outcome.FAILED  # type: ignore[attr-defined]
    assert says in found.note  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["1.3:000", "4.1:003", "8.2:001", "12.4:002"])
def test_the_eye_sees_every_thing_by_kind_and_place(name: str) -> None:
    found = task(name)
    seen = Observation(BirdsGame(found))
    told = things(seen)
    assert len(told) == len(found.level.things)
    assert pigs(seen) == [thing for thing in told if thing.is_pig]
    for thing in found.level.things:
        kind = {"pig": "pig_", "platform": "Platform", "block": f"{thing.material}_"}[thing.role]
        assert any(
            each.kind.startswith(kind) and math.dist(each.middle, (thing.x, thing.y)) < CLOSE
            for each in told
        )
