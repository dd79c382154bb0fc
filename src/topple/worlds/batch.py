"""The results of a batch of actions, the same in every world."""

from __future__ import annotations

import base64
from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from html import escape
from typing import overload

import numpy as np
from numpy.typing import NDArray

from topple.draw import png
from topple.draw.film import Film
from topple.sim.counting import uncounted
from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import film as make_film
from topple.worlds import parts, world

_ROWS = 10  # rows of the table in notebooks
_PICTURES = 4  # rows with a picture, which takes a simulation
_WIDTH = 160  # pixels


class Attempts(Sequence[Played]):
    """Results of attempts in their order: short in a terminal, a table in a notebook."""

    @abstractmethod
    def task(self, i: int) -> Task:
        """Return the task of an attempt."""

    def counts(self) -> dict[Outcome, int]:
        """Count the outcomes, the commonest first."""
        return dict(Counter(played.outcome for played in self).most_common())

    def __repr__(self) -> str:
        tasks = {str(self.task(i)) for i in range(len(self))}
        where = f"{len(tasks)} tasks" if len(tasks) != 1 else tasks.pop()
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        plural = "" if len(self) == 1 else "s"
        return f"<{len(self)} attempt{plural} at {where}: {counts or 'none'}>"

    def _repr_html_(self) -> str:
        """Return a table of the first attempts, for notebooks."""
        rows = [
            f"<tr><td>{i}</td><td>{escape(str(self.task(i)))}</td><td>{played.outcome}</td>"
            f"<td>{played.steps}</td><td>{escape(played.note)}</td><td>{self._picture(i)}</td></tr>"
            for i, played in enumerate(self[:_ROWS])
        ]
        head = "".join(f"<th>{name}</th>" for name in ("", "task", "outcome", "steps", "note", ""))
        return f"<p>{escape(repr(self))}</p><table><tr>{head}</tr>{''.join(rows)}</table>"

    def _picture(self, i: int) -> str:
        """Return a picture of the end of an attempt as HTML; empty if there is none."""
        return ""


class Batch(Attempts):
    """The results of `topple.simulate`; methods take the number of an attempt.

    A batch is a sequence: `batch[0].outcome`, `len(batch)`, `for played in batch`.
    """

    def __init__(self, tasks: Sequence[Task], played: Sequence[Played]) -> None:
        self.tasks = tuple(tasks)
        self._played = tuple(played)

    def __len__(self) -> int:
        return len(self._played)

    @overload
    def __getitem__(self, i: int) -> Played: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Played]: ...
    def __getitem__(self, i: int | slice) -> Played | Sequence[Played]:
        return self._played[i]

    @cached_property
    def solved(self) -> NDArray[np.bool_]:
        """Which attempts solved their task."""
        return np.array([played.outcome is Outcome.SOLVED for played in self], np.bool_)

    @cached_property
    def steps(self) -> NDArray[np.int64]:
        """Engine steps until the outcome was known."""
        return np.array([played.steps for played in self], np.int64)

    def task(self, i: int) -> Task:
        return self.tasks[i]

    def outcome(self, i: int) -> Outcome:
        """Return the outcome of an attempt."""
        return self._played[i].outcome

    def action(self, i: int) -> Action | None:
        """Return the action of an attempt, of a policy its moves; None if it only waited."""
        return self._played[i].action or None

    def film(self, i: int) -> Film:
        """Play an attempt again and film it."""
        with uncounted():
            return make_film(self.tasks[i], self.action(i))

    def _picture(self, i: int) -> str:
        if i >= _PICTURES or not parts.has(world(self.tasks[i].id.world), "look"):
            return ""
        data = base64.b64encode(png.encode(self.film(i).picture(-1, _WIDTH))).decode()
        return f'<img src="data:image/png;base64,{data}" alt="the end of attempt {i}">'
