"""Pool: one shot for a puzzle, up to fifteen for a game, or the answer to a question about one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action, Played
from topple.tasks.discover import modules
from topple.tasks.game import Game
from topple.tasks.moves import Move
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.own import own
from topple.worlds.plans import PlanWorld
from topple.worlds.pool.game import PoolGame, advance
from topple.worlds.pool.goals import Goal, met
from topple.worlds.pool.question import Question
from topple.worlds.pool.shot import NUMBERS, Shot, shots_of
from topple.worlds.pool.simulate import simulate
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.template import CHAPTERS, Template
from topple.worlds.whole import WholeGame


class Pool(PlanWorld):
    """Strike the cue ball so that the right balls fall, stop and meet."""

    name = "pool"
    version = 1
    caption = "Strike the cue ball so that the right balls fall, stop and meet."
    action = "angle in degrees, speed in m/s, side and height of each shot"
    legend = (
        "White without a number: the cue ball. Yellow: the ball that must be hit first, or the "
        "place that the goal names."
    )
    grouped_by = "chapter"
    # `share`: the share of random shots that solve the task, four of five aimed at a ball.
    # `degrees` and `percent`: how far angle and speed of the solution may be off. `tried`: how many
    # shots the search for a solution played.
    columns = {"share": float, "degrees": float, "percent": float, "tried": int}
    listed = ("share", "degrees", "percent")
    example = "pool/nine_ball:0"

    def templates(self) -> Mapping[str, Template]:
        return all_templates()

    def simulate(
        self, tasks: Sequence[Task], plans: Sequence[Action], threads: int | None
    ) -> list[Played]:
        """Play a shot on every puzzle, and shots in every game until it is over; mark answers."""
        own = [own_task(task) for task in tasks]
        found: dict[int, Played] = {}
        puzzles: list[tuple[int, Shot]] = []
        games: list[int] = []
        for number, (task, plan) in enumerate(zip(own, plans, strict=True)):
            if not plan:
                found[number] = Played(Outcome.MISSED)
            elif task.question:
                found[number] = _answer(task.question, plan)
            elif task.rules:
                games.append(number)
            else:
                puzzles.append((number, Shot(*plan[:NUMBERS]).rounded()))
        found |= _play_puzzles(own, puzzles, threads)
        played = super().simulate([own[i] for i in games], [plans[i] for i in games], threads)
        found |= dict(zip(games, played, strict=True))
        return [found[number] for number in range(len(own))]

    def results(self, games: Sequence[Game], threads: int | None) -> list[Played]:
        """Return how games ended: played as whole actions, they would be played as they were."""
        return [game.result() for game in games]

    def refuse(self, task: Task, action: Action) -> str:
        """Return why an answer is no option, or why all shots are impossible."""
        own = own_task(task)
        if own.question:
            return _answer(own.question, action).note
        reasons = [shot.refusal() for shot in shots_of(action)]
        return reasons[0] if reasons and all(reasons) else ""

    def start_games(self, tasks: Sequence[Task], threads: int | None) -> list[Game]:
        return [
            WholeGame(self, task) if task.question else PoolGame(task)
            for task in map(own_task, tasks)
        ]

    def advance_games(
        self, games: Sequence[PoolGame], moves: Sequence[Move], threads: int | None
    ) -> None:
        advance(games, moves, threads)

    def play_all(
        self, tasks: Sequence[Task], actions: NDArray[np.float64], threads: int | None
    ) -> NDArray[np.int8]:
        """Play every action on every task: 1 solved, -1 missed, 0 invalid; tasks x actions."""
        if not all(own_task(task).is_puzzle for task in tasks):
            return super().play_all(tasks, actions, threads)
        rows = [puzzle_outcomes(own_task(task), actions, threads) for task in tasks]
        return np.array(rows, np.int8).reshape(len(tasks), len(actions))


WORLD = Pool()


@cache
def all_templates() -> Mapping[str, Template]:
    """Return every template by name, chapter by chapter."""
    found = [
        getattr(module, module.__name__.rsplit(".", 1)[1])
        for chapter in modules("topple.worlds.pool.templates")
        for module in modules(chapter.__name__)
    ]
    found.sort(key=lambda template: (CHAPTERS.index(template.chapter), template.name))
    return {template.name: template for template in found}


def own_task(task: Task) -> PoolTask:
    """Return the task as a pool task; raise `BadInput` if it is not one."""
    return own(task, PoolTask, "a pool task")


def puzzle_outcomes(
    task: PoolTask, actions: NDArray[np.float64], threads: int | None = None
) -> NDArray[np.int8]:
    """Play shots (rows) on one puzzle: 1 solved, -1 missed, 0 invalid."""
    shots = [Shot(*row) for row in actions.tolist()]
    fit = np.array([not shot.refusal() for shot in shots], bool)
    codes = np.zeros(len(shots), np.int8)
    chosen = [shot.rounded() for shot, valid in zip(shots, fit, strict=True) if valid]
    if chosen:
        facts = simulate(task.table[None], chosen, model=task.model, threads=threads)
        codes[fit] = np.where(met(task.goal, facts) & ~facts.capped, 1, -1)
    return codes


def _answer(question: Question, action: Action) -> Played:
    if not question.is_option(action[0]):
        last = len(question.options) - 1
        return Played(Outcome.INVALID, note=f"option {action[0]:g}: give 0 to {last}")
    return Played(Outcome.SOLVED if action[0] == question.answer else Outcome.MISSED)


def _play_puzzles(
    tasks: Sequence[PoolTask], puzzles: Sequence[tuple[int, Shot]], threads: int | None
) -> dict[int, Played]:
    found = {}
    for model in {tasks[number].model for number, _ in puzzles}:
        chosen = [(number, shot) for number, shot in puzzles if tasks[number].model == model]
        tables = np.stack([tasks[number].table for number, _ in chosen])
        facts = simulate(tables, [shot for _, shot in chosen], model=model, threads=threads)
        rows_of: dict[Goal, list[int]] = defaultdict(list)
        for row, (number, _) in enumerate(chosen):
            rows_of[tasks[number].goal].append(row)
        capped, events, digests = (
            each.tolist() for each in (facts.capped, facts.events, facts.digests)
        )
        for goal, rows in rows_of.items():
            solved = met(goal, facts)
            for row in rows:
                outcome = Outcome.SOLVED if solved[row] else Outcome.MISSED
                outcome = Outcome.UNSETTLED if capped[row] else outcome
                found[chosen[row][0]] = Played(outcome, events[row], f"{digests[row]:016x}")
    return found
