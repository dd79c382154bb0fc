"""Prepare a model's answer for reading: one way to write each sign, no thoughts, no markup.

Readers of actions look for labels, numbers and units; readers of PhysIQ answers look for words,
lists and JSON. Both start from the same cleaning and then remove different markup.
"""

from __future__ import annotations

import re
import unicodedata

# Longer answers are loops or attacks; the longest useful ones have a few thousand characters.
LONGEST = 100_000

_THOUGHTS = ("think", "thinking", "reasoning")
# Some models write `[THINK]` or `◁think▷`.
_OTHER_TAGS = re.compile(r"[\[◁](/?(?:think|thinking|reasoning))[\]▷]", re.IGNORECASE)
_TAG = re.compile(r"<(\w{1,20})>")
_END_TAG = re.compile(r"</\w{1,20}>")

_SIGNS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\r": "\n"})

_ACTION_SIGNS = str.maketrans({"\N{FRACTION SLASH}": "/", "\N{EM DASH}": "-"})
_ACTION_LATEX = re.compile(r"\\(?:boxed|text|mathrm|mathbf|textbf|quad|,|;|\(|\)|\[|\]|left|right)")
_ACTION_MARKS = re.compile(r"[*`$_{}\\]")
_ACTION_SPACES = re.compile(r"[ \t\f\v]+")
_BLANK_LINES = re.compile(r"\n\s*\n")

_ANSWER_LATEX = re.compile(r"\\(?:boxed|text|mathrm|mathbf|textbf)\b|\\[()\[\],; ]")
_ANSWER_MARKS = re.compile("[*`$_\"'\u2018\u2019\u201c\u201d\xab\xbb{}\\\\]")
_ANSWER_SPACES = re.compile(r"[^\S\n]+")


def plain_action(answer: str) -> str:
    """Return the text of an action in lower case, without thoughts and markup; quotes stay."""
    text = _without_thoughts(_normalize(answer).translate(_ACTION_SIGNS).lower())
    text = _END_TAG.sub(" ; ", _TAG.sub(r" \1: ", text))
    text = text.replace("^\\circ", "°").replace("\\theta", "angle")
    text = _ACTION_MARKS.sub(" ", _ACTION_LATEX.sub(" ", text))
    return _BLANK_LINES.sub("\n\n", _ACTION_SPACES.sub(" ", text))


def cleaned(answer: str) -> str:
    """Return an answer without thoughts, in which JSON is still JSON; empty if it is too long."""
    return "" if len(answer) > LONGEST else _without_thoughts(_normalize(answer))


def plain_answer(answer: str) -> str:
    """Return an answer in lower case, without thoughts, markup, quotes and braces."""
    text = _TAG.sub(r" \1: ", _END_TAG.sub("\n", cleaned(answer)))
    text = _ANSWER_MARKS.sub(" ", _ANSWER_LATEX.sub(" ", text)).replace("%", " % ")
    text = text.replace("\N{EM DASH}", " - ")
    return _ANSWER_SPACES.sub(" ", text).lower().strip()


def _normalize(answer: str) -> str:
    """Write look-alike characters in one way and remove invisible ones."""
    text = unicodedata.normalize("NFKC", answer).translate(_SIGNS)
    # Long answers have few different characters.
    hidden = [ord(c) for c in set(text) if unicodedata.category(c) == "Cf"]
    return text.translate(dict.fromkeys(hidden)) if hidden else text


def _without_thoughts(text: str) -> str:
    """Remove thoughts; after one that never ends the answer is missing, too."""
    text = _OTHER_TAGS.sub(r"<\1>", text)
    for name in _THOUGHTS:
        _, end, rest = text.rpartition(f"</{name}>")
        text = (rest if end else text).partition(f"<{name}>")[0]
    return text
