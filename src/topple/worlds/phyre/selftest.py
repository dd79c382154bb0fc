"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import WORLD, shipped_templates
from topple.worlds.selftests import Attempts

# Among the 400 attempts of this seed are solved, missed and invalid ones.
ACTIONS_PER_TASK, SEED = 8, 6
_STATUS = {Outcome.SOLVED: 1, Outcome.MISSED: -1, Outcome.INVALID: 0}

# Changes only when a template, the rules or the engine change the outcome of an attempt.
GOLDEN = "df8a2750976d3237"


def _attempts() -> list[tuple[PhyreTask, Action]]:
    """Return a few actions on one task of each of PHYRE's templates."""
    return [
        (template.task(template.shipped[0]), tuple(action))
        for tier in TIERS.values()
        for template in shipped_templates(tier.name)
        for action in tier.action_set(ACTIONS_PER_TASK, SEED).tolist()
    ]


def _play(
    tasks: Sequence[PhyreTask], actions: Sequence[Action], threads: int | None
) -> Iterator[Played]:
    """Play every attempt to its end, one tier at a time."""
    pairs = zip(tasks, actions, strict=True)
    for _, some in groupby(pairs, key=lambda pair: pair[0].tier.name):
        own, chosen = zip(*some, strict=True)
        yield from simulate(list(own), list(chosen), digest=True, threads=threads)


_TEST = Attempts(
    WORLD,
    GOLDEN,
    _attempts,
    scene=lambda task: json.loads(task.native.json()),
    line=lambda task, each: f"{task.phyre_id} {_STATUS[each.outcome]}",
    play=_play,
)
self_test, requests = _TEST.self_test, _TEST.requests
