"""The certificates of birds: one row per template."""

from __future__ import annotations

from collections import Counter
from statistics import median

from tools.docs.tables import table
from topple.tasks.certificates import Certificate, Certificates
from topple.worlds.birds.certify import NEIGHBOURS, TASKS
from topple.worlds.birds.template import FIRST_VARIATION, Template
from topple.worlds.birds.world import WORLD, all_templates


def parts(*, play: bool) -> dict[str, object]:
    """Return the parts of the page; there is nothing to play."""
    templates = [template for template in all_templates().values() if template.phyq]
    known = [(template, WORLD.certificates(template)) for template in templates]
    tasks = sum(len(_split(stored)[0]) for _, stored in known)
    refused = sum(index < FIRST_VARIATION for _, stored in known for index in stored.refused)
    return {
        "neighbours": NEIGHBOURS,
        "count": tasks,
        "whole": sum(len(_split(stored)[0]) == TASKS for _, stored in known),
        "templates": len(known),
        "tasks": TASKS,
        "refused": refused,
        "share": tasks / (tasks + refused),
        "variations": sum(len(_split(stored)[1]) for _, stored in known),
        "table": _table(known),
    }


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
