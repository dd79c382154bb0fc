"""Puzzles: their tables make sense, and their goals hold exactly when they should."""

from __future__ import annotations

import numpy as np
import pytest

from topple.tasks.outcome import Outcome
from topple.worlds.pool.goals import in_words
from topple.worlds.pool.reels import attempt
from topple.worlds.pool.simulate import simulate
from topple.worlds.pool.template import Puzzle
from topple.worlds.pool.words import ending, story
from topple.worlds.pool.world import WORLD, own_task

PUZZLES = [each for each in WORLD.templates().values() if isinstance(each, Puzzle)]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda each: each.name)
def test_the_first_tasks_can_be_simulated(puzzle: Puzzle) -> None:
    tasks = [puzzle.task(index) for index in range(10)]
    shots = np.stack([task.actions.candidates(1)[0] for task in tasks])
    played = WORLD.play(tasks, [tuple(row) for row in shots.tolist()])
    assert {each.outcome for each in played} <= {Outcome.SOLVED, Outcome.MISSED}
    assert len({task.content_hash() for task in tasks}) == len(tasks)
    assert in_words(tasks[0].goal)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda each: each.name)
def test_a_stored_solution_survives_the_noise(puzzle: Puzzle) -> None:
    kept = list(WORLD.certificates(puzzle).tasks.values())[:3]
    assert kept, "no certificates"
    for one in kept:
        angle, speed, side, height = one.solution
        near = [
            (angle + turn, speed * (1 + faster), side, height)
            for turn in (-0.1, 0.0, 0.1)
            for faster in (-0.01, 0.0, 0.01)
        ]
        assert (WORLD.outcomes([puzzle.task(one.index)], np.array(near)) == 1).all()


def test_a_shot_is_told_impact_by_impact() -> None:
    task = own_task(WORLD.task("pool/straight_pot:0"))
    played = attempt(task, WORLD.solution(task))
    assert story(played.reels[0]).startswith("cue hits 1, ")
    assert "1 in the " in ending(played)
    assert ending(played).startswith("solved: ")


@pytest.mark.parametrize(
    "action", [(0, 0, 0, 0), (0, 99, 0, 0), (float("nan"), 2, 0, 0), (0, 2, 0.4, 0.4)]
)
def test_an_impossible_shot_is_invalid(action: tuple[float, ...]) -> None:
    (played,) = WORLD.play([WORLD.task("pool/bank:0")], [action])
    assert played.outcome is Outcome.INVALID
    assert played.note


def test_facts_name_the_balls_that_the_cue_ball_met() -> None:
    task = own_task(WORLD.task("pool/kick_two:0"))
    facts = simulate(task.table[None], [attempt(task, WORLD.solution(task)).reels[0].shot])
    assert facts.hit[0, 0] == 1
    assert facts.rails_before[0, 0] >= 2
