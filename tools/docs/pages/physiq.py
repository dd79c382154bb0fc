"""PhysIQ: floors and ceilings of every question set in both modes."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache

from tools.docs.shallow import by_what, verdict
from tools.docs.tables import share, table
from topple.metrics.bootstrap import Estimate
from topple.metrics.calibration import Calibration
from topple.metrics.insertions import ERRORS, Inserted
from topple.metrics.judgements import Judged
from topple.metrics.rankings import CHANCE_RECIPROCAL, CHANCE_TOP, Ranked
from topple.worlds.phyre.metrics.scoring import answers, score, score_talks, talks
from topple.worlds.phyre.physiq.difficulty import mean_tries, thirds
from topple.worlds.phyre.physiq.items import Item, Kind, QuestionMode
from topple.worlds.phyre.physiq.players import PLAYERS, QuestionPlayer
from topple.worlds.phyre.physiq.players.shallow import learnt_for
from topple.worlds.phyre.physiq.proposal import by_template
from topple.worlds.phyre.physiq.search import TRIES
from topple.worlds.phyre.physiq.sets import question_set
from topple.worlds.phyre.physiq.settings import QuestionSettings

_EVEN = 0.5
_HEADS = {
    Kind.SANITY: ["accuracy", "interval", "balanced", "says yes", "d'", "unreadable"],
    Kind.YESNO: ["accuracy", "interval", "balanced", "says yes", "d'", "unreadable"],
    Kind.CONFIDENCE: ["Brier", "interval", "log score", "ECE", "by chance", "AUROC", "unreadable"],
    Kind.RANKING: ["first right", "interval", "MRR", "tau", "exact", "flips", "unreadable"],
    Kind.INSERTION: ["won at 1", "interval", "won at 5", "interval", "valid", *ERRORS],
}


def parts(*, play: bool) -> dict[str, object]:
    """Ask all players all questions and return the parts of the page."""
    return {
        **{str(kind): {str(mode): _set(kind, mode) for mode in QuestionMode} for kind in Kind},
        "top": 100 * CHANCE_TOP,
        "reciprocal": 100 * CHANCE_RECIPROCAL,
        "tries": TRIES,
        "difficulty": _difficulty(),
    }


def _set(kind: Kind, mode: QuestionMode) -> str:
    items = question_set(kind, QuestionSettings(mode))
    print(f"{kind} {mode}: {len(items)} items", file=sys.stderr)
    shallow = kind in PLAYERS["shallow"].kinds
    found = [_summary(items), _table(kind, items), *([_shallow(items)] if shallow else [])]
    return "\n\n".join(found)


def _summary(items: list[Item]) -> str:
    words = f"{len(items)} items of {len({item.template for item in items})} templates"
    firm = sum(item.task in _firm() for item in items)
    truths = Counter(item.truth for item in items if isinstance(item.truth, bool))
    yes = f", {100 * truths[True] / len(items):.1f} % of them yes" if truths else ""
    return f"{words}{yes}; {firm} are about firm tasks."


@cache
def _firm() -> frozenset[str]:
    shown = [pair for tasks in by_template().values() for pair in tasks]
    return frozenset(str(task) for task, proposals in shown if proposals.all_firm)


def _table(kind: Kind, items: list[Item]) -> str:
    head = ["player", *(name.replace("_", " ") for name in _HEADS[kind])]
    rows = [
        [f"`{name}`", *_cells(kind, items, player)]
        for name, player in PLAYERS.items()
        if kind in player.kinds
    ]
    return table(head, rows)


def _cells(kind: Kind, items: list[Item], player: QuestionPlayer) -> list[str]:
    answer = player.make(items)
    if kind is Kind.INSERTION:
        return _inserted(score_talks(talks(items, answer)))
    found = score(items, answers(items, answer))
    if isinstance(found, Judged):
        return _judged(found)
    return _ranked(found) if isinstance(found, Ranked) else _calibrated(found)


def _shallow(items: list[Item]) -> str:
    """Return what shallow features tell about a set, beside chance."""
    found = score(items, answers(items, PLAYERS["shallow"].make(items)))
    chance, own = _EVEN, found.balanced if isinstance(found, Judged) else None
    if isinstance(found, Calibration):
        own = found.auroc
    elif isinstance(found, Ranked):
        chance, own = CHANCE_TOP, found.top
    assert own is not None, "a set has both answers"
    learnt = {item.template: learnt_for(item) for item in items}
    return (
        f"`shallow`: {share(own, 1)}, chance {100 * chance:.0f}, "
        f"{verdict(own, chance, len(learnt))}.\nStrongest features: {by_what(learnt.values())}."
    )


def _judged(found: Judged) -> list[str]:
    yes = _share(found.yes_rate.value)
    seen = f"{found.sensitivity.value:.2f}"
    balanced = _share(found.balanced.value)
    return [*_both(found.accuracy), balanced, yes, seen, str(found.unreadable)]


def _calibrated(found: Calibration) -> list[str]:
    ece = "" if found.ece is None else f"{found.ece.value:.3f}"
    chance = "" if found.ece_of_the_calibrated is None else f"{found.ece_of_the_calibrated:.3f}"
    auroc = "" if found.auroc is None else f"{found.auroc.value:.3f}"
    brier = [f"{found.brier.value:.3f}", _interval(found.brier, 1, 3)]
    return [*brier, f"{found.log_score.value:.3f}", ece, chance, auroc, str(found.unreadable)]


def _ranked(found: Ranked) -> list[str]:
    flips = "" if found.flips is None else _share(found.flips)
    tau, exact = f"{found.tau.value:.2f}", _share(found.exact.value)
    reciprocal = _share(found.reciprocal.value)
    return [*_both(found.top), reciprocal, tau, exact, flips, str(found.unreadable)]


def _inserted(found: Inserted) -> list[str]:
    errors = sum(found.statuses, Counter[str]())
    last = max(found.solved)
    counts = [str(errors[kind]) for kind in ERRORS]
    return [*_both(found.solved[1]), *_both(found.solved[last]), _share(found.valid), *counts]


def _both(estimate: Estimate) -> tuple[str, str]:
    return _share(estimate.value), _interval(estimate)


def _share(value: float) -> str:
    return f"{100 * value:.1f}"


def _interval(estimate: Estimate, times: int = 100, digits: int = 1) -> str:
    if estimate.interval is None:
        return ""
    low, high = (times * end for end in estimate.interval)
    return f"{low:.{digits}f} to {high:.{digits}f}"


def _difficulty() -> str:
    rows = []
    for name, tries in mean_tries().items():
        tasks = by_template()[name]
        firm = sum(proposals.all_firm for _, proposals in tasks)
        rows.append((name, f"{len(tasks)}", f"{firm}", f"{tries:.0f}", thirds()[name]))
    return table(("template", "tasks", "firm", "tries", "third"), rows, left=(0, 4))
