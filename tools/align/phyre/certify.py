"""Certify PHYRE tasks that our search cannot solve, with solutions stored in the original package.

    python -m tools.align.phyre.certify

About one random action in a million solves these few tasks. The original tried that many and
recorded the solutions. Each one is played here before it is stored.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from tools.align.phyre.original import wheel
from tools.align.phyre.solutions import recorded
from topple.worlds.certifier import NO_SOLUTION
from topple.worlds.phyre.certify import certify_with
from topple.worlds.phyre.world import WORLD, all_templates


def main() -> int:
    """Certify what is missing; return 1 if a task stays unsolved."""
    left = 0
    for template in all_templates().values():
        stored = WORLD.certificates(template)
        refused = [i for i, why in stored.refused.items() if why == NO_SOLUTION]
        wanted = [i for i in refused if i in template.shipped]
        if not wanted:
            continue
        known = recorded(wheel(), template.phyre_id, template.tier)
        tasks = dict(stored.tasks)
        for index in wanted:
            one = known[f"{template.phyre_id}:{index:03d}"]
            volume = next(iter(stored.tasks.values())).facts["valid"]
            found = certify_with(template.task(index), one.actions, actions=volume)
            print(f"phyre/{template.name}:{index}: {'certified' if found else 'still unsolved'}")
            if found:
                tasks[index] = found
            left += not found
        kept = {i: why for i, why in stored.refused.items() if i not in tasks}
        ordered = dict(sorted(tasks.items()))
        replace(stored, tasks=ordered, refused=kept).save(WORLD.certificate_file(template))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
