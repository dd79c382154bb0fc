"""Twins keep the physics of a task and change its face; they expose who learnt by heart."""

from __future__ import annotations

from pathlib import Path

import pytest

from topple.agents.agent import Agent
from topple.agents.by_heart import ByHeart
from topple.agents.solution import Solution
from topple.errors import BadInput, UnknownName
from topple.protocols import protocol
from topple.protocols.choose import choose
from topple.reports.tables.groups import group_runs
from topple.reports.tables.printed import tables_of
from topple.reports.tables.twins import TwinGap, twin_gaps
from topple.runs.evaluate import Plan, run
from topple.runs.load import load
from topple.tasks.outcome import Outcome
from topple.tasks.task import TaskId
from topple.worlds import find_task, world, world_names
from topple.worlds.twins import OTHER, certificate, own_twins

# Tasks instead of the world's example, which is too hard to search, or has no such twin.
EASY = {("phyre", twin): "phyre/off_the_ledge:23" for twin in ("gravity", "friction")}
EASY["pool", "reskin"] = "pool/carom:0"
EASY["birds", "damage"] = "birds/pig_on_the_ground:0"
# Twins that change the colours of a scene and nothing else.
PAINTED = [("phyre", "reskin"), ("birds", "reskin")]
# The templates of Kinetix's levels have one task each.
NO_OTHER = ("kinetix",)
KINDS = [(name, twin) for name in world_names() for twin in [*own_twins(world(name)), OTHER]]
MADE = [pair for pair in KINDS if pair not in [(name, OTHER) for name in NO_OTHER]]


@pytest.mark.parametrize(("name", "twin"), MADE)
def test_a_twin_is_found_by_its_id_and_certified(name: str, twin: str) -> None:
    home = world(name)
    original = home.task(EASY.get((name, twin), home.example))
    task = find_task(f"{original}~{twin}")
    assert str(task) == f"{original}~{twin}"
    assert task.content_hash() != original.content_hash()
    found = certificate(home, str(task))
    assert found is not None
    solved, waited = home.play([task, task], [found.solution, None])
    assert (solved.outcome, waited.outcome is Outcome.SOLVED) == (Outcome.SOLVED, False)


@pytest.mark.parametrize("name", [n for n, twin in KINDS if twin == "mirror"])
def test_the_mirror_of_a_mirror_is_the_original(name: str) -> None:
    home = world(name)
    original = home.task(home.example)
    make = own_twins(home)["mirror"].make
    once = make(original)
    assert once is not None
    twice = make(once)
    assert twice is not None
    played = home.play([original, twice], [home.solution(original)] * 2)
    assert played[0].outcome is played[1].outcome is Outcome.SOLVED


@pytest.mark.parametrize("name", [n for n, twin in KINDS if twin == "mirror"])
def test_a_learnt_action_does_not_solve_the_mirror(name: str) -> None:
    home = world(name)
    original = home.task(home.example)
    (played,) = home.play([find_task(f"{original}~mirror")], [home.solution(original)])
    assert played.outcome is not Outcome.SOLVED


@pytest.mark.parametrize(("name", "twin"), PAINTED)
def test_another_paint_shows_another_picture_of_the_same_physics(name: str, twin: str) -> None:
    home = world(name)
    original, task = home.task(home.example), home.task(f"{home.example}~{twin}")
    solution = home.solution(original)
    first, second = home.play([original, task], [solution] * 2)
    assert first == second
    assert original._repr_png_() != task._repr_png_()


@pytest.mark.parametrize(
    ("original", "words"),
    [
        ("phyre/seesaw_shot:0~mirror", "at the left."),
        ("kinetix/m_h1_car_left:0~mirror", "the blue box on the right, not to the red disc on the"),
        ("pool/carom:0~reskin", "Pot the 8, which hangs near a pocket, by way of the 9, which"),
    ],
)
def test_the_caption_of_a_twin_is_true(original: str, words: str) -> None:
    assert words in find_task(original).caption


def test_nine_ball_has_no_other_balls_and_questions_no_twins() -> None:
    for name in ("pool/nine_ball:0~reskin", "pool/which_ball:0~mirror"):
        with pytest.raises(BadInput, match="has no twin"):
            find_task(name)


def test_a_task_without_variations_has_no_other() -> None:
    for name in NO_OTHER:
        home = world(name)
        with pytest.raises(BadInput, match="has no twin `other`"):
            home.task(f"{home.task(home.example)}~other")


def test_ids_of_twins_are_read_and_written() -> None:
    text = "phyre/off_the_ledge@1:023~mirror"
    assert str(TaskId.parse(text)) == text
    with pytest.raises(BadInput):
        TaskId.parse("phyre/off_the_ledge@1:023~")
    with pytest.raises(UnknownName, match="no twin named `miror`"):
        find_task("phyre/off_the_ledge:23~miror")


def test_twins_do_not_count_for_the_limit() -> None:
    rules = choose(protocol("phyre-b-within"), twins=["mirror"])
    tasks = rules.tasks(0, limit=3)
    assert tasks[:3] == protocol("phyre-b-within").tasks(0, limit=3)
    assert set(tasks[3:]) <= {f"{name}~mirror" for name in tasks[:3]}


def gap(who: Agent, folder: Path) -> TwinGap:
    rules = choose(protocol("phyre-b-within"), twins=["mirror"])
    run(Plan(rules, who, (0,), limit=25), folder)
    (group,) = group_runs([load(folder)])
    assert "memorised" in tables_of(group).tables[1][0]
    (found,) = twin_gaps(group.entries[0])
    return found


def test_an_agent_that_learnt_by_heart_is_exposed(tmp_path: Path) -> None:
    found = gap(ByHeart(), tmp_path / "run").comparison
    assert found.interval is not None
    assert found.difference > 0.5
    assert found.interval[0] > 0


def test_a_planner_shows_zero(tmp_path: Path) -> None:
    found = gap(Solution(), tmp_path / "run").comparison
    assert found.difference == 0.0
