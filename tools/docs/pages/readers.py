"""Readers: how many answers are read as a careful person reads them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.docs.reading import HALVES, READERS, Score, scores
from tools.docs.tables import table
from tools.docs.text import fill

_BEFORE = Path(__file__).parents[1] / "readers_before.json"
Scores = Mapping[tuple[str, str, str], Score]
Group = Callable[[tuple[str, str, str]], str]


def build(*, play: bool) -> str:
    """Read all answers and return the page."""
    before, after = _before(), scores()
    both = ""
    for form in READERS:
        own = {key: score for key, score in after.items() if key[0] == form}
        found = _half("unseen", before, own, "style", lambda key: key[1], title=False)
        both += f"\n### {form}\n{found}"
    return fill(
        __file__,
        by_form=_halves(before, after, "form", lambda key: key[0]),
        by_style=_halves(before, after, "style", lambda key: key[1]),
        by_both=both,
    )


def _halves(before: Scores, after: Scores, name: str, group: Group) -> str:
    return "".join(_half(half, before, after, name, group) for half in HALVES)


def _before() -> dict[tuple[str, str, str], Score]:
    rows = json.loads(_BEFORE.read_text())
    return {
        (row["form"], row["style"], row["half"]): Score(
            row["answers"], row["meant"], row["read"], row["right"]
        )
        for row in rows
    }


def _half(
    half: str, before: Scores, after: Scores, name: str, group: Group, *, title: bool = True
) -> str:
    found: dict[str, list[Score]] = {}
    for key, score in after.items():
        if key[2] == half:
            for each in (group(key), "all"):
                old, new = found.get(each, [Score(), Score()])
                found[each] = [old + before[key], new + score]
    found["all"] = found.pop("all")
    rows = [
        [each, str(new.answers), *_cells(old), *_cells(new)] for each, (old, new) in found.items()
    ]
    head = [name, "answers", *(f"{what} before" for what in _CELLS), *_CELLS]
    return (f"\nThe {half} half:\n" if title else "") + "\n" + table(head, rows)


_CELLS = ("wrong", "precision", "recall")


def _cells(score: Score) -> list[str]:
    return [
        str(score.wrong),
        f"{100 * score.right / score.read:.1f} %" if score.read else "-",
        f"{100 * score.right / score.meant:.1f} %" if score.meant else "-",
    ]
