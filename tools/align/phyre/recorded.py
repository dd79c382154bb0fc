"""Compare Topple with the solving actions that the original package recorded."""

from __future__ import annotations

from pathlib import Path

from tools.align.phyre.original import Reference
from tools.align.phyre.solutions import Actions, recorded
from tools.align.tally import Tally
from topple.worlds.phyre import shipped_templates, simulate
from topple.worlds.phyre.simulate import STABLE, UNSTABLE
from topple.worlds.phyre.task import PhyreTask


def compare_recorded(wheel: Path, reference: Reference) -> Tally:
    """Play every recorded solution: it must solve its task here, as stably as in the original.

    Some were recorded before the package was finished and no longer solve anything there. Where a
    status differs, the package plays the action again, and its answer now counts.
    """
    tally = Tally("recorded solutions")
    for template in shipped_templates():
        known = recorded(wheel, template.phyre_id, template.tier)
        for index in template.shipped:
            task = template.task(index)
            found = known[task.phyre_id]
            expected = [STABLE] * len(found.stable) + [UNSTABLE] * len(found.unstable)
            if not expected:
                continue
            batch = simulate(task, found.actions, stability=True, outcome_only=True)
            for i, status in enumerate(batch.status.tolist()):
                note = f"{task.phyre_id}: status {status}, recorded {expected[i]},"
                if status == expected[i]:
                    tally.add(True)
                elif status == _now(reference, task, found.actions[i : i + 1]):
                    tally.add_near(f"{note} but the package now agrees with Topple")
                else:
                    tally.add(False, note)
    return tally


def _now(reference: Reference, task: PhyreTask, action: Actions) -> int:
    tier, name = task.tier.name, task.phyre_id
    reference.ask("load", tier=tier, tasks=[name])
    answer = reference.ask(
        "play", tier=tier, mode="stable", tasks=[name], actions=action.tolist(), check=True
    )
    return int(answer["seen"][0]["status"])
