"""Read calls from text: `[cut_pin(id=2)]`, `tap_air_cushion(1, times=3)`, `sleep(0.5)`.

Text is split into tokens and never evaluated. The last call in square brackets counts; without
brackets, the last call in the text. Arguments may be named or in order, and a number may stand in a
list of its own.
"""

from __future__ import annotations

import re

from topple.worlds.rope.calls import ARGUMENTS, MOST_TAPS, Call, Verb, sleep

LONGEST = 100_000  # characters that are read, from the end

_NUMBER = r"[-+]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})"
_ARGUMENT = rf"\s*(?:[a-z_]+\s*[=:]\s*)?(?:\[\s*{_NUMBER}\s*\]|{_NUMBER})\s*"
_CALL = re.compile(rf"\b([a-z_]+)\s*\(((?:{_ARGUMENT}(?:,{_ARGUMENT})*,?)?\s*)\)", re.ASCII)
_ONE = re.compile(rf"\s*(?:([a-z_]+)\s*[=:])?[\s\[]*({_NUMBER})[\s\]]*")
_DEFAULTS = {"times": 1.0, "seconds": 1.0}


def read_call(text: str) -> Call | str:
    """Return the call in a text, or why there is none: one word with underscores."""
    text = text[-LONGEST:].lower()
    found = list(_CALL.finditer(text))
    known = [match for match in found if match[1] in Verb.__members__ and match[1] != "invalid"]
    bracketed = [match for match in known if _in_brackets(text, match)]
    if chosen := (bracketed or known):
        return _call(Verb[chosen[-1][1]], chosen[-1][2])
    return "unknown_call" if found else "no_call"


def _in_brackets(text: str, match: re.Match[str]) -> bool:
    return text[: match.start()].rstrip().endswith("[") and text[match.end() :].lstrip().startswith(
        "]"
    )


def _call(verb: Verb, text: str) -> Call | str:
    names = ARGUMENTS.get(verb, ())
    values: dict[str, float] = {}
    for place, part in enumerate(each for each in text.split(",") if each.strip()):
        match = _ONE.fullmatch(part)
        if match is None or place >= len(names):
            return "bad_arguments"
        name = match[1] or names[place]
        if name not in names or name in values:
            return "bad_arguments"
        values[name] = float(match[2])
    values = {name: _DEFAULTS[name] for name in names if name in _DEFAULTS} | values
    if set(values) != set(names):
        return "missing_argument"
    if verb is Verb.sleep:
        return sleep(values["seconds"])
    number = values.get("id", 0.0)
    if number % 1:
        return "bad_arguments"
    value = values.get("position", 0.0)
    if "times" in names:
        value = float(min(max(int(values["times"]), 1), MOST_TAPS))
    return Call(verb, int(number), value)
