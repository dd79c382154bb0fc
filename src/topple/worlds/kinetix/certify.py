"""Certify levels: store decisions that solve them, and check that waiting does not.

Levels are searched with 16 decisions, held 16 steps each as in DeepPHY, then with freer ones. A
level without a known solution is listed as open. Solutions that are stored already are kept, so
that running the command again with more actions goes on with the open levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from topple.tasks.attempt import Action
from topple.tasks.certificates import Certificate
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.certifier import Certifier
from topple.worlds.kinetix.actions import HOLD
from topple.worlds.kinetix.search import random_actions, search
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.template import Random
from topple.worlds.kinetix.world import WORLD

RANDOM_LEVELS = 100  # certified levels per size
DRAWS = 256  # random actions that measure how easy a level is
FREE_HOLDS = (8, 4, 2)  # steps for which freer decisions are held
OPEN = "open: no solution found"


class KinetixCertifier(Certifier[KinetixTask]):
    """Searches for solutions: of the level, or of the first random levels that have one.

    A search plays up to ten times `actions` episodes per level and kind of decisions.
    """

    world = WORLD
    most_tried = 10
    itself = "waiting solves it"

    def __post_init__(self) -> None:
        stored = WORLD.certificates(self.template)
        if stored.version == self.template.version:
            self.found, self.refused = dict(stored.tasks), dict(stored.refused)

    @property
    def wanted(self) -> int:
        return RANDOM_LEVELS if isinstance(self.template, Random) else 1

    def indices(self) -> Iterator[int]:
        # A refused random level is not searched again: there is always another one.
        random = isinstance(self.template, Random)
        known = {*self.found, *(self.refused if random else ())}
        every = super().indices() if random else range(1)
        return (index for index in every if index not in known)

    def examine(self, task: KinetixTask) -> None:
        super().examine(task)
        # A level may take an hour, so each is stored at once.
        path = WORLD.certificate_file(self.template)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.certificates().save(path)

    def unfit(self, task: KinetixTask) -> str:
        return "" if task.level.channels else "nothing can be driven"

    def certificate(self, task: KinetixTask) -> Certificate | str:
        for hold in (HOLD, *FREE_HOLDS):
            rng = generator("kinetix search", task, hold, self.actions)
            found = search(task, hold, 10 * self.actions, rng, self.threads)
            if found is not None:
                share = self._random_share(task)
                facts = {"held": hold == HOLD, "random": share, "tried": found.tried}
                return Certificate(task.id.index, found.action, facts)
        return OPEN

    def facts(self, task: KinetixTask, one: Certificate, *, deep: bool) -> Mapping[str, Any]:
        quick = {"held": _is_held(task, one.solution)}
        return {**quick, "random": self._random_share(task)} if deep else quick

    def counts(self, kept: Sequence[Certificate]) -> Mapping[str, int]:
        return {"open": len(self.refused)}

    def _random_share(self, task: KinetixTask) -> float:
        """Return the share of random actions that solve a task."""
        drawn = random_actions(task, HOLD, DRAWS, generator("kinetix random share", task))
        played = WORLD.play([task] * DRAWS, drawn, self.threads)
        return sum(each.outcome is Outcome.SOLVED for each in played) / DRAWS


def _is_held(task: KinetixTask, action: Action) -> bool:
    """Return whether all decisions change at multiples of 16 steps."""
    held = action[task.actions.width - 1 :: task.actions.width]
    return all(steps % HOLD == 0 for steps in held[:-1])


certify, check = KinetixCertifier.certify, KinetixCertifier.check
