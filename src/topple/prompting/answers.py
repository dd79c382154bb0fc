"""Answers as plain text: without the marks that models dress them in."""

from __future__ import annotations

import re
import unicodedata

_SIGNS = str.maketrans({"\u2044": "/", "\u2212": "-", "\u2013": "-", "\u2014": "-"})
_THOUGHTS = ("think", "thinking", "reasoning")
_TAG = re.compile(r"<(\w{1,20})>")
_END_TAG = re.compile(r"</\w{1,20}>")
_LATEX = re.compile(r"\\(?:boxed|text|mathrm|mathbf|textbf|quad|,|;|\(|\)|\[|\]|left|right)")
_MARKS = re.compile(r"[*`$_{}\\]")
_SPACES = re.compile(r"[ \t\f\v]+")
_BLANK = re.compile(r"\n\s*\n")
_SENTENCE = re.compile(r"\n|(?<=[.!?;])(?<!no\.)(?<!nr\.)\s+")


def plain(answer: str) -> str:
    """Take thoughts and dress away, and write everything in lower case."""
    text = unicodedata.normalize("NFKC", answer).translate(_SIGNS)
    text = "".join(c for c in text if unicodedata.category(c) != "Cf").lower()
    text = _END_TAG.sub(" ; ", _TAG.sub(r" \1: ", _without_thoughts(text)))
    text = text.replace("^\\circ", "°").replace("\\theta", "angle").replace("\r", "\n")
    text = _MARKS.sub(" ", _LATEX.sub(" ", text))
    return _BLANK.sub("\n\n", _SPACES.sub(" ", text))


def _without_thoughts(text: str) -> str:
    """Cut thoughts off; one without an end was cut off itself, and no answer follows it."""
    for name in _THOUGHTS:
        _, end, rest = text.rpartition(f"</{name}>")
        text = (rest if end else text).partition(f"<{name}>")[0]
    return text


def sentences(text: str) -> list[str]:
    """Cut a text at line ends and after full stops that a space follows."""
    return [part for part in _SENTENCE.split(text) if part.strip()]
