"""Read Yes or No.

Read: the word alone, at the head of a sentence (also behind words like `probably`), or behind
`answer`, `verdict`, `conclusion` or `prediction`. A sentence that goes on to say the other word
contradicts itself. All that counts must agree, but for what follows `final answer`, which outweighs
the rest.
"""

from __future__ import annotations

import re

from topple.physiq.undress import plain, sentences

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
# What is only the question again, and numbers.
_ASKED = re.compile(r"\(? ?\byes ?(?:/|or) ?no\b ?\)?|\bno\. ?(?=\d)")
_LETTER = {"y": True, "n": False}
# How a sentence takes its word back.
_BACK = {
    "yes": re.compile(
        r"(?:[,/(\-]|\bor|\band|\bbut|\bwait|\bactually|\bmeans) *no\b|\bno *(?:$|[.,!?)])"
    ),
    "no": re.compile(r"\byes\b"),
}


def read_yes_no(answer: str) -> bool | None:
    """Give what the answer says, or None."""
    text = _ASKED.sub(" ", plain(answer))
    alone = text.strip(" .!,:#>-()[]\n")
    if alone in _LETTER:
        return _LETTER[alone]
    final, other = set[str](), set[str]()
    for sentence in sentences(text):
        for match in (_MARK.search(sentence), _HEAD.match(sentence)):
            if match is None:
                continue
            said = match["word"]
            taken_back = _BACK[said].search(sentence, match.end("word"))
            is_final = match.re is _MARK and match["final"]
            (final if is_final else other).update({"yes", "no"} if taken_back else {said})
    words = final or other
    return words == {"yes"} if len(words) == 1 else None
