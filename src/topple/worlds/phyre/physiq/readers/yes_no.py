"""Read Yes or No.

These count: the word alone, at the start of a sentence (also after words like `probably`), and
after a colon, `the answer is`, `so` and the like. After a comma or dash it is only mentioned, and
the answer to a step (`Step 1: ... Yes.`) is none to the question. A sentence that later says the
other word contradicts itself, unless words of correction stand between. Which of several words is
meant, `topple.prompting.decide` finds.
"""

from __future__ import annotations

import re

from topple.prompting.answers import plain
from topple.prompting.reader import Reader, Statement

_SURE = (
    r"(?:(?:wait|actually|sorry|hmm|in fact|i think|i believe|i would say|i'd say|i say"
    r"|my answer is|the answer is|it is|so|then|thus|hence|therefore|well|ok|okay|sure"
    r"|unfortunately|probably|likely|most likely|very likely|definitely|certainly|clearly"
    r"|almost certainly|absolutely)[ ,:!.]+){0,3}"
)
_END = (
    r"(?= *(?:$|[\n.,!?)\]<;|]|\(|- |: ?[a-z]|because\b|since\b|instead\b|is my\b"
    r"|they (?:do|are|will|touch)\b|it (?:will|does)\b|the (?:\w+ )?(?:balls?|bodies|objects)\b"
    r"|there (?:is|are)\b))"
)
_BEFORE = (
    r"(?:(?:^|[\n.:!?;=|>\]])[^\w\n]*"
    r"|\b(?:answer|verdict|conclusion|prediction|result|guess|choice|so|thus|hence|therefore|but) "
    r"(?:is|would be|will be|should be|must be)?,? *[:=\-]* *"
    r"|\bit (?:is|would be|should be|must be) "
    r"|\b(?:choose|say|pick|select|use|go with|(?:this|it|answer) to|wait|actually|sorry|correction"
    r"|second thought|reflection)(?:,| -)? |\bscratch that\W+)"
)
_WORDS = {
    **dict.fromkeys(("yes", "yep", "yeah", "yup", "true"), True),
    **dict.fromkeys(("nope", "nah", "false", "no"), False),
}
# The same in other languages, where it is all that a sentence begins with. `si` also means `if`.
_FOREIGN = (
    ("yes", "ja|oui|sí|sim|да|はい|是的|是|会|會|能|네|예"),
    ("no", "nein|non|não|nee|нет|いいえ|不会|不會|不能|不是|不|否|아니요|아니오"),
)
_TRANSLATED = tuple(
    (re.compile(rf"((?:^|[\n.:!?]) ?)(?:{words})(?= *(?:$|[\n.,!]))", re.IGNORECASE), word)
    for word, words in _FOREIGN
)
_SAID = re.compile(
    rf"(?:{_BEFORE}{_SURE}|(?P<mentioned>[,-] ))[(\[]? *(?P<word>{'|'.join(_WORDS)}){_END}"
)
# The question repeated (`yes or no`), and `no.` before a number.
_ASKED = re.compile(r"\(? ?\byes ?(?:/|or) ?no\b ?\)?|\bno\. ?(?=\d)")
_LETTERS = {"y": 1.0, "n": 0.0}
_STEP = re.compile(r"\bstep \d[^\n]*$")
# Words by which a sentence contradicts its own yes or no.
_CONTRADICTION = {
    True: re.compile(
        r"[^\n.]*?(?:(?:[,/(\-]|\bor|\band|\bbut|\bwait|\bactually|\bmeans) *no\b(?! [a-z])"
        r"|\bno *(?=$|[\n.,!?)]))"
    ),
    False: re.compile(r"[^\n.]*?(?<!vs )(?<!than )\byes\b(?! would)"),
}
_CORRECTED = re.compile(
    r"\b(?:wait|correction|scratch that|on second thought|hmm|sorry|changed my mind"
    r"|the answer is)\b"
)


def _answers(text: str) -> list[Statement]:
    # Blanks keep the places of what follows.
    text = _ASKED.sub(lambda asked: " " * len(asked[0]), text.lower())
    letter = text.strip(" .!,:#>-()[]\n")
    if letter in _LETTERS:
        return [Statement(0, len(text), (_LETTERS[letter],))]
    found: list[Statement] = []
    until = 0
    for match in _SAID.finditer(text):
        start, end = match.span("word")
        if start < until:
            continue
        word = _WORDS[match["word"]]
        contradicted = _CONTRADICTION[word].match(text, end)
        if contradicted and not _CORRECTED.search(contradicted[0]):
            until, none = contradicted.end(), True
        else:
            until, none = end, False
        step = _STEP.search(text, max(0, start - 200), start) is not None
        weak = step or match["mentioned"] is not None
        found.append(Statement(start, end, None if none or step else (float(word),), weak))
    return found


def _prepared(answer: str, *, boxes: bool = True) -> str:
    """Return the text of an answer with its yes and no in English."""
    text = plain(answer, boxes=boxes)
    for pattern, word in _TRANSLATED:
        text = pattern.sub(rf"\1{word}", text)
    return text


_READER = Reader(_answers, _prepared)
read_yes_no = _READER.read
