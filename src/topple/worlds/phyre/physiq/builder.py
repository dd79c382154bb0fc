"""Build items: the id, the turns of the conversation, and the right answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from topple.tasks.splits import stable_shuffle
from topple.worlds.phyre.gaps import TOUCHING
from topple.worlds.phyre.physiq.examples import (
    ranking_parts,
    ranking_turns,
    right_order,
    write_answer,
    yesno_turns,
)
from topple.worlds.phyre.physiq.items import Item, ItemId, Kind, Message, QuestionMode, Truth
from topple.worlds.phyre.physiq.moments import LAST
from topple.worlds.phyre.physiq.pictures import ScenePicture
from topple.worlds.phyre.physiq.proposal import Balls, Grade, ProposedTask
from topple.worlds.phyre.physiq.settings import VERSION, QuestionSettings
from topple.worlds.phyre.physiq.wording import question, ruler, system
from topple.worlds.phyre.task import PhyreTask


@dataclass(frozen=True, slots=True)
class ItemBuilder:
    """Builds the items of one set."""

    kind: Kind
    settings: QuestionSettings

    @property
    def strict(self) -> bool:
        return self.settings.mode is QuestionMode.STRICT

    def shuffled(self, tasks: Iterable[ProposedTask], key: str) -> list[ProposedTask]:
        """Shuffle tasks by their ids and a key; strict puts tasks that are all firm first."""
        found = {str(task): (task, proposals) for task, proposals in tasks}
        order = [found[name] for name in stable_shuffle(found, f"physiq {key}")]
        return sorted(order, key=lambda each: not each[1].all_firm) if self.strict else order

    def single(self, shown: ProposedTask, grade: Grade) -> Item:
        """Ask about the start of one proposal, or in a sanity check about its end."""
        task, proposals = shown
        balls = proposals.balls[grade]
        gap = proposals.gaps[grade] if self.kind is Kind.SANITY else None
        turns = self._examples(shown, grade) if self.settings.shots else ()
        picture = ScenePicture(str(task), balls, 0 if gap is None else LAST)
        truth = grade is Grade.CORRECT if gap is None else gap <= TOUCHING
        asked = self._ask(picture, question(self.kind, task))
        return self._item(task, (grade,), (*turns, asked), truth, (grade,), gap)

    def ranking(self, shown: ProposedTask, order: Sequence[Grade], *name: object) -> Item:
        """Ask for the order of four proposals."""
        task, _ = shown
        shots = self.settings.shots
        turns = ranking_turns(self.settings.mode, shown, str(task), shots) if shots else ()
        asked = self._ask(*ranking_parts(shown, order))
        return self._item(task, name, (*turns, asked), right_order(order), tuple(order))

    def insertion(self, shown: ProposedTask) -> Item:
        """Ask for a placement that wins."""
        task, proposals = shown
        words = [
            question(self.kind, task),
            *([ruler()] if self.strict else []),
        ]
        asked = self._ask(ScenePicture(str(task), ruled=self.strict), *words)
        return self._item(task, (), (asked,), None, winner=proposals.balls[Grade.CORRECT])

    def _examples(self, shown: ProposedTask, grade: Grade) -> tuple[Message, ...]:
        settings = self.settings
        key = f"{shown[0]} {grade}"
        return yesno_turns(settings.mode, shown, key, settings.shots, settings.frames)

    def _ask(self, *parts: str | ScenePicture) -> Message:
        # After examples, mark where the question begins.
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
        settings = self.settings
        words = system(self.kind, task.tier.balls, parameters=settings.parameters)
        head = f"physiq-{self.kind}@{VERSION}/{settings.label}/{task.phyre_id}"
        text = "/".join([head, *map(str, name)])
        answer = "" if truth is None else f" The right answer is {write_answer(truth)}"
        shown = f" ({', '.join(map(str, grades))})." if answer else ""
        return Item(
            ItemId("phyre", task.id.template, VERSION, task.id.index, text=text),
            f"{task.caption}{answer}{shown}",
            kind=self.kind,
            mode=settings.mode,
            task=str(task),
            balls=task.tier.balls,
            messages=(Message("system", (words,)), *turns),
            truth=truth,
            grades=grades,
            gap=gap,
            winner=winner,
        )
