"""Certify tasks: one search, one check and one wording for all worlds.

A world's `certify` part says which tasks are unfit, how solutions are found and what is measured:

    class Marbles(Certifier[Marble]):
        world = WORLD

        def facts(self, task, one, *, deep):
            return {"distance": task.distance}

    certify, check = Marbles.certify, Marbles.check
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from topple.tasks.attempt import Action
from topple.tasks.certificates import Certificate, Certificates, Checked
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.parts import Report
from topple.worlds.world import World

T = TypeVar("T", bound=Task)
ACTIONS = 1000  # random actions per task, unless a command says otherwise
NO_SOLUTION = "no solution found"
SOLVES_ITSELF = "solves itself"


@dataclass
class Certifier(Generic[T]):
    """The search for solutions to the tasks of one template, and the check of the stored ones.

    It certifies the tasks with the `fixed` indices, then `wanted` further ones from index `first`
    on, of which it examines up to `most_tried` times as many. `itself` is the reason to refuse a
    task that waiting solves.
    """

    template: Any
    actions: int = ACTIONS
    threads: int | None = None
    found: dict[int, Certificate] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)

    world: ClassVar[World]
    fixed: ClassVar[Sequence[int]] = ()
    first: ClassVar[int] = 0
    most_tried: ClassVar[int] = 4
    itself: ClassVar[str] = SOLVES_ITSELF

    def __post_init__(self) -> None:
        """Begin with what is known before the search; by default nothing."""

    @property
    def wanted(self) -> int:
        """How many tasks are certified besides the fixed ones."""
        return 100

    def unfit(self, task: T) -> str:
        """Return why a task may not be served, whatever solves it; "" if it may."""
        return ""

    def solutions(self, task: T) -> Iterable[Action]:
        """Return actions that solve a task, best first; by default candidates, as they come."""
        actions = task.actions.candidates(self.actions)
        solved = self.world.outcomes([task], actions, self.threads)[0] == 1
        return (tuple(row) for row in actions[solved].tolist())

    def facts(self, task: T, one: Certificate, *, deep: bool) -> Mapping[str, Any]:
        """Measure the facts of a certificate; without `deep`, only those that are quick."""
        return {}

    def sample(self, task: T) -> Mapping[str, Any]:
        """Measure facts by random actions; `topple check` does not measure them again."""
        return {}

    def flaw(self, task: T, one: Certificate, *, deep: bool) -> str:
        """Return what is wrong with a stored solution that solves its task; "" if nothing is."""
        return ""

    def counts(self, kept: Sequence[Certificate]) -> Mapping[str, int]:
        """Return counts that `topple check` prints."""
        return {}

    def indices(self) -> Iterator[int]:
        """Yield the tasks to examine until enough are found."""
        yield from self.fixed
        enough = self.wanted + sum(index in self.found for index in self.fixed)
        for index in range(self.first, self.first + self.most_tried * self.wanted):
            if len(self.found) >= enough:
                return
            yield index

    def certificate(self, task: T) -> Certificate | str:
        """Return the certificate of a fit task, or why it has none."""
        solution = next(iter(self.solutions(task)), None)
        if solution is None:
            return NO_SOLUTION
        one = Certificate(task.id.index, solution)
        facts = {**self.facts(task, one, deep=True), **self.sample(task)}
        return Certificate(task.id.index, solution, facts)

    def examine(self, task: T) -> None:
        """Certify a task or refuse it."""
        index = task.id.index
        self.refused.pop(index, None)
        made = self.unfit(task) or (self.itself if self.waits(task) else self.certificate(task))
        if isinstance(made, str):
            self.refused[index] = made
        else:
            self.found[index] = made

    def waits(self, task: T) -> bool:
        """Return whether waiting solves a task."""
        return self.world.play([task], [None], self.threads)[0].outcome is Outcome.SOLVED

    def search(self, report: Report) -> None:
        """Examine tasks until enough are found."""
        for index in self.indices():
            self.examine(self.template.task(index))
            report(len(self.found), self.wanted + len(self.fixed), "")

    def certificates(self) -> Certificates:
        """Return what was found and refused, in the order of the tasks."""
        found, refused = dict(sorted(self.found.items())), dict(sorted(self.refused.items()))
        own = self.template
        return Certificates(own.name, own.version, found, refused, self.world.columns)

    @classmethod
    def certify(
        cls,
        template: Any,
        *,
        actions: int = ACTIONS,
        threads: int | None = None,
        report: Report = lambda done, of, words: None,
    ) -> Certificates:
        """Certify the tasks of a template; `actions` limits the search for each."""
        own = cls(template, actions, threads)
        own.search(report)
        return own.certificates()

    @classmethod
    def check(
        cls,
        template: Any,
        *,
        most: int | None = None,
        deep: bool = False,
        threads: int | None = None,
    ) -> Checked:
        """Play every stored solution again, wait, and measure the facts again."""
        own = cls(template, threads=threads)
        stored = cls.world.certificates(template)
        wrong = {**stored.faults(template.version), **own._missing(stored)}
        kept = list(stored.tasks.values())[:most]
        tasks = [template.task(one.index) for one in kept]
        played = cls.world.play(tasks, [one.solution for one in kept], threads)
        waited = cls.world.play(tasks, [None] * len(tasks), threads)
        for task, one, solved, alone in zip(tasks, kept, played, waited, strict=True):
            if solved.outcome is not Outcome.SOLVED:
                wrong[str(task)] = "the solution does not solve it"
            elif alone.outcome is Outcome.SOLVED:
                wrong[str(task)] = "waiting solves it"
            elif why := own._differs(task, one, deep):
                wrong[str(task)] = why
        return Checked(len(kept), wrong, own.counts(kept))

    def _missing(self, stored: Certificates) -> dict[str, str]:
        """Return the fixed tasks that are neither certified nor refused."""
        known = {*stored.tasks, *stored.refused} or {*self.fixed}
        missing = (self.template.task(index) for index in self.fixed if index not in known)
        return {str(task): "no certificate" for task in missing}

    def _differs(self, task: T, one: Certificate, deep: bool) -> str:
        if why := self.unfit(task) or self.flaw(task, one, deep=deep):
            return why
        for name, value in self.facts(task, one, deep=deep).items():
            if value != one.facts[name]:
                return f"`{name}` is {value}, and {one.facts[name]} in the certificate"
        return ""
