"""Birds: shoot birds with a slingshot until no pig is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, cast

from topple.errors import AgentFault
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.discover import modules
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.tasks.template import Template as AnyTemplate
from topple.worlds.birds.action_space import NUMBERS, shots_of
from topple.worlds.birds.game import Game
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.rules import CHOICES
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.stored_levels import all_levels
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS, Template
from topple.worlds.own import own
from topple.worlds.world import World


class Birds(World):
    """Shoot birds with a slingshot until no pig is left."""

    name = "birds"
    version = 2
    caption = "Shoot birds with a slingshot until no pig is left."
    action = "x, y, tap and delay of each shot; a negative tap means no tap"
    grouped_by = "scenario"
    # `margin`: the share of nearby shots that solve the task too. `straight`: whether shooting
    # straight at the pigs does. `tried`: how many shot sequences the search for a solution played.
    columns = {"margin": float, "straight": bool, "tried": int}
    listed = ("margin",)
    originals = {"phyq": "Phy-Q", "original": "file"}
    # `3.2` counts as the paper does, `2_1_8` as the original's files do.
    numbered = r"\d{1,2}\.\d{1,2}|\d_\d{1,2}_\d{1,2}"
    example = "birds/castle_of_two_rooms:0"
    rules = CHOICES

    def templates(self) -> Mapping[str, AnyTemplate]:
        return {**all_templates(), **all_levels()}

    def ruled(self, task: Task) -> Task:
        own, changed = own_task(task), cast(dict[str, Any], self.changed)
        return replace(own, rules=replace(own.rules, **changed)) if changed else own

    def play(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None = None,
    ) -> list[Played]:
        """Play shots on each task until its outcome is known; a policy gets an `Observation`.

        The shots of a policy are then played again as one list, so that both give the same record.
        """
        own = [own_task(task) for task in tasks]
        chosen: list[Action | AgentFault] = [
            _moves(task, action) if callable(action) else tuple(action or ())
            for task, action in zip(own, actions, strict=True)
        ]
        whole = [
            (task, each) for task, each in zip(own, chosen, strict=True) if type(each) is tuple
        ]
        plays = iter(
            simulate(
                [task.level for task, _ in whole],
                [shots_of(action) for _, action in whole],
                rules=[task.rules for task, _ in whole],
                outcome_only=True,
                threads=threads,
            )
        )
        return [
            Played(Outcome.FAILED, note=str(each))
            if isinstance(each, AgentFault)
            else _played(next(plays), each)
            for each in chosen
        ]


WORLD = Birds()


@cache
def all_templates() -> Mapping[str, Template]:
    """Return the templates that are functions, by name, in the order of the paper's numbers.

    Stored levels are apart: see `stored_levels`.
    """
    found = [
        getattr(module, module.__name__.rsplit(".", 1)[1])
        for scenario in modules("topple.worlds.birds.templates")
        for module in modules(scenario.__name__)
    ]
    found.sort(key=lambda t: (SCENARIOS.index(t.scenario), not t.phyq, t.phyq, t.name))
    return {t.name: t for t in found}


def template(name: str) -> Template:
    """Find a template by its name, by the paper's number or by the original's file id."""
    return own_template(WORLD.template(name))


def task(text: str) -> BirdsTask:
    """Find a task by its id: `birds/under_a_roof:042`, or `1.1:042` by the paper's number."""
    return own_task(WORLD.task(text))


def own_task(task: Task) -> BirdsTask:
    """Return the task as a bird task; raise `BadInput` if it is not one."""
    return own(task, BirdsTask, "a birds task")


def own_template(template: AnyTemplate) -> Template:
    """Return the template as a bird template; raise `BadInput` if it is not one."""
    return own(template, Template, "a birds template")


def _moves(task: BirdsTask, policy: Policy) -> Action | AgentFault:
    """Ask the policy for a shot whenever a bird is ready, until it stops or the game is over."""
    game = Game(task.level, task.rules)
    moves: list[float] = []
    while True:
        game.wait()
        if game.over:
            return tuple(moves)
        observation = Observation(game)
        try:
            move = policy(observation)
        except AgentFault as fault:
            return fault
        if move is None or game.over:
            return tuple(moves)
        if len(move) != NUMBERS:
            return AgentFault(f"a policy gives one shot of {NUMBERS} numbers, not {len(move)}")
        moves += (*move[:3], move[3] + observation.waited)
        if len(moves) == NUMBERS * len(task.level.birds):
            return tuple(moves)
        game.shoot(shots_of(move)[0])


def _played(play: Play, action: Action) -> Played:
    note = play.error and f"engine: {play.error}"
    return Played(play.outcome, play.steps, play.digest, note, action)
