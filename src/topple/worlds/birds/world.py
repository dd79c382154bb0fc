"""Birds: shoot birds with a slingshot until no pig is left."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, cast

from topple.tasks.attempt import Action, Played
from topple.tasks.discover import modules
from topple.tasks.moves import Move
from topple.tasks.task import Task
from topple.tasks.template import Template as AnyTemplate
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.game import BirdsGame, advance
from topple.worlds.birds.rules import CHOICES
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.stored_levels import all_levels
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS, Template
from topple.worlds.own import own
from topple.worlds.plans import PlanWorld

_ORIGINAL = re.compile(r"(\d{1,2})_(\d{1,2})_(\d{1,2})(?:_|$)")


class Birds(PlanWorld):
    """Shoot birds with a slingshot until no pig is left."""

    name = "birds"
    version = 3
    caption = "Shoot birds with a slingshot until no pig is left."
    action = "x, y, tap and delay of each shot; a negative tap means no tap"
    legend = (
        "Green: pigs. Blocks of ice are blue, of wood brown, of stone grey; dark platforms are "
        "fixed."
    )
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

    def apply_rules(self, task: Task) -> Task:
        own, changed = own_task(task), cast(dict[str, Any], self.changed)
        return replace(own, rules=replace(own.rules, **changed)) if changed else own

    def simulate(
        self, tasks: Sequence[Task], plans: Sequence[Action], threads: int | None
    ) -> list[Played]:
        own = [own_task(task) for task in tasks]
        plays = simulate(
            [task.level for task in own],
            [shots_of(plan) for plan in plans],
            rules=[task.rules for task in own],
            outcome_only=True,
            threads=threads,
        )
        return [
            Played(play.outcome, play.steps, play.digest, play.error and f"engine: {play.error}")
            for play in plays
        ]

    def refuse(self, task: Task, action: Action) -> str:
        """Return nothing: `shots_of` raises `BadAction` for numbers that are no shots."""
        return ""

    def start_games(self, tasks: Sequence[Task], threads: int | None) -> list[BirdsGame]:
        games = [BirdsGame(own_task(task)) for task in tasks]
        advance(games, [None] * len(games), threads)
        return games

    def advance_games(
        self, games: Sequence[BirdsGame], moves: Sequence[Move], threads: int | None
    ) -> None:
        advance(games, moves, threads)


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


def drawn_from(file: str) -> Template | None:
    """Find the template that an original level file was drawn from: `3_09_06_00007`, of `3_9_6`."""
    found = _ORIGINAL.match(file)
    number = "_".join(str(int(part)) for part in found.groups()) if found else ""
    return next((t for t in all_templates().values() if number and t.original == number), None)


def task(text: str) -> BirdsTask:
    """Find a task by its id: `birds/under_a_roof:042`, or `1.1:042` by the paper's number."""
    return own_task(WORLD.task(text))


def own_task(task: Task) -> BirdsTask:
    """Return the task as a bird task; raise `BadInput` if it is not one."""
    return own(task, BirdsTask, "a birds task")


def own_template(template: AnyTemplate) -> Template:
    """Return the template as a bird template; raise `BadInput` if it is not one."""
    return own(template, Template, "a birds template")
