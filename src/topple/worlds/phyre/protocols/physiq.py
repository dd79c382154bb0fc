"""PhysIQ: questions about scenes of PHYRE, for models; one protocol per kind of question."""

from __future__ import annotations

from topple.tasks.benchmark import Asked, Benchmark, Stage
from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.protocols import protocol_of
from topple.worlds.phyre.physiq.puzzles import export_puzzles
from topple.worlds.phyre.physiq.sets import configurations
from topple.worlds.phyre.physiq.settings import QuestionSettings

SANITY, CONFIDENCE, YESNO, RANKING, INSERTION = (
    protocol_of(kind, QuestionSettings()) for kind in Kind
)


def _list_asked(*kinds: Kind) -> tuple[Asked, ...]:
    """Return sets in all their configurations."""
    return tuple(
        Asked(f"physiq-{kind}", {"shots": shots, "frames": frames})
        for kind in kinds
        for shots, frames in configurations(kind)
    )


# As in the original, all models take the sanity check, the best four of them answer the questions
# about proposals, and the best two of these place balls.
BENCHMARK = Benchmark(
    "physiq",
    (
        Stage(_list_asked(Kind.SANITY)),
        Stage(_list_asked(Kind.CONFIDENCE, Kind.YESNO, Kind.RANKING), most=4, by=SANITY.name),
        Stage(_list_asked(Kind.INSERTION), most=2, by=YESNO.name),
    ),
    export_puzzles,
    caption="Judge, rank and place: five kinds of question about scenes of PHYRE.",
)
