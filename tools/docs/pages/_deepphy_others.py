"""DeepPHY's I-PHYRE, Kinetix and pool: their parts of the page of DeepPHY."""

from __future__ import annotations

import numpy as np

from tools.docs.pages import iphyre, kinetix
from tools.docs.tables import table
from topple.metrics.metric import metric
from topple.protocols import protocol
from topple.protocols.references import references, stored_name
from topple.worlds import world
from topple.worlds.iphyre.template import FAITHFUL
from topple.worlds.kinetix.level import SIZES


def part() -> str:
    """Return the parts of the page; nothing is played."""
    return _iphyre() + _kinetix() + _pool()


def _iphyre() -> str:
    names, found = protocol("deepphy-iphyre-classic").tasks(0), world("iphyre")
    stored = [found.certificates(found.template(found.task(name).id.template)) for name in names]
    known = sum(FAITHFUL in each.tasks for each in stored)
    alone = sum(each.refused.get(FAITHFUL) == "solves itself" for each in stored)
    text = (
        "\n## I-PHYRE\n\nDeepPHY plays the 40 games of I-PHYRE with ten plans each, as "
        "`deepphy-iphyre-classic` does. Of the "
        f"{len(names)} games {known} have a stored solution and {alone} solve themselves: the "
        f"ceiling is {100 * (known + alone) / len(names):.1f}. What MOCK gets here stands on "
        "[I-PHYRE's page](iphyre.md).\n\n"
    )
    return text + iphyre.models()


def _kinetix() -> str:
    found, rules = world("kinetix"), protocol("deepphy-kinetix")
    floor, ceiling = [], []
    for fold in rules.folds:
        names = rules.tasks(fold)
        stored = [found.certificate(found.task(name)) for name in names]
        floor.append(100 * float(np.mean([one.facts["random"] if one else 0.0 for one in stored])))
        ceiling.append(100 * sum(one is not None for one in stored) / len(stored))
    ends = zip(SIZES, floor, ceiling, strict=True)
    ours = ", ".join(f"{size.upper()} {low:.1f} and {high:.1f}" for size, low, high in ends)
    text = (
        "\n## Kinetix\n\nDeepPHY plays the 74 hand-made levels with 16 decisions, held 16 steps "
        f"each. Floor and ceiling here, in per cent: {ours}. The floor is the share of random "
        "decisions of that kind that solve a level, the ceiling the share of levels with a stored "
        "solution, also those whose decisions are held for less than 16 steps; levels without one "
        "count as 0 in both: see [about Kinetix](../concepts/kinetix.md).\n\n"
    )
    return text + kinetix.models()


def _pool() -> str:
    rules = protocol("deepphy-pool-classic")
    stored = references(stored_name(rules.name, "speed-spot"), rules.version, "test")
    assert stored is not None, f"{rules.name} has no stored references"
    floor, ceiling = (
        100 * end.mean(rules.folds, "won in 15") for end in (stored.floor, stored.ceiling)
    )
    text = (
        "\n## Pool\n\nDeepPHY plays one unknown rack a hundred times, with 27 shots at the lowest "
        "ball. Here these shots are played on 100 racks. Games won within 15 shots, in per cent: "
        f"random shots {floor:.1f}, the stored solutions {ceiling:.1f}. MOCK, one shot for ever, "
        "and the spread between racks stand on [pool's page](pool.md#deepphys-pool). Published:\n\n"
    )
    rows = [
        (row.agent, f"{value:.2f}")
        for row in metric(rules.metric).originals(rules.name)
        for value, _ in list(row.figures.values())[:1]
    ]
    return text + table(("DeepPHY", "won"), rows)
