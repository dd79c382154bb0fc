"""Draw the items of a world: balanced, and certain by simulation.

Every choice is keyed by names, so a world always gets the same items. A task is asked as many kinds
of question as its scene allows, so that the rungs of the ladder stand side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np

from topple.errors import ToppleError
from topple.tasks.attempt import Action
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.ladder import facts
from topple.worlds.ladder.candidates import (
    find_firsts,
    find_names,
    find_points,
    find_rests,
    find_touches,
)
from topple.worlds.ladder.chosen import choose_tasks, choose_templates
from topple.worlds.ladder.facts import OPTIONS
from topple.worlds.ladder.items import ladder_of, plan_form, tell, written_plan
from topple.worlds.ladder.plans import centrality
from topple.worlds.ladder.quota import Quota, ways
from topple.worlds.ladder.rows import TEST, TRAIN, Kind, Row
from topple.worlds.ladder.story import Point
from topple.worlds.world import World

ITEMS = 400  # per part
_SHARES = {
    Kind.POINT: 60,
    Kind.NAME: 60,
    Kind.TOUCH: 80,
    Kind.FIRST: 60,
    Kind.REST: 60,
    Kind.PLAN: 80,
}
_THINGS = 8  # per scene that are looked at
_OTHERS = 12  # tasks of a template whose solutions may be wrong plans
ALIKE = (Kind.TOUCH, Kind.FIRST)  # kinds with one item per answer and the same words
_SALT = "ladder"
_ROUNDS = 100  # tasks per template at most

Report = Callable[[str], None]


def draw_items(
    world: World, kinds: Sequence[Kind], report: Report
) -> dict[str, dict[Kind, list[Row]]]:
    """Draw the items of both parts, which ask about different templates."""
    order = choose_templates(world, _SALT)
    wanted = _wanted(kinds)
    return {
        part: _Part(world, order[first::2], wanted, report).draw()
        for part, first in ((TEST, 0), (TRAIN, 1))
    }


def _wanted(kinds: Sequence[Kind]) -> dict[Kind, int]:
    """Share the items out among kinds, in multiples of their balanced answers."""
    whole = sum(_SHARES[kind] for kind in kinds)
    found = {kind: int(ITEMS * _SHARES[kind] / whole) // ways(kind) * ways(kind) for kind in kinds}
    found[Kind.POINT] += ITEMS - sum(found.values())
    return found


class _Part:
    """Draws the items of one part."""

    def __init__(
        self, world: World, templates: Sequence[str], wanted: dict[Kind, int], report: Report
    ) -> None:
        self.world, self.templates, self.report = world, templates, report
        self.quota = Quota(wanted, len(templates))
        self.ladder = ladder_of(world.name)
        self.ends: dict[str, list[Point]] = {}
        # Kind, template (of levels made by hand, all) and action, then answer.
        self.waiting: dict[tuple[Kind, str, str], dict[int, Row]] = {}

    def draw(self) -> dict[Kind, list[Row]]:
        for turn in range(_ROUNDS):
            for template in self.templates:
                if open_kinds := [
                    k for k in self.quota.rows if self.quota.is_open(k, template, turn)
                ]:
                    self._ask(template, turn, open_kinds)
            self.report(f"{self.world.name}: turn {turn + 1}, {self.quota.missing} items missing")
            if not self.quota.missing:
                break
        return self.quota.rows

    def _ask(self, template: str, turn: int, kinds: Sequence[Kind]) -> None:
        tasks = self._tasks(template)
        if turn >= len(tasks):
            return
        name = tasks[turn]
        rng = generator("ladder", self.world.name, name)
        task = self.world.task(name)
        done, action = self._done(task, template, rng)
        if self.ladder.acts and not done:
            return
        story = tell(self.world.name, task, action)
        chosen = rng.permutation(len(story.things)).tolist()[:_THINGS]
        ends = self.ends.setdefault(template, [])
        finders: dict[Kind, Callable[[], Iterator[tuple[int, Row]]]] = {
            Kind.POINT: lambda: find_points(story, name),
            Kind.NAME: lambda: find_names(story, name, rng),
            Kind.TOUCH: lambda: find_touches(story, name, done, chosen),
            Kind.FIRST: lambda: find_firsts(story, name, done, chosen, rng),
            Kind.REST: lambda: find_rests(story, name, done, ends, rng),
            Kind.PLAN: lambda: self._plans(task, template, rng),
        }
        for kind in kinds:
            found = list(finders[kind]())
            if kind in ALIKE and self.ladder.paired:
                self._take_alike(kind, template, done, found, rng)
            else:
                self._take(template, found, rng)
        free = [i for i, thing in enumerate(story.things) if thing.free and story.is_visible(i)]
        ends += [end for i in free if (end := facts.rest_place(story, i))]

    def _take(self, template: str, found: list[tuple[int, Row]], rng: np.random.Generator) -> None:
        """Take the item whose answer is wanted most, or a few."""
        found = [found[i] for i in rng.permutation(len(found)).tolist()]
        for _ in range(self.ladder.per_task):
            found = [(key, row) for key, row in found if self.quota.wants(row.kind, key) > 0]
            if found:
                key, row = max(found, key=lambda each: self.quota.wants(each[1].kind, each[0]))
                found.remove((key, row))
                self.quota.take(row, key, template)

    def _take_alike(
        self,
        kind: Kind,
        template: str,
        done: str,
        found: list[tuple[int, Row]],
        rng: np.random.Generator,
    ) -> None:
        """Take one item per answer after the same action, of this scene or with earlier ones."""
        alike = template if len(self._tasks(template)) > 1 else ""
        waiting = self.waiting.setdefault((kind, alike, done), {})
        found = [found[i] for i in rng.permutation(len(found)).tolist()]
        for _ in range(self.ladder.per_task):
            for key, row in found:
                waiting.setdefault(key, row)
            if len(waiting) < ways(kind) or not all(self.quota.wants(kind, k) for k in waiting):
                return
            for key, row in waiting.items():
                self.quota.take(row, key, template)
            found = [each for each in found if each[1] not in waiting.values()]
            waiting.clear()

    def _tasks(self, template: str) -> list[str]:
        return choose_tasks(self.world, template, _SALT)

    def _done(
        self, task: Task, template: str, rng: np.random.Generator
    ) -> tuple[str, Action | None]:
        """Return an action of predictions: the solution of this task or of another one."""
        if not self.ladder.acts:
            return "", None
        names = [str(task), *(n for n in self._tasks(template)[:_OTHERS] if n != str(task))]
        first = int(rng.integers(2)) * int(rng.integers(len(names)))
        for name in (names[first], str(task)):
            words, action = self._written(task, name)
            if words:
                (played,) = self.world.play([task], [action], threads=1)
                if played.outcome in (Outcome.SOLVED, Outcome.MISSED):
                    return name, action
        return "", None

    def _written(self, task: Task, name: str) -> tuple[str, Action]:
        try:
            action = self.world.solution(self.world.task(name))
            return written_plan(plan_form(self.world.name, task), task, action)
        except ToppleError:
            return "", ()

    def _plans(
        self, task: Task, template: str, rng: np.random.Generator
    ) -> Iterator[tuple[int, Row]]:
        """Yield the stored solution among three of other tasks of the template that miss here."""
        names = [str(task), *(n for n in self._tasks(template)[:_OTHERS] if n != str(task))]
        written = {name: self._written(task, name) for name in names}
        written = {name: each for name, each in written.items() if each[0]}
        if str(task) not in written:
            return
        played = self.world.play([task] * len(written), [a for _, a in written.values()], threads=1)
        ends = dict(zip(written, (each.outcome for each in played), strict=True))
        wrong = [name for name, end in ends.items() if end is Outcome.MISSED]
        if ends[str(task)] is not Outcome.SOLVED:
            return
        for trio in list(combinations(wrong, OPTIONS - 1))[:60]:
            texts = {written[name][0] for name in (str(task), *trio)}
            if len(texts) < OPTIONS:
                continue
            answer = int(rng.integers(OPTIONS))
            plans = [*trio[:answer], str(task), *trio[answer:]]
            rank = centrality([written[name][1] for name in plans])[answer]
            yield answer * OPTIONS + rank, Row(Kind.PLAN, str(task), answer, plans=tuple(plans))
