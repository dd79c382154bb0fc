"""The certificates of birds: one row per template."""

from __future__ import annotations

from collections import Counter
from statistics import median

from tools.docs.tables import table
from topple.tasks.certificates import Certificate, Certificates
from topple.worlds.birds.certify import NEIGHBOURS, TASKS
from topple.worlds.birds.template import FIRST_VARIATION, Template
from topple.worlds.birds.world import WORLD, all_templates

_INTRO = f"""\
# Birds: what is certified

Every served task has a stored solution, found by a search that starts from the plan of its
template. It is at rest when players see it, waiting does not solve it, and the solution works
without the distractors too. `topple certify birds` finds the solutions, `topple check birds` plays
them again, `python -m tools.docs results birds` writes this page.

- *margin*: the median share of {NEIGHBOURS} nearby shots (within a degree, 2 % of the stretch,
  0.05 s of the tap and 0.1 s of the delay) that solve the task as well.
- *straight*: tasks that shooting every bird straight at one of the pigs solves, on either arc. In
  scenarios 1 and 2 that is the rule; elsewhere it is an exception, for example where the pig stands
  right behind the block that has to be pushed.
- *variations*: certified tasks from index 1000 on, where materials differ too.
- *refused*: examined tasks that are not served, with the reason.

"""


def build(*, play: bool) -> str:
    """Return the page; there is nothing to play."""
    templates = [template for template in all_templates().values() if template.phyq]
    known = [(template, WORLD.certificates(template)) for template in templates]
    return _INTRO + _sums(known) + _table(known)


def _sums(known: list[tuple[Template, Certificates]]) -> str:
    tasks = [one for _, stored in known for one in _split(stored)[0]]
    variations = sum(len(_split(stored)[1]) for _, stored in known)
    refused = sum(index < FIRST_VARIATION for _, stored in known for index in stored.refused)
    whole = sum(len(_split(stored)[0]) == TASKS for _, stored in known)
    return (
        f"{len(tasks):,} tasks are certified; {whole} of {len(known)} templates have all {TASKS}. "
        f"{refused:,} were refused: {len(tasks) / (len(tasks) + refused):.1%} of the examined "
        f"tasks could be certified. {variations} variations are certified as well.\n\n"
    )


def _split(stored: Certificates) -> tuple[list[Certificate], list[Certificate]]:
    """Return the certificates of tasks and those of variations."""
    tasks = [one for one in stored.tasks.values() if one.index < FIRST_VARIATION]
    return tasks, list(stored.tasks.values())[len(tasks) :]


def _table(known: list[tuple[Template, Certificates]]) -> str:
    head = ("template", "", "certified", "margin", "straight", "variations", "refused")
    rows = []
    for template, stored in known:
        tasks, variations = _split(stored)
        why = Counter(stored.refused.values())
        row = (
            template.phyq,
            template.name,
            str(len(tasks)),
            f"{median(one.facts['margin'] for one in tasks):.2f}" if tasks else "",
            str(sum(one.facts["straight"] for one in tasks)),
            str(len(variations) or ""),
            ", ".join(f"{count} {reason}" for reason, count in why.most_common()),
        )
        rows.append(row)
    return table(head, rows, left=(0, 1, 6))
