"""Find labels: words such as `Action:` or `Final answer:`, behind which only an answer stands."""

from __future__ import annotations

import re

_NOUNS = (
    "action|answer|output|response|decision|choice|solution|conclusion|attempt|final|verdict|pick"
    "|selection"
)
# `Analysis of the action:` is followed by words, not by an action.
_TITLES = r"history|analysis|review|summary|log|options|ideas|candidates|results?"
_LABELS = (
    # A line that begins with it, perhaps numbered: `3. My final answer is: `.
    r"(?:^|\n)[^\w\n]*(?:\d{1,2}[.)] *)?(?:step *\d+ *[:.)-]? *)?"
    r"(?:(?:my|the|your|here is|chosen|next|new|best|so|thus|therefore|la|le|die) )*"
    rf"(?:{_NOUNS})\b"
    rf"(?: *(?:is|(?!(?:{_TITLES})\b)[a-z]+(?! *[:=] *[-\d])))? *[\"')\]]? *(?:[:=\n]|->|- )",
    # A field of JSON.
    r"[\"'](?:action|answer|final answer)[\"'] *:",
    # `final answer` is one wherever it stands.
    r"\bfinal (?:answer|action|decision|choice|output)(?: is)? *[:=\n]?",
    # At the start of a sentence: `It rolls left. So the answer: `.
    rf"(?<=[^\w\s(\"'] )(?:so |thus |therefore,? |my |the ){{0,3}}(?<!\w)(?:{_NOUNS}) *[:=]",
    # One that replaces an earlier one.
    rf"\b(?:corrected|revised|updated|new|better)(?: final)? (?:{_NOUNS})(?: is)? *[:=]?",
    # A line that begins with a word of conclusion.
    r"(?:^|\n)[^\w\n]*(?:(?:correction|corrected|revised|updated?|therefore|thus|hence|so|tl;dr)"
    r" *:|boxed:)",
)
LABELS = "|".join(_LABELS)
LABEL = re.compile(LABELS, re.IGNORECASE)
_REPLACING = re.compile(r"final|correct|revis|updat|new|better|boxed", re.IGNORECASE)
# Words before `action:` that make it another one than the one that is meant.
_OTHER = re.compile(
    r"\b(?:previous|last|earlier|prior|old|first|initial|original|wrong|example|possible"
    r"|alternative)\W*$",
    re.IGNORECASE,
)


def labels_in(text: str, label: re.Pattern[str] = LABEL) -> list[re.Match[str]]:
    """Return the labels of a text, without those of an earlier answer or of an example."""
    found = label.finditer(text)
    return [each for each in found if not _OTHER.search(text[: each.start()][-40:])]


def replaces(label: str, before: str) -> bool:
    """Return whether a label replaces the one before: `Final answer` after `Answer`."""
    word = _REPLACING.search(label)
    return word is not None and word[0].lower() not in before.lower()
