"""Readers: how many answers are read as a careful person reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tools.docs.reading import HALVES, READERS, Score, scores
from tools.docs.tables import table

Scores = Mapping[tuple[str, str, str], Score]
Group = Callable[[tuple[str, str, str]], str]


def parts(*, play: bool) -> dict[str, object]:
    """Read all answers and return the parts of the page."""
    found = scores()
    both = []
    for form in READERS:
        own = {key: score for key, score in found.items() if key[0] == form}
        both.append(f"### {form}\n\n{_half('unseen', own, 'style', lambda key: key[1])}")
    return {
        "by_form": _halves(found, "form", lambda key: key[0]),
        "by_style": _halves(found, "style", lambda key: key[1]),
        "by_both": "\n\n".join(both),
    }


def _halves(found: Scores, name: str, group: Group) -> str:
    return "\n\n".join(f"The {half} half:\n\n{_half(half, found, name, group)}" for half in HALVES)


def _half(half: str, every: Scores, name: str, group: Group) -> str:
    found: dict[str, Score] = {}
    for key, score in every.items():
        if key[2] == half:
            for each in (group(key), "all"):
                found[each] = found.get(each, Score()) + score
    found["all"] = found.pop("all")
    rows = [[each, str(score.answers), *_cells(score)] for each, score in found.items()]
    head = [name, "answers", *_CELLS]
    return table(head, rows)


_CELLS = ("wrong", "precision", "recall")


def _cells(score: Score) -> list[str]:
    return [
        str(score.wrong),
        f"{100 * score.right / score.read:.1f} %" if score.read else "-",
        f"{100 * score.right / score.meant:.1f} %" if score.meant else "-",
    ]
