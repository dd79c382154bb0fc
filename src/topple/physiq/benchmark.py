"""The whole benchmark: its stages, what each asks, and how many models go on.

As in the original, all models take the sanity check, the best four of them answer the questions
about proposals, and the best two of these place balls. Baselines are asked everything they can
answer, and take no model's place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from topple.physiq.find import SETS, who_answers
from topple.physiq.items import Kind
from topple.physiq.players import PLAYERS
from topple.physiq.sets import configurations

NAME = "physiq"  # of the benchmark on the command line


@dataclass(frozen=True, slots=True)
class Asked:
    """A question set, with the examples before each question and the pictures per example."""

    kind: Kind
    shots: int
    frames: int

    @property
    def name(self) -> str:
        return f"physiq-{self.kind}"


@dataclass(frozen=True, slots=True)
class Stage:
    """Question sets for the best `most` models; `by` is the kind whose scores decide."""

    kinds: tuple[Kind, ...]
    most: int | None = None
    by: Kind = Kind.SANITY

    @property
    def asked(self) -> list[Asked]:
        """The sets in all their configurations."""
        return [Asked(kind, *each) for kind in self.kinds for each in configurations(kind)]

    def models(self, models: Sequence[str], scores: Mapping[str, float]) -> list[str]:
        """Return who takes part, in the order given; `scores` are means over the stage's `by`."""
        real = [model for model in models if not is_baseline(model)]
        ranked = sorted(real, key=lambda model: -scores.get(model, 0.0))
        chosen = set(ranked[: self.most])
        return [model for model in models if model in chosen or is_baseline(model)]


STAGES = (
    Stage((Kind.SANITY,)),
    Stage((Kind.CONFIDENCE, Kind.YESNO, Kind.RANKING), most=4),
    Stage((Kind.INSERTION,), most=2, by=Kind.YESNO),
)


def is_baseline(model: str) -> bool:
    """Return whether a model is one of the players that come with the questions."""
    return model.startswith("topple/") and model.removeprefix("topple/") in PLAYERS


def can_answer(model: str, asked: Asked) -> bool:
    """Return whether a model can be asked a set; only some baselines cannot."""
    return not is_baseline(model) or model.removeprefix("topple/") in who_answers(SETS[asked.name])
