"""Stored solutions: the first of some speeds that stops on the mark."""

from __future__ import annotations

from typing import Any

from marbles.world import WORLD, MarblesTask
from topple.worlds.certifier import Certifier


class MarbleCertifier(Certifier[MarblesTask]):
    """Tries speeds on the first tasks of a template."""

    world = WORLD
    most_tried = 1

    @property
    def wanted(self) -> int:
        return 10

    def sample(self, task: MarblesTask) -> dict[str, Any]:
        solved = WORLD.outcomes([task], task.actions.candidates(self.actions), self.threads) == 1
        return {"solved": int(solved.sum()), "tried": self.actions}


certify, check = MarbleCertifier.certify, MarbleCertifier.check
