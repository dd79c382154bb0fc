"""Scores of single templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.metrics.distinct import distinct


@dataclass(frozen=True, slots=True)
class TemplateScore:
    """One template: the mean credit of its tasks, and how many were solved."""

    template: str
    tasks: int
    solved: int
    share: float
    success: Mapping[int, float] = field(default_factory=dict)


def score_templates(
    template: NDArray[np.str_], solved: NDArray[Any], share: NDArray[np.float64]
) -> tuple[TemplateScore, ...]:
    """Return one row per template, the best first, from what each task solved and earned."""
    return best_first(
        TemplateScore(name, int(own.sum()), int(solved[own].sum()), float(share[own].mean()))
        for name in distinct(template)
        for own in [template == name]
    )


def best_first(rows: Iterable[TemplateScore]) -> tuple[TemplateScore, ...]:
    """Return the rows of templates in the order of reports."""
    return tuple(sorted(rows, key=lambda row: (-row.share, row.template)))
