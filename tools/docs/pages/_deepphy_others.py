"""DeepPHY's I-PHYRE, Kinetix and pool: their parts of the page of DeepPHY."""

from __future__ import annotations

import numpy as np

from tools.docs.tables import table
from topple.metrics.metric import metric
from topple.protocols import protocol
from topple.worlds import world
from topple.worlds.iphyre.template import FAITHFUL

# Published, in per cent: success within 1 and 10 attempts, the mean solving attempt (VLA, then WM).
IPHYRE = {
    "GPT-o3": ((39.17, 81.67, 2.84), (35.83, 76.67, 2.79)),
    "GPT-o4-mini": ((34.17, 75.00, 2.87), (25.00, 70.83, 2.80)),
    "Claude 4 Opus": ((33.33, 71.67, 2.79), (14.29, 51.26, 2.18)),
    "Claude 4 Sonnet": ((29.17, 67.50, 2.64), (18.33, 55.00, 2.08)),
    "MOCK": ((20.50, 62.50, 3.67), (20.50, 62.50, 3.67)),
    "Gemini 2.5 Pro": ((25.83, 58.33, 2.41), (27.50, 67.50, 2.48)),
    "GPT-4o": ((22.50, 53.33, 2.61), (15.00, 45.83, 2.11)),
    "Qwen2.5-VL 72B": ((12.50, 45.00, 2.00), (12.50, 29.17, 1.60)),
    "Gemini 2.5 Flash": ((16.67, 45.00, 2.44), (21.67, 50.83, 2.49)),
    "Qwen2.5-VL 7B": ((12.50, 20.00, 1.75), (27.50, 32.50, 2.00)),
}
# Published, in per cent: sizes S, M and L with labels, in VLA and WM each.
KINETIX = {
    "Claude 4 Opus": (68.33, 30.00, 34.72, 16.67, 5.00, 2.50),
    "GPT-o3": (63.33, 60.00, 40.28, 36.11, 10.00, 14.17),
    "GPT-o4-mini": (56.67, 55.00, 43.75, 30.56, 9.17, 4.17),
    "GPT-4o": (56.00, 52.50, 27.50, 27.78, 3.00, 2.50),
    "Gemini 2.5 Flash": (55.00, 57.50, 43.75, 42.71, 8.75, 8.33),
    "Gemini 2.5 Pro": (53.33, 65.00, 37.50, 34.17, 8.75, 8.33),
    "Claude 4 Sonnet": (50.00, 42.50, 29.17, 27.78, 5.00, 7.50),
    "MOCK": (35.00, 35.00, 40.28, 40.28, 6.67, 6.67),
    "Qwen2.5-VL 72B": (32.00, 50.00, 28.33, 28.13, 2.50, 4.38),
    "Qwen2.5-VL 7B": (20.00, 20.00, 25.00, 12.50, 5.00, 3.93),
}


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
        "`deepphy-iphyre-classic` does. In per cent; *mean* is the mean solving attempt. Of the "
        f"{len(names)} games {known} have a stored solution and {alone} solve themselves: the "
        f"ceiling is {100 * (known + alone) / len(names):.1f}. What MOCK gets here stands on "
        "[I-PHYRE's page](iphyre.md).\n\n"
    )
    head = ("DeepPHY", "VLA at 1", "at 10", "mean", "WM at 1", "at 10", "mean")
    rows = [[name, *(f"{n:.2f}" for row in both for n in row)] for name, both in IPHYRE.items()]
    return text + table(head, rows)


def _kinetix() -> str:
    found, rules = world("kinetix"), protocol("deepphy-kinetix")
    floor, ceiling = [], []
    for fold in rules.folds:
        names = rules.tasks(fold)
        stored = [found.certificate(found.task(name)) for name in names]
        floor.append(100 * float(np.mean([one.facts["random"] if one else 0.0 for one in stored])))
        ceiling.append(100 * sum(one is not None for one in stored) / len(stored))
    text = (
        "\n## Kinetix\n\nDeepPHY plays the 74 hand-made levels with 16 decisions, held 16 steps "
        "each. In per cent, with labels in the pictures. The floor here is the share of random "
        "decisions of that kind that solve a level, the ceiling the share of levels with a stored "
        "solution, also those whose decisions are held for less than 16 steps; levels without one "
        "count as 0 in both: see [about Kinetix](../concepts/kinetix.md).\n\n"
    )
    head = ("", "S, VLA", "S, WM", "M, VLA", "M, WM", "L, VLA", "L, WM")
    rows = [[f"DeepPHY: {name}", *(f"{n:.2f}" for n in row)] for name, row in KINETIX.items()]
    for name, shares in (("floor", floor), ("ceiling", ceiling)):
        rows.append([f"here: {name}", *(f"{n:.1f}" for n in shares for _ in range(2))])
    return text + table(head, rows)


def _pool() -> str:
    rules = protocol("deepphy-pool-classic")
    text = (
        "\n## Pool\n\nDeepPHY plays one unknown rack a hundred times, with 27 shots at the lowest "
        "ball. Here these shots are played on 100 racks: MOCK wins 45.5 (43.2 to 47.8) per cent of "
        "its games, one shot chosen on other racks 73 (64 to 81), and a search wins all racks: see "
        "[DeepPHY's pool](pool.md). Games won within 15 shots, in per cent:\n\n"
    )
    rows = [
        (row.agent, f"{value:.2f}")
        for row in metric(rules.metric).originals(rules.name)
        for value, _ in list(row.figures.values())[:1]
    ]
    return text + table(("DeepPHY", "won"), rows)
