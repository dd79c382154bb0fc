"""Every world counts what it plays in the same unit, however it is asked; looks are free."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import topple
from topple.adapters import gymnasium as environments
from topple.sim.counting import simulated
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.game import Game, GamePolicy
from topple.tasks.moves import Kind, Move, Moves, Number
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds import World, draw_task, film, find_task, parts, still, world, world_names

FURTHER = ("pool/stop_shot:0",)  # a puzzle of one shot
every_task = pytest.mark.parametrize(
    "task", [*(find_task(world(name).example) for name in world_names()), *map(find_task, FURTHER)]
)


def counts(what: Callable[[], object]) -> int:
    before = simulated()
    what()
    return simulated() - before


def begin(task: Task) -> Game:
    (game,) = world(task.id.world).begin([task], 1)
    return game


def action_of(task: Task) -> Action:
    """Return an action that the world does not refuse."""
    rng = np.random.default_rng(3)
    drawn = (task.actions.sample(rng) for _ in range(100))
    return next(each for each in drawn if not world(task.id.world).refusal(task, each))


def move_of(game: Game) -> Move:
    rng = np.random.default_rng(3)
    kinds = game.legal()
    drawn = (kinds[0].draw(rng) for _ in range(100))
    return next(each for each in drawn if not game.refusal(each))


@every_task
def test_every_attempt_that_is_played_counts(task: Task) -> None:
    own, action = world(task.id.world), action_of(task)
    assert counts(lambda: own.play([task] * 3, [action] * 3, 2)) == 3
    assert counts(lambda: own.play([task], [None], 1)) == 1
    assert counts(lambda: topple.simulate(task, [action, action])) == 2
    assert counts(lambda: own.outcomes([task], np.array([action, action]), 1)) == 2
    assert counts(lambda: own.refusal(task, action)) == 0


@every_task
def test_a_game_counts_once_and_a_branch_of_it_again(task: Task) -> None:
    own, games = world(task.id.world), []
    assert counts(lambda: games.append(begin(task))) == 0
    game = games[0]
    fresh = game.branch()
    assert counts(lambda: game.play(move_of(game))) == 1
    assert counts(game.stop) == 0, "the same game"
    assert counts(lambda: own.advance([fresh], [move_of(fresh)], 1)) == 1
    twins = []
    assert counts(lambda: twins.append(fresh.branch())) == 0
    if not fresh.over:
        assert counts(twins[0].stop) == 1
    assert counts(lambda: begin(task).stop()) == 1


@every_task
def test_a_game_from_bytes_counts_when_it_is_played_again(task: Task) -> None:
    game, twins = begin(task), []
    game.play(move_of(game))

    def restore_and_end() -> None:
        twins.append(begin(task).restore(game.snapshot()))
        twins[0].stop()

    over, replays = game.over, task.id.world in ("phyre", "iphyre")
    assert counts(restore_and_end) == int(replays or not over)
    assert twins[0].moves == game.moves


@every_task
def test_looking_counts_nothing(task: Task) -> None:
    own = world(task.id.world)

    def look() -> None:
        game = begin(task)
        for view in game.views():
            game.observe(view)
        game.see()
        game.legal()
        game.spots()
        game.digest()
        game.branch().snapshot()
        still(task, 64)
        draw_task(task)
        parts.lines(own, task)
        parts.facts(own, task)
        task.actions.candidates(5)

    assert counts(look) == 0


@every_task
def test_a_film_counts_as_the_attempt_that_it_shows(task: Task) -> None:
    assert counts(lambda: film(task, action_of(task))) == 1
    batch = topple.simulate(task, [action_of(task)])
    assert counts(lambda: batch.film(0)) == 0, "it was simulated already"


@pytest.mark.parametrize("name", world_names())
def test_environments_count_an_attempt_per_game(name: str) -> None:
    """Two environments in one call: beginning is free, and so is an action that is refused."""
    envs = getattr(environments, f"{name.capitalize()}VectorEnv")(2)
    assert counts(lambda: envs.reset(seed=1)) == 0
    infos: dict[str, Any] = {}
    action = envs.action_space.sample()
    found = counts(lambda: infos.update(envs.step(action)[4]))
    assert found == sum(str(each) != "invalid" for each in infos["outcome"])
    frozen = not any(infos["outcome"])  # both games go on
    assert not frozen or counts(lambda: envs.step(action)) == 0, "the same games"


def test_simulations_inside_a_policy_count_for_themselves() -> None:
    task = find_task("birds/castle_of_two_rooms:0")
    own, action = world("birds"), action_of(task)

    def policy(seen: object) -> None:
        own.play([task] * 4, [action] * 4, 1)

    def branching(game: Game) -> None:
        game.branch().play(move_of(game))

    assert counts(lambda: own.play([task], [policy], 1)) == 5
    assert counts(lambda: own.play([task], [GamePolicy(branching)], 1)) == 2


def test_a_refused_action_is_not_simulated() -> None:
    task = find_task("00002:023")
    refused = (0.0, 0.0, 1.0)
    assert counts(lambda: world("phyre").play([task] * 2, [refused, refused], 1)) == 0
    assert counts(lambda: world("phyre").outcomes([task], np.array([refused]), 1)) == 0


# A world from outside, in pure Python: a walker that must reach a mark.


@dataclass(frozen=True, eq=False)
class WalkTask(Task):
    mark: float = 3.0

    @property
    def actions(self) -> Any:
        raise NotImplementedError

    def content_hash(self) -> str:
        return "0" * 16


class Walk(Game):
    width = 1

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.SOLVED if sum(self.moves) >= 3.0 else None

    def legal(self) -> Moves:
        return (Kind("walk", (Number("metres", 0.0, 1.0),)),)

    def refusal(self, move: Move) -> str:
        return "" if 0 <= move[0] <= 1 else "too far"

    def make(self, move: Move) -> None:
        self.moves.append(float(move[0]))

    def finish(self) -> None:
        while not self.over:
            self.make((1.0,))

    def spots(self) -> Any:
        raise NotImplementedError

    def digest(self) -> str:
        return str(self.moves)

    def save(self) -> bytes:
        return b""

    def load(self, state: bytes) -> None:
        made, self.moves = self.moves, []
        for metres in made:
            self.play((metres,))


class Walking(World):
    name, version, caption = "walking", 1, "Walk."

    def templates(self) -> Mapping[str, Template]:
        return {}

    def play_tasks(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None,
    ) -> list[Played]:
        played = []
        for task, action in zip(tasks, actions, strict=True):
            game = Walk(task)
            while not game.over and callable(action):
                game.play(action(game) or (1.0,))
            far = isinstance(action, tuple) and max(action) > 1
            played.append(Played(Outcome.INVALID if far else Outcome.SOLVED))
        return played

    def start_games(self, tasks: Sequence[Task], threads: int | None) -> list[Walk]:
        return [Walk(task) for task in tasks]


WALKING = Walking()
WALK = WalkTask(topple.task("00002:023").id, "Walk.")


def test_a_world_from_outside_counts_its_attempts() -> None:
    assert counts(lambda: WALKING.play([WALK] * 3, [(1.0,), None, (5.0,)])) == 2, "one refused"
    assert counts(lambda: WALKING.outcomes([WALK], np.array([[0.5], [1.0], [2.0]]))) == 2
    assert counts(lambda: WALKING.refusal(WALK, (0.5,))) == 0


def test_a_world_from_outside_counts_its_games() -> None:
    games = WALKING.begin([WALK, WALK])
    game, other = games
    assert counts(lambda: WALKING.advance(games, [(0.1,), (0.1,)])) == 2
    assert counts(lambda: WALKING.advance(games, [(0.1,), (0.1,)])) == 0
    assert counts(lambda: game.wait(1.0)) == 0
    assert counts(lambda: game.branch().play((0.1,))) == 1
    assert counts(lambda: copy.deepcopy(game).play((0.1,))) == 1
    assert counts(lambda: copy.copy(copy.deepcopy(other)).stop()) == 1
    assert counts(lambda: game.restore(game.snapshot())) == 1, "it plays the moves again"
    with pytest.raises(topple.errors.BadAction):
        Walk(WALK).play((4.0,))


def test_a_world_that_would_count_nothing_is_refused() -> None:
    """What counts is written once, in the base classes; an override would lose it unseen."""
    with pytest.raises(TypeError, match="`play_tasks`"):
        type("Silent", (Walking,), {"play": lambda self, tasks, actions, threads=None: []})
    with pytest.raises(TypeError, match="`make`"):
        type("Silent", (Walk,), {"play": lambda self, move: None})


def test_a_policy_of_a_world_from_outside_counts_what_it_simulates() -> None:
    def policy(game: Game) -> Action:
        game.branch().play((0.5,))
        return (1.0,)

    assert counts(lambda: WALKING.play([WALK], [policy])) == 1 + 3
