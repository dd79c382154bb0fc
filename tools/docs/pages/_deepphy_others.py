"""DeepPHY's I-PHYRE, Kinetix and pool: their parts of the page of DeepPHY. Nothing is played."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tools.docs.pages import iphyre, kinetix
from tools.docs.tables import table
from topple.metrics.metric import metric
from topple.protocols import protocol
from topple.protocols.references import references, stored_name
from topple.worlds import world
from topple.worlds.iphyre.template import FAITHFUL
from topple.worlds.kinetix.level import SIZES


def parts() -> dict[str, Mapping[str, object]]:
    """Return the parts of the page."""
    return {"iphyre": _iphyre(), "kinetix": _kinetix(), "pool": _pool()}


def _iphyre() -> dict[str, object]:
    names, found = protocol("deepphy-iphyre-classic").tasks(0), world("iphyre")
    stored = [found.certificates(found.template(found.task(name).id.template)) for name in names]
    known = sum(FAITHFUL in each.tasks for each in stored)
    alone = sum(each.refused.get(FAITHFUL) == "solves itself" for each in stored)
    ceiling = 100 * (known + alone) / len(names)
    models = iphyre.models()
    return {
        "games": len(names),
        "known": known,
        "alone": alone,
        "ceiling": ceiling,
        "models": models,
    }


def _kinetix() -> dict[str, object]:
    found, rules = world("kinetix"), protocol("deepphy-kinetix")
    ends = []
    for size, fold in zip(SIZES, rules.folds, strict=True):
        names = rules.tasks(fold)
        stored = [found.certificate(found.task(name)) for name in names]
        floor = 100 * float(np.mean([one.facts["random"] if one else 0.0 for one in stored]))
        ceiling = 100 * sum(one is not None for one in stored) / len(stored)
        ends.append(f"{size.upper()} {floor:.1f} and {ceiling:.1f}")
    return {"ends": ", ".join(ends), "models": kinetix.models()}


def _pool() -> dict[str, object]:
    rules = protocol("deepphy-pool-classic")
    stored = references(stored_name(rules.name, "speed-spot"), rules.version, "test")
    assert stored is not None, f"{rules.name} has no stored references"
    rows = [
        (row.agent, f"{value:.2f}")
        for row in metric(rules.metric).originals(rules.name)
        for value, _ in list(row.figures.values())[:1]
    ]
    return {
        "floor": 100 * stored.floor.mean(rules.folds, "won in 15"),
        "ceiling": 100 * stored.ceiling.mean(rules.folds, "won in 15"),
        "published": table(("DeepPHY", "won"), rows),
    }
