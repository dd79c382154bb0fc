"""Take away what answers are dressed in, before they are read."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 100_000  # letters of an answer; nobody reads on for one word

_THOUGHTS = ("think", "thinking", "reasoning")
_TAG = re.compile(r"<(\w{1,20})>")
_END_TAG = re.compile(r"</\w{1,20}>")
_LATEX = re.compile(r"\\(?:boxed|text|mathrm|mathbf|textbf)\b|\\[()\[\],; ]")
_MARKS = re.compile("[*`$_\"'\u2018\u2019\u201c\u201d\xab\xbb{}\\\\]")
_ENDS = re.compile(r"[\n;]|(?<=[.!?])(?=\s)")
_SPACES = re.compile(r"[^\S\n]+")


def undressed(answer: str) -> str:
    """Cut thoughts off and write look-alike letters in one way; JSON stays JSON."""
    if len(answer) > LONGEST:
        return ""
    text = unicodedata.normalize("NFKC", answer)
    text = text.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-").replace("\r", "\n")
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    for name in _THOUGHTS:
        # Thoughts that never end were cut off, and so was the answer.
        _, end, rest = text.rpartition(f"</{name}>")
        text = (rest if end else text).partition(f"<{name}>")[0]
    return text


def plain(answer: str) -> str:
    """Give an answer in lower case without marks of emphasis, quotes, braces and LaTeX."""
    text = _TAG.sub(r" \1: ", _END_TAG.sub("\n", undressed(answer)))
    text = _MARKS.sub(" ", _LATEX.sub(" ", text)).replace("%", " % ")
    return _SPACES.sub(" ", text).lower().strip()


def sentences(text: str) -> list[str]:
    """Cut a text at line ends, semicolons and full stops that a space follows."""
    return [part.strip(" #•") for part in _ENDS.split(text) if part and part.strip(" #•")]
