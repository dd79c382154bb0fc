"""Heuristics of birds: each passes where its strategies are meant to work, and copes elsewhere."""

from __future__ import annotations

import pytest
from small_games import game_at

from topple.agents import Agent, Practice, make_agent
from topple.errors import UnknownName
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import world
from topple.worlds.birds import Level, Placed, play_on, simulate
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import all_templates, task

BIRDS = world("birds")
NAMES = ("datalab-like", "eagles-wing-like", "bambirds-like")
IN_THE_OPEN = task("1.5:080")
NO_PIG = Level(("BirdRed",), (Placed("block", "RectFat", 0.0, -3.3, material="wood"),))
OUT_OF_REACH = Level(("BirdRed",), (Placed("pig", "BasicSmall", 16.0, -3.27),))
# A pig under a roof behind a wall, TNT in front of the wall.
BESIDE_TNT = Level(
    ("BirdRed",),
    (
        Placed("pig", "BasicSmall", 2.0, -3.27),
        Placed("tnt", "", 0.2, -3.17),
        Placed("platform", "Platform", 1.0, -2.0, scale_x=0.5, scale_y=4.6),
        Placed("platform", "Platform", 2.5, -2.0, scale_x=5.0, scale_y=0.5),
    ),
)


def first_shot(
    who: Agent, of: BirdsTask, seen: Observation | None = None, number: int = 1
) -> Action | None:
    who.settle(0, 0, of, number)
    policy = who.act(of, [])
    assert callable(policy)
    return policy(seen or start(of.level))


def start(level: Level) -> Observation:
    game = game_at(level)
    play_on([game], [None])
    return Observation(game)


@pytest.mark.parametrize(
    ("name", "of"),
    [
        *((name, of) for name in NAMES for of in ("1.1:081", "1.2:081", "2.5:080")),
        *((name, of) for name in NAMES for of in ("3.6:080", "4.4:080", "10.3:080", "12.4:085")),
        ("bambirds-like", "3.4:080"),  # roughly
        ("bambirds-like", "6.4:095"),  # bounce
        ("bambirds-like", "8.3:090"),  # domino
        ("bambirds-like", "15.5:080"),  # boost
        ("bambirds-like", "15.7:080"),  # egg
        ("bambirds-like", "15.8:085"),  # blast in passing
    ],
)
def test_a_heuristic_passes_where_its_strategies_are_meant_to(name: str, of: str) -> None:
    who, found = make_agent(name), task(of)
    who.settle(0, 0, found, 1)
    assert BIRDS.play([found], [who.act(found, [])])[0].outcome is Outcome.SOLVED


@pytest.mark.parametrize("name", NAMES)
def test_tnt_beside_a_sheltered_pig_is_set_off(name: str) -> None:
    shot = first_shot(make_agent(name), IN_THE_OPEN, start(BESIDE_TNT))
    assert shot is not None
    assert simulate([BESIDE_TNT], [shots_of(shot)])[0].outcome is Outcome.SOLVED


@pytest.mark.parametrize("name", NAMES)
def test_templates_of_all_kinds_get_a_shot_that_can_be_shot(name: str) -> None:
    who = make_agent(name)
    for template in list(all_templates())[::4]:
        found = task(f"birds/{template}:000")
        shot = first_shot(who, found)
        assert shot is not None
        assert found.actions.one(shot) == shot
        assert len(shot) == 4


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("of", ["1.5:080", "6.4:080", "14.2:080"])
def test_luck_depends_on_seed_task_and_attempt_alone(name: str, of: str) -> None:
    one, other = make_agent(name), make_agent(name)
    first_shot(other, IN_THE_OPEN)
    assert first_shot(one, task(of)) == first_shot(other, task(of))


@pytest.mark.parametrize("name", NAMES)
def test_without_pigs_there_is_nothing_to_shoot_at(name: str) -> None:
    assert first_shot(make_agent(name), IN_THE_OPEN, Observation(game_at(NO_PIG))) is None


