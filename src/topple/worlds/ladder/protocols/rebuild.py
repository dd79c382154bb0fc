"""One protocol per world: `rebuild-phyre` and so on, for models."""

from __future__ import annotations

from functools import partial

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import Stratum
from topple.worlds.ladder.find import worlds_with_items
from topple.worlds.ladder.rebuild.items import VERSION, items_of, read_id

_TRIES = 10  # requests per item


def _split(name: str, fold: int) -> Split:
    return Split((), (), tuple(items_of(name)))


def _stratum(name: str) -> Stratum:
    return Stratum(read_id(name).template)


def _protocol(name: str) -> Protocol:
    return Protocol(
        f"rebuild-{name}",
        f"Write scenes of {name} as JSON, from their pictures.",
        name,
        (0,),
        partial(_split, name),
        version=VERSION,
        attempts=1,
        most_tries=_TRIES,
        uncounted=frozenset({Outcome.FAILED}),
        metric="agreement",
        about="A model gets a picture, the meaning of the JSON, and an example of another scene. "
        "What it writes is simulated beside the true scene, under the stored solution; points "
        "are the share of things that are where they should be, moment by moment.",
        for_models=True,
        stratum=_stratum,
        asks="questions",
    )


globals().update({f"REBUILD_{name.upper()}": _protocol(name) for name in worlds_with_items()})
