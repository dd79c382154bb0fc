"""Read Yes or No.

These count: the word alone, at the start of a sentence (also after words like `probably`), or after
`answer`, `verdict`, `conclusion` or `prediction`. A sentence that later says the other word
contradicts itself. All words that count must agree, but one after `final answer` overrides the
others.
"""

from __future__ import annotations

import re

from topple.prompting.answers import answer_sentences, plain_answer

_SURE = (
    r"(?:(?:i think|i believe|i would say|i d say|i say|my answer is|it is|so|then|thus|hence|"
    r"therefore|well|hmm|ok|okay|probably|likely|most likely|very likely|definitely|certainly|"
    r"clearly|almost certainly)[ ,:]+){0,3}"
)
_END = (
    r"(?= *(?:$|[.,!?)\]]|\(|- |because\b|since\b|they (?:do|are|will|touch)\b|it (?:will|does)\b))"
)
_WORD = rf"(?P<word>yes|no){_END}"
_HEAD = re.compile(rf"[ (\[.>\-]*{_SURE}{_WORD}")
_MARK = re.compile(
    r"\b(?P<final>final )?(?:answer|verdict|conclusion|prediction)\b *"
    rf"(?:is|would be|will be)? *[:=\-]* *{_SURE}[(\[]? *{_WORD}"
)
# The question repeated (`yes or no`), and `no.` before a number.
_ASKED = re.compile(r"\(? ?\byes ?(?:/|or) ?no\b ?\)?|\bno\. ?(?=\d)")
_LETTER = {"y": True, "n": False}
# How a sentence contradicts its own word.
_CONTRADICTION = {
    "yes": re.compile(
        r"(?:[,/(\-]|\bor|\band|\bbut|\bwait|\bactually|\bmeans) *no\b|\bno *(?:$|[.,!?)])"
    ),
    "no": re.compile(r"\byes\b"),
}


def read_yes_no(answer: str) -> bool | None:
    """Return True for yes, False for no, or None."""
    text = _ASKED.sub(" ", plain_answer(answer))
    alone = text.strip(" .!,:#>-()[]\n")
    if alone in _LETTER:
        return _LETTER[alone]
    final, other = set[str](), set[str]()
    for sentence in answer_sentences(text):
        for match in (_MARK.search(sentence), _HEAD.match(sentence)):
            if match is None:
                continue
            said = match["word"]
            contradicted = _CONTRADICTION[said].search(sentence, match.end("word"))
            is_final = match.re is _MARK and match["final"]
            (final if is_final else other).update({"yes", "no"} if contradicted else {said})
    words = final or other
    return words == {"yes"} if len(words) == 1 else None
