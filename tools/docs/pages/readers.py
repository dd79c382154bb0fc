"""Readers: how many answers are read as a careful person reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tools.docs.reading import HALVES, READERS, Score, scores
from tools.docs.tables import table
from tools.docs.text import fill

Scores = Mapping[tuple[str, str, str], Score]
Group = Callable[[tuple[str, str, str]], str]


def build(*, play: bool) -> str:
    """Read all answers and return the page."""
    found = scores()
    both = ""
    for form in READERS:
        own = {key: score for key, score in found.items() if key[0] == form}
        both += f"\n### {form}\n" + _half("unseen", own, "style", lambda key: key[1], title=False)
    return fill(
        __file__,
        by_form=_halves(found, "form", lambda key: key[0]),
        by_style=_halves(found, "style", lambda key: key[1]),
        by_both=both,
    )


def _halves(found: Scores, name: str, group: Group) -> str:
    return "".join(_half(half, found, name, group) for half in HALVES)


def _half(half: str, every: Scores, name: str, group: Group, *, title: bool = True) -> str:
    found: dict[str, Score] = {}
    for key, score in every.items():
        if key[2] == half:
            for each in (group(key), "all"):
                found[each] = found.get(each, Score()) + score
    found["all"] = found.pop("all")
    rows = [[each, str(score.answers), *_cells(score)] for each, score in found.items()]
    head = [name, "answers", *_CELLS]
    return (f"\nThe {half} half:\n" if title else "") + "\n" + table(head, rows)


_CELLS = ("wrong", "precision", "recall")


def _cells(score: Score) -> list[str]:
    return [
        str(score.wrong),
        f"{100 * score.right / score.read:.1f} %" if score.read else "-",
        f"{100 * score.right / score.meant:.1f} %" if score.meant else "-",
    ]
