"""Read numbers as people write them: digits, words, fractions."""

from __future__ import annotations

import math
import re

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_PLAIN = r"\d+\s*/\s*[1-9]\d*|\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?"
# In a list of numbers, a comma always separates two of them.
ANY_NUMBER = rf"[+-]?(?:{_PLAIN})"
# Elsewhere it may be a decimal comma, but only after a lone 0: `0,5`.
NUMBER = rf"[+-]?(?:(?<!\d)0,\d+|{_PLAIN})"
WORDS = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{_UNIT}))?|{_UNIT})"
_MOST_DIGITS = 40


def value_of(text: str, most: int | None = None) -> float | None:
    """Return the value of a number; `7/25` is 7 for a whole number of at most 25."""
    text = text.strip().replace(",", ".")
    if len(text) > _MOST_DIGITS:
        return None
    if text[:1].isalpha():
        return _in_words(text)
    top, slash, bottom = (part.strip() for part in text.partition("/"))
    value = float(top)
    if slash:
        if most is not None:
            return value if int(bottom) == most else None
        value /= int(bottom)
    return value if math.isfinite(value) else None


def _in_words(text: str) -> float:
    parts = re.split(r"[-\s]", text)
    return float(sum(20 + 10 * _TENS.index(p) if p in _TENS else _UNITS.index(p) for p in parts))
