"""Read calls from text: `[cut_pin(id=2)]`, `tap_air_cushion(1, times=3)`, `sleep(0.5)`.

Text is split into tokens and never evaluated. Calls in square brackets count; without brackets,
all calls in the text. Of different calls one counts only if `topple.prompting.decide` finds that it
is meant. Arguments may be named or in order, and a number may stand in a list of its own.
"""

from __future__ import annotations

import re

from topple.prompting.answers import plain_json
from topple.prompting.reader import NO_ACTION, Reader, Statement
from topple.worlds.rope.calls import (
    ARGUMENTS,
    LONGEST_SLEEP,
    SHORTEST_SLEEP,
    Call,
    Verb,
    sleep,
)

_NUMBER = r"[-+]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})"
_SECONDS = r" ?s(?:ec(?:onds?)?)?\b"
_QUOTED = rf"\"{_NUMBER}\"|'{_NUMBER}'"
_ARGUMENT = (
    rf"\s*(?:[a-z_]+\s*[=:]\s*)?(?:\[\s*{_NUMBER}\s*\]|{_QUOTED}|{_NUMBER}(?:{_SECONDS})?)\s*"
)
_UNQUOTED = str.maketrans({'"': " "})
# A call as tools are called: {"name": "cut_pin", "arguments": {"id": 2}}.
_TOOL = re.compile(
    r"(?i)\{\s*\"(?:name|tool|function|call|action)\"\s*:\s*\"([a-z_]{1,40})\"\s*,\s*"
    r"\"(?:arguments|args|parameters|input)\"\s*:\s*\{([^{}]{0,200})\}\s*\}"
)
_INVOKED = re.compile(
    r"<invoke name=\"(\w{1,40})\">((?:\s*<parameter name=\"\w{1,40}\">[^<]{0,80}</parameter>)*)"
    r"\s*</invoke>"
)
_PARAMETER = re.compile(r"<parameter name=\"(\w+)\">\s*([^<]*?)\s*</parameter>")
_CALL = re.compile(rf"\b([a-z_]+)\s*\(((?:{_ARGUMENT}(?:,{_ARGUMENT})*,?)?\s*)\)", re.ASCII)
_ONE = re.compile(rf"\s*(?:([a-z_]+)\s*[=:])?[\s\[\"']*({_NUMBER})({_SECONDS})?[\s\]\"']*")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_MARKS = str.maketrans({"*": " ", "`": " ", "$": " ", "\\": None})
_DEFAULTS = {"times": 1.0, "seconds": 1.0}


def read_call(text: str) -> Call | str:
    """Return the one call that a text states, or why there is none: one word with underscores."""
    reading = _READER.read(text)
    if reading.values is None:
        return _why(reading.why, _prepared(text))
    verb, id, value = reading.values
    return Call(Verb(int(verb)), int(id), value)


def _prepared(answer: str, *, boxes: bool = True) -> str:
    """Return an answer as text in which calls of tools are written like all calls."""
    text = plain_json(_INVOKED.sub(_written, answer), boxes=boxes).translate(_MARKS)
    return _TOOL.sub(lambda call: f"{call[1]}({call[2].translate(_UNQUOTED)})", text)


def _written(invoked: re.Match[str]) -> str:
    given = ", ".join(f"{name}={value}" for name, value in _PARAMETER.findall(invoked[2]))
    return f"{invoked[1]}({given})"


def _why(why: str, text: str) -> str:
    """Return in one word why no call was read."""
    text = text.lower()
    found = _find_calls(text)
    if not found:
        return "unknown_call" if _CALL.search(text) else "no_call"
    if len(found) == 1 and isinstance(call := _call(found[0]), str):
        return call
    return "no_call" if why.startswith(NO_ACTION) else "several_calls"


def _statements(text: str) -> list[Statement]:
    text, found = text.lower(), []
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
    if names == ("seconds",):  # a list of seconds means nothing
        text = _DECIMAL_COMMA.sub(".", text, count=1)
    values: dict[str, float] = {}
    for place, part in enumerate(each for each in text.split(",") if each.strip()):
        argument = _ONE.fullmatch(part)
        if argument is None or place >= len(names):
            return "bad_arguments"
        name = argument[1] or names[place]
        if name not in names or name in values or (argument[3] and name != "seconds"):
            return "bad_arguments"
        values[name] = float(argument[2])
    values = {name: _DEFAULTS[name] for name in names if name in _DEFAULTS} | values
    if set(values) != set(names):
        return "missing_argument"
    if verb is Verb.sleep:
        seconds = values["seconds"]
        offered = SHORTEST_SLEEP <= seconds <= LONGEST_SLEEP
        return sleep(seconds) if offered else Call(verb, 0, seconds)
    number = values.get("id", 0.0)
    if number % 1:
        return "bad_arguments"
    value = values.get("position", 0.0)
    if "times" in names:
        value = values["times"]
    return Call(verb, int(number), value)


_READER = Reader(_statements, _prepared)
