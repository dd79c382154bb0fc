"""Read Yes or No.

These count: the word alone, at the start of a sentence (also after words like `probably`), and
after a colon or `the answer is`. A sentence that later says the other word contradicts itself. All
words that count must agree, unless `topple.prompting.decide` finds which one is meant.
"""

from __future__ import annotations

import re

from topple.prompting.answers import plain_answer
from topple.prompting.decide import Statement, decide

_SURE = (
    r"(?:(?:i think|i believe|i would say|i d say|i say|my answer is|the answer is|it is|so|then"
    r"|thus|hence|therefore|well|hmm|ok|okay|sure|unfortunately|probably|likely|most likely"
    r"|very likely|definitely|certainly|clearly|almost certainly)[ ,:!.]+){0,3}"
)
_END = (
    r"(?= *(?:$|[\n.,!?)\]<;|]|\(|- |: ?[a-z]|because\b|since\b|they (?:do|are|will|touch)\b"
    r"|it (?:will|does)\b|the (?:\w+ )?(?:balls?|bodies|objects)\b|there (?:is|are)\b))"
)
_SAID = re.compile(
    rf"(?:(?:^|[\n.:!?;=|>\]])[^\w\n]*|\b(?:answer|verdict|conclusion|prediction|result) "
    rf"(?:is|would be|will be)? *[:=\-]* *){_SURE}[(\[]? *(?P<word>yes|no){_END}"
)
# The question repeated (`yes or no`), and `no.` before a number.
_ASKED = re.compile(r"\(? ?\byes ?(?:/|or) ?no\b ?\)?|\bno\. ?(?=\d)")
_LETTER = {"y": True, "n": False}
# Words by which a sentence contradicts its own yes or no.
_CONTRADICTION = {
    "yes": re.compile(
        r"[^\n.]*?(?:(?:[,/(\-]|\bor|\band|\bbut|\bwait|\bactually|\bmeans) *no\b"
        r"|\bno *(?=$|[\n.,!?)]))"
    ),
    "no": re.compile(r"[^\n.]*?\byes\b"),
}


def read_yes_no(answer: str) -> bool | None:
    """Return True for yes, False for no, or None."""
    text = _ASKED.sub(" ", plain_answer(answer))
    alone = text.strip(" .!,:#>-()[]\n")
    if alone in _LETTER:
        return _LETTER[alone]
    values = decide(text, _statements).values
    return None if values is None else values == (1.0,)


def _statements(text: str) -> list[Statement]:
    found = []
    for match in _SAID.finditer(text):
        word, end = match["word"], match.end("word")
        contradicted = _CONTRADICTION[word].match(text, end)
        value = None if contradicted else (float(word == "yes"),)
        found.append(Statement(match.start("word"), end, value))
    return found
