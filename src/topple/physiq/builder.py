"""Put items together: a name, the turns of the conversation, and what is right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from topple.physiq.examples import ranking_parts, ranking_turns, right_order, yesno_turns
from topple.physiq.items import VERSION, Item, Kind, Message, Mode, Truth
from topple.physiq.moments import LAST, gap_at
from topple.physiq.pictures import Picture
from topple.physiq.proposals import Balls, Grade, Shown
from topple.physiq.wording import question, ruler, system
from topple.tasks.splits import stable_shuffle
from topple.worlds.phyre.gaps import TOUCHING
from topple.worlds.phyre.task import PhyreTask


@dataclass(frozen=True, slots=True)
class Settings:
    """How a set is asked: mode, examples before each question, pictures of each example."""

    mode: Mode = Mode.STRICT
    shots: int = 0
    frames: int = 1

    @property
    def label(self) -> str:
        shots = f"-{self.shots}shot-{self.frames}frame" if self.shots else ""
        return f"{self.mode}{shots}"

    @property
    def variant(self) -> str:
        """Name all that makes scores comparable or not."""
        if not self.shots:
            return str(self.mode)
        frames = "a picture" if self.frames == 1 else f"{self.frames} pictures"
        many = "s" if self.shots > 1 else ""
        return f"{self.mode}, {self.shots} example{many} of {frames}"

    @property
    def prompt(self) -> str:
        """Name the version of the words."""
        return f"physiq@{VERSION}"

    def data(self) -> dict[str, Any]:
        """Give the settings as plain data."""
        return {"mode": str(self.mode), "shots": self.shots, "frames": self.frames}


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the items of one set."""

    kind: Kind
    settings: Settings

    @property
    def strict(self) -> bool:
        return self.settings.mode is Mode.STRICT

    def shuffled(self, tasks: Iterable[Shown], key: str) -> list[Shown]:
        """Order tasks by their names and a key; strict puts the firm ones first."""
        found = {str(task): (task, proposals) for task, proposals in tasks}
        order = [found[name] for name in stable_shuffle(found, f"physiq {key}")]
        return sorted(order, key=lambda each: not each[1].all_firm) if self.strict else order

    def single(self, shown: Shown, grade: Grade) -> Item:
        """Ask about one proposal: its start, or in a sanity check its end."""
        task, proposals = shown
        balls = proposals.balls[grade]
        gap = gap_at(task, balls, LAST) if self.kind is Kind.SANITY else None
        turns = self._examples(shown, grade) if self.settings.shots else ()
        picture = Picture(str(task), balls, 0 if gap is None else LAST)
        truth = grade is Grade.CORRECT if gap is None else gap <= TOUCHING
        asked = self._asked(picture, question(self.kind, task))
        return self._item(task, (grade,), (*turns, asked), truth, (grade,), gap)

    def ranking(self, shown: Shown, order: Sequence[Grade], *name: object) -> Item:
        """Ask for the order of four proposals."""
        task, _ = shown
        shots = self.settings.shots
        turns = ranking_turns(self.settings.mode, shown, str(task), shots) if shots else ()
        asked = self._asked(*ranking_parts(shown, order))
        return self._item(task, name, (*turns, asked), right_order(order), tuple(order))

    def insertion(self, shown: Shown) -> Item:
        """Ask for a placement that wins."""
        task, proposals = shown
        words = [question(self.kind, task), *([ruler()] if self.strict else [])]
        asked = self._asked(Picture(str(task), ruled=self.strict), *words)
        return self._item(task, (), (asked,), None, winner=proposals.balls[Grade.CORRECT])

    def _examples(self, shown: Shown, grade: Grade) -> tuple[Message, ...]:
        settings = self.settings
        key = f"{shown[0]} {grade}"
        return yesno_turns(settings.mode, shown, key, settings.shots, settings.frames)

    def _asked(self, *parts: str | Picture) -> Message:
        # After examples it must be plain where the question begins.
        return Message("user", ("Now your turn.", *parts) if self.settings.shots else parts)

    def _item(
        self,
        task: PhyreTask,
        name: Sequence[object],
        turns: tuple[Message, ...],
        truth: Truth,
        grades: tuple[Grade, ...] = (),
        gap: float | None = None,
        winner: Balls = (),
    ) -> Item:
        head = f"physiq-{self.kind}@{VERSION}/{self.settings.label}/{task.phyre_id}"
        return Item(
            id="/".join([head, *map(str, name)]),
            kind=self.kind,
            mode=self.settings.mode,
            task=str(task),
            template=task.id.template,
            balls=task.tier.balls,
            messages=(Message("system", (system(self.kind, task.tier.balls),)), *turns),
            truth=truth,
            grades=grades,
            gap=None if gap is None else round(gap, 3),
            winner=winner,
        )
