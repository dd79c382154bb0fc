"""Read calls from text: `[cut_pin(id=2)]`, `tap_air_cushion(1, times=3)`, `sleep(0.5)`.

Text is split into tokens and never evaluated. Calls in square brackets count; without brackets,
all calls in the text. Of different calls one counts only if `topple.prompting.decide` finds that it
is meant. Arguments may be named or in order, and a number may stand in a list of its own.
"""

from __future__ import annotations

import re

from topple.prompting.decide import NO_ACTION, Statement, decide
from topple.worlds.rope.calls import ARGUMENTS, MOST_TAPS, Call, Verb, sleep

LONGEST = 100_000  # characters that are read, from the end

_NUMBER = r"[-+]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})"
_QUOTED = rf"\"{_NUMBER}\"|'{_NUMBER}'"
_ARGUMENT = rf"\s*(?:[a-z_]+\s*[=:]\s*)?(?:\[\s*{_NUMBER}\s*\]|{_QUOTED}|{_NUMBER})\s*"
_UNQUOTED = str.maketrans({'"': " "})
# A call as tools are called: {"name": "cut_pin", "arguments": {"id": 2}}.
_TOOL = re.compile(
    r"\{\s*\"(?:name|tool|function|call|action)\"\s*:\s*\"([a-z_]{1,40})\"\s*,\s*"
    r"\"(?:arguments|args|parameters|input)\"\s*:\s*\{([^{}]{0,200})\}\s*\}"
)
_CALL = re.compile(rf"\b([a-z_]+)\s*\(((?:{_ARGUMENT}(?:,{_ARGUMENT})*,?)?\s*)\)", re.ASCII)
_ONE = re.compile(rf"\s*(?:([a-z_]+)\s*[=:])?[\s\[\"']*({_NUMBER})[\s\]\"']*")
_MARKS = str.maketrans({"*": " ", "`": " ", "$": " ", "\\": None})
_DEFAULTS = {"times": 1.0, "seconds": 1.0}


def read_call(text: str) -> Call | str:
    """Return the one call that a text states, or why there is none: one word with underscores."""
    text = text[-LONGEST:].lower().translate(_MARKS)
    text = _TOOL.sub(lambda call: f"{call[1]}({call[2].translate(_UNQUOTED)})", text)
    found = _find_calls(text)
    if not found:
        return "unknown_call" if _CALL.search(text) else "no_call"
    if len(found) == 1 and isinstance(call := _call(found[0]), str):
        return call
    reading = decide(text, _statements)
    if reading.values is None:
        return "no_call" if reading.why == NO_ACTION else "several_calls"
    verb, id, value = reading.values
    return Call(Verb(int(verb)), int(id), value)


def _statements(text: str) -> list[Statement]:
    found = []
    for match in _find_calls(text):
        call = _call(match)
        values = None if isinstance(call, str) else (float(call.verb), float(call.id), call.value)
        found.append(Statement(match.start(), match.end(), values))
    return found


def _find_calls(text: str) -> list[re.Match[str]]:
    """Find the calls in square brackets; without any, all calls."""
    known = [m for m in _CALL.finditer(text) if m[1] in Verb.__members__ and m[1] != "invalid"]
    return [match for match in known if _in_brackets(text, match)] or known


def _in_brackets(text: str, match: re.Match[str]) -> bool:
    return text[: match.start()].rstrip().endswith("[") and text[match.end() :].lstrip().startswith(
        "]"
    )


def _call(match: re.Match[str]) -> Call | str:
    verb, text = Verb[match[1]], match[2]
    names = ARGUMENTS.get(verb, ())
    values: dict[str, float] = {}
    for place, part in enumerate(each for each in text.split(",") if each.strip()):
        argument = _ONE.fullmatch(part)
        if argument is None or place >= len(names):
            return "bad_arguments"
        name = argument[1] or names[place]
        if name not in names or name in values:
            return "bad_arguments"
        values[name] = float(argument[2])
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
