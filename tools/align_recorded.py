"""Compare Topple with the solving actions that the original package recorded."""

from __future__ import annotations

from pathlib import Path

from phyre_recorded import Actions, recorded
from phyre_reference import Reference
from tally import Tally

from topple.worlds.phyre import shipped_templates, simulate
from topple.worlds.phyre.simulate import STABLE, UNSTABLE
from topple.worlds.phyre.task import PhyreTask


def compare_recorded(wheel: Path, reference: Reference) -> Tally:
    """Play all that solved one of PHYRE's tasks; it must solve it here, as stably as there.

    Some of it was recorded before the package was finished, and solves nothing there either: where
    a record differs, the package plays it again, and what it says now counts.
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
                    tally.add_near(f"{note} but the package says the same now")
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