@pytest.mark.parametrize("name", NAMES)
def test_out_of_reach_one_shoots_anyway(name: str) -> None:
    shot = first_shot(make_agent(name), IN_THE_OPEN, start(OUT_OF_REACH))
    assert shot is not None
    assert IN_THE_OPEN.actions.one(shot) == shot
    assert shot[0] < 0  # forwards


def test_eagles_wing_aims_a_little_elsewhere_after_a_failure() -> None:
    who = make_agent("eagles-wing-like")
    before = first_shot(who, IN_THE_OPEN)
    assert before is not None
    for outcome, moved in ((Outcome.MISSED, True), (Outcome.SOLVED, False)):
        who.settle(0, 0, IN_THE_OPEN, 2)
        policy = who.act(IN_THE_OPEN, [Attempt(0, str(IN_THE_OPEN), 1, before, outcome)])
        assert callable(policy)
        after = policy(start(IN_THE_OPEN.level))
        assert after is not None
        assert (after != before) == moved
        assert after == pytest.approx(before, abs=0.03)


def test_bambirds_avoids_what_failed() -> None:
    who = make_agent("bambirds-like")
    before = first_shot(who, IN_THE_OPEN)
    assert before is not None
    missed = Attempt(0, str(IN_THE_OPEN), 1, before, Outcome.MISSED)
    who.settle(0, 0, IN_THE_OPEN, 2)
    policy = who.act(IN_THE_OPEN, [missed])
    assert callable(policy)
    after = policy(start(IN_THE_OPEN.level))
    assert after is not None
    assert after[:2] != before[:2]


def test_bambirds_repeats_what_worked_only_if_asked_to() -> None:
    by_chance = (-0.9, -0.4, -1.0, 0.0)
    solved = Attempt(0, str(IN_THE_OPEN), 1, by_chance, Outcome.SOLVED)
    who = make_agent("bambirds-like", [("replays", "true")])
    assert who.act(IN_THE_OPEN, [solved]) == by_chance
    who = make_agent("bambirds-like")
    fresh = first_shot(who, IN_THE_OPEN)
    policy = who.act(IN_THE_OPEN, [solved])
    assert callable(policy)
    assert policy(start(IN_THE_OPEN.level)) == fresh != by_chance


def test_random_shots_come_from_the_ranges_asked_for() -> None:
    def drawn(**settings: str) -> list[Action]:
        who = make_agent("random", list(settings.items()))
        found = []
        for number in range(200):
            who.settle(0, 0, IN_THE_OPEN, number)
            found.append(who.act(IN_THE_OPEN, []))
        return found  # type: ignore[return-value]

    pixel = 35 / 640
    for settings, x, y in (({}, 100, 100), ({"ranges": "code"}, 200, 200)):
        shots = drawn(**settings)
        assert 0.9 * x < -min(shot[0] for shot in shots) / pixel <= x
        assert 10 <= -max(shot[0] for shot in shots) / pixel < 20
        assert 0.9 * y < max(abs(shot[1]) for shot in shots) / pixel <= y
    assert all(0.05 <= shot[2] <= 0.08 for shot in drawn(ranges="code"))


@pytest.mark.parametrize(
    ("name", "task", "ranges"),
    [("phyre", "phyre/off_the_ledge@1:000", "code"), ("birds", str(IN_THE_OPEN), "cod")],
)
def test_unknown_ranges_are_refused_before_the_first_attempt(
    name: str, task: str, ranges: str
) -> None:
    who = make_agent("random", [("ranges", ranges)])
    with pytest.raises(UnknownName, match=f"no ranges named `{ranges}`"):
        who.fit(Practice(world(name), [task]))
    with pytest.raises(UnknownName, match=f"no ranges named `{ranges}`"):
        who.act(world(name).task(task), [])
