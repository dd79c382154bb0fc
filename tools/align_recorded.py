"""Compare Topple with the solving actions that the original package recorded."""

from __future__ import annotations

from pathlib import Path

from phyre_recorded import recorded
from tally import Tally

from topple.worlds.phyre import simulate
from topple.worlds.phyre.simulate import STABLE, UNSTABLE
from topple.worlds.phyre.task import all_templates, task_of


def compare_recorded(wheel: Path) -> Tally:
    """Play all that solved one of PHYRE's tasks; it must solve it here, as stably as there."""
    tally = Tally("recorded solutions")
    for template in all_templates().values():
        if not template.phyre_id:
            continue
        tasks = recorded(wheel, template.phyre_id, template.tier)
        for index in template.shipped:
            id = f"{template.phyre_id}:{index:03d}"
            found = tasks[id]
            expected = [STABLE] * len(found.stable) + [UNSTABLE] * len(found.unstable)
            if not expected:
                continue
            task = task_of(template, index)
            batch = simulate(task, found.actions, stability=True, outcome_only=True)
            for status, wanted in zip(batch.status.tolist(), expected, strict=True):
                tally.add(status == wanted, f"{id}: status {status}, recorded {wanted},")
    return tally
