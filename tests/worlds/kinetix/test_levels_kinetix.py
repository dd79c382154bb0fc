"""The hand-made levels, random levels, actions, certificates and views of kinetix."""

from __future__ import annotations

import json

import numpy as np
import pytest

from topple.errors import AgentFault, BadAction, BadInput
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.testing import check_agent, check_world
from topple.worlds import parts
from topple.worlds.kinetix.actions import Drives
from topple.worlds.kinetix.certify import check
from topple.worlds.kinetix.features import entities, flat, flat_length
from topple.worlds.kinetix.game import KinetixGame
from topple.worlds.kinetix.level import BLUE, GREEN, SIZES, Level
from topple.worlds.kinetix.models.forms import form_of
from topple.worlds.kinetix.observation import Observation
from topple.worlds.kinetix.search import search
from topple.worlds.kinetix.template import HandMade, KinetixTemplate, all_templates
from topple.worlds.kinetix.world import WORLD, task

HAND_MADE = [t for t in all_templates().values() if isinstance(t, HandMade)]
CERTIFIED = [t for t in all_templates().values() if WORLD.served(t)]


def test_kinetix_keeps_the_promises_of_a_world() -> None:
    check_world("kinetix")


def test_there_are_ten_small_24_middle_and_40_large_levels() -> None:
    counts = {size: sum(t.size == size for t in HAND_MADE) for size in SIZES}
    assert counts == {"s": 10, "m": 24, "l": 40}


@pytest.mark.parametrize("template", HAND_MADE, ids=lambda t: t.name)
def test_a_hand_made_level(template: HandMade) -> None:
    level = template.task(0).level
    assert Level.from_data(json.loads(level.to_json())) == level
    roles = [body.role for body in level.bodies if body is not None]
    assert (roles.count(GREEN), roles.count(BLUE)) == (1, 1)
    assert level.channels
    assert template.caption != "Bring the green body to the blue one."


@pytest.mark.parametrize(
    ("name", "channels"),
    [
        ("s_h3_point_the_thruster", (0, 4)),
        ("s_h8_unicycle_balance", (1,)),
        ("m_h7_car_flip", (0, 4, 5)),
        ("l_grasp_easy", (0, 1, 2, 3)),
        ("l_pr", (4, 5)),
    ],
)
def test_live_channels(name: str, channels: tuple[int, ...]) -> None:
    assert task(f"kinetix/{name}:0").level.channels == channels


def test_waiting_solves_no_hand_made_level() -> None:
    tasks = [template.task(0) for template in HAND_MADE]
    outcomes = [played.outcome for played in WORLD.play(tasks, [None] * len(tasks))]
    assert outcomes == [Outcome.MISSED] * len(tasks)


def test_driving_everything_forwards_solves_as_many_levels_as_in_the_original() -> None:
    solved = dict.fromkeys(SIZES, 0)
    for template in HAND_MADE:
        own = template.task(0)
        action = (*[1] * len(own.level.channels), 256)
        solved[template.size] += WORLD.play([own], [action])[0].outcome is Outcome.SOLVED
    assert solved == {"s": 5, "m": 7, "l": 1}


@pytest.mark.parametrize("template", CERTIFIED, ids=lambda t: t.name)
def test_stored_solutions_solve(template: KinetixTemplate) -> None:
    assert not check(template, most=5).wrong


@pytest.mark.parametrize("size", SIZES)
def test_random_levels_depend_on_the_index_alone(size: str) -> None:
    template = all_templates()[f"random_{size}"]
    assert template.level(3) == template.level(3) != template.level(4)
    roles = {body.role for body in template.level(3).bodies if body is not None}
    assert {GREEN, BLUE} <= roles


@pytest.mark.parametrize(
    "action",
    [(), (1,), (2, 16), (1, 0), (1, 257), (1, 1.5), (float("nan"), 16), ("a", "b")],
)
def test_actions_that_are_none_are_refused(action: tuple[object, ...]) -> None:
    with pytest.raises(BadAction):
        Drives((0,)).one(action)


def test_an_invalid_action_is_an_outcome() -> None:
    (played,) = WORLD.play([task("kinetix/s_h2_one_wheel_car:0")], [(5.0, 16.0)])
    assert played.outcome is Outcome.INVALID


def test_a_policy_records_what_it_drives() -> None:
    own = task("kinetix/s_h2_one_wheel_car:0")

    def left(seen: Observation) -> tuple[float, ...]:
        assert seen.symbolic().shape == (flat_length("s"),)
        return 1.0, 4.0

    (played,) = WORLD.play([own], [left])
    assert played.action is not None
    assert played == WORLD.play([own], [played.action])[0]


