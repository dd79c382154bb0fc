"""Read answers: what is said, or None. Text is parsed, never evaluated and never repaired.

Each form has a grammar in a module of its own. Classic sets of PhysIQ are read by the rules of the
original's figures instead, so that numbers can be compared.
"""

from __future__ import annotations

import re

from topple.physiq.items import Form, Item, Kind, Mode
from topple.physiq.read_percent import read_percent
from topple.physiq.read_placement import Placed, read_placement
from topple.physiq.read_ranking import Order, read_ranking
from topple.physiq.read_yes_no import read_yes_no

Reading = bool | float | Order | Placed

_HEAD = 5  # letters of an answer to a sanity check
_WHOLE = {"yes": True, "no": False, "n": False}
_FOUR = re.compile(r"\[?\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\]?")


def read(item: Item, answer: str) -> Reading | None:
    """Read an answer to an item, or give None where it says nothing that can be scored."""
    if item.mode is Mode.CLASSIC and item.kind is not Kind.INSERTION:
        return _classic(item.kind, answer)
    match item.form:
        case Form.YES_NO:
            return read_yes_no(answer)
        case Form.PERCENT:
            return read_percent(answer)
        case Form.RANKING:
            return read_ranking(answer)
        case Form.PLACEMENT:
            return read_placement(answer, item.balls)


def _classic(kind: Kind, answer: str) -> Reading | None:
    """Read as the original's figures do."""
    text = answer.strip().lower()
    match kind:
        case Kind.SANITY:
            head = text[:_HEAD]
            return True if "yes" in head else False if "no" in head else None
        case Kind.CONFIDENCE:
            number = re.search(r"(?<!\d)\d{1,3}(?!\d)", text)
            # The original lets numbers beyond 100 pass; a share beyond 1 could not be scored.
            return min(int(number[0]), 100) / 100 if number else None
        case Kind.RANKING:
            found = _FOUR.fullmatch(text)
            return tuple(int(digits[:9]) for digits in found.groups()) if found else None
    return _WHOLE.get(text)