def test_a_policy_that_fails_is_a_failed_attempt() -> None:
    def broken(seen: Observation) -> None:
        raise AgentFault("no idea")

    (played,) = WORLD.play([task("kinetix/s_h2_one_wheel_car:0")], [broken])
    assert (played.outcome, played.note) == (Outcome.FAILED, "no idea")


def test_the_search_finds_a_solution() -> None:
    own = task("kinetix/s_h3_point_the_thruster:0")
    found = search(own, 16, 2000, np.random.default_rng(0), threads=1)
    assert found is not None
    assert WORLD.play([own], [found.action])[0].outcome is Outcome.SOLVED


@pytest.mark.parametrize(("name", "length"), [("s_h0_weak_thrust", 140), ("m_arm_up", 247)])
def test_symbols_have_the_lengths_of_the_original(name: str, length: int) -> None:
    assert flat(KinetixGame(task(f"kinetix/{name}:0"))).shape == (length,)


def test_entities_name_joints_and_contacts() -> None:
    seen = entities(KinetixGame(task("kinetix/m_h1_car_left:0")))
    assert seen["polygons"].shape == (6, 27)
    assert seen["circles"].shape == (3, 19)
    assert seen["joint_mask"].tolist() == [1, 1, 1, 1]
    assert seen["attention"][2].sum() == 4  # two joints, both ways


def test_deepphys_vector_cannot_drive_the_balancing_unicycle() -> None:
    level = task("kinetix/s_h8_unicycle_balance:0").level
    vector, channels = form_of("vector", level), form_of("channels", level)
    assert vector.name == "vector-1-0"
    assert vector.row(level, (1.0,)) == (0, 16)
    assert channels.row(level, (1.0,)) == (1, 16)


@pytest.mark.parametrize("answer", ["", "1, 1", "[1", "[1, 2, 3]", "[5, 0]", '["a", 0]'])
def test_a_classic_answer_that_cannot_be_read_drives_nothing(answer: str) -> None:
    level = task("kinetix/s_h3_point_the_thruster:0").level
    assert form_of("vector", level).read(answer).values == (0.0, 0.0)


def test_strict_answers_are_read_by_channel() -> None:
    form = form_of("channels", task("kinetix/m_h7_car_flip:0").level)
    assert form.read("drive(M0=2, T0=1, T1=0)").values == (2, 1, 0)
    assert form.refusal((3, 0, 0))
    assert form.refusal((0, 2, 0))
    assert form.read("Let us wait.").values is None


def test_the_protocols_test_all_hand_made_levels() -> None:
    for size, count in (("s", 10), ("m", 24), ("l", 40)):
        assert len(protocol(f"kinetix-{size}").tasks(0)) == count
    assert [len(protocol("deepphy-kinetix").tasks(fold)) for fold in range(3)] == [10, 24, 40]


def test_hand_made_levels_have_one_task_each() -> None:
    with pytest.raises(BadInput):
        HAND_MADE[0].task(1)


@pytest.mark.parametrize("name", ["random", "kinetix-nothing", "kinetix-planner"])
def test_agents_repeat_themselves(name: str) -> None:
    check_agent(name, [task("kinetix/s_h3_point_the_thruster:0")])


def test_environments_step_levels_of_one_size_only() -> None:
    rules = parts.environment(WORLD).rules
    with pytest.raises(BadInput):
        rules(tasks=["kinetix/s_h0_weak_thrust:0", "kinetix/m_arm_up:0"])
    made = rules(tasks="kinetix/m_h10_thrust_right_easy:0", hold=16, action="discrete")
    (episode,) = made.begin([np.random.default_rng(0)], None, 1)
    for _ in range(16):
        made.play([episode], made.read([8], 1), 1)
    assert episode.over
    assert episode.info()["steps"] == 256


def test_pictures_differ_by_labels_and_flames() -> None:
    own = task("kinetix/s_h3_point_the_thruster:0")
    level = own.level
    from topple.worlds.kinetix.drawing.scene import scene

    motions = KinetixGame(own).motions()
    plain, labelled, burning = (
        scene(level).picture(motions, 200, drive, labelled)
        for drive, labelled in ((None, False), (None, True), ([0, 0, 0, 0, 1, 0], False))
    )
    assert (plain != labelled).any()
    assert (plain != burning).any()
