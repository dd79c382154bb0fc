"""Find the letters of options in a text.

A letter is said that stands alone, begins a line (`B) ...`, `B: the ball marked B`), or follows
words that answer (`option B`, `I choose B`, `so B`). Letters of lines that go through the options,
and those that only come in a sentence that might answer (`it touches B first`), are weak; letters
anywhere else are no statements. A choice (`A or B`, `A/B`) has no value. `A` before a word is an
article unless that word is a verb or the like. Options are A to H at most: `I`, the subject `X` and
the `L` of the prompt are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from topple.prompting.reader import Reader, Statement

# Words before which `A` is the option; before any other, it is an article.
_AFTER_A = (
    "because|since|as|is|was|for|or|and|but|so|in|with|at|on|touches|hits|reaches|will|would|it"
    "|moves|comes|rests|lies|first|instead|then|rather|hence|wins|works|seems|looks|if|though|to"
    "|must|should|has|gets|may|might|could|can|being|which|also|oder|ou|still|remains|this|only"
)
_LARGE = rf"(?<![\w'/-])([B-H]|A(?!(?: ?[a-z])(?! ?(?:{_AFTER_A})\b)))(?![\w'])(?!-\w)"
# A small letter is an option only where a clause ends with it.
_SMALL = r"(?<![\w'/-])([a-h])(?= ?(?:[)\].,!]|\n|$))(?![.,]\w)"
_LETTER = rf"(?:{_LARGE}|{_SMALL})"
# What the letter is said to be: `the correct option`, `the ball marked`.
_NAMES = (
    r"(?:(?:the |an? )?(?:(?:correct|right|best|final|only|likely) )*"
    r"(?:options?|letters?|choices?|answers?|actions?|plans?|shots?|places?|positions?|balls?"
    r"|bars?|objects?|things?|marks?|blocks?|bodies|body|one)(?: (?:marked|labell?ed|with|letter"
    r"|called|named|is|would be|must be|should be|has to be|:))* *)"
)
# Words after which an answer, or one that is rejected, may stand.
_NOUNS = (
    "answer|options?|choice|letter|guess|verdict|conclusion|decision|selection|output|response"
    "|boxed|attempt"
)
_VERBS = (
    "choose|chose|picked|pick|select|say|go with|going with|leaves|settle on|think|believe"
    "|thought|mean|thinking|use|using|take|considered|try|(?:this|it|my answer) to"
)
_ADVERBS = (
    "so|thus|hence|therefore|final|now|no|wait|actually|instead|sorry|then|eg|as|like|not|neither"
    "|isn't|than|between|either|both"
)
_BEING = "it is|it's|that's|must be|should be|cannot be|can't be|is"
# Words between these and the letter.
_LINKS = (
    r"(?: ?(?:is|it is|it's|is:|would be|must be|should be|with|the|on|for|certainly|clearly"
    r"|probably|likely|most likely|definitely|i think|i believe|i choose|i pick|i say|in fact"
    r"|indeed|therefore|that|again|still|either|both))*"
)
_SAID = re.compile(
    rf"(?i:\b(?:{_NOUNS}|{_VERBS}|{_ADVERBS}|{_BEING})\b{_LINKS} ?[:,=>-]* ?{_NAMES}?)"
    rf"[(\[ ]*{_LETTER}"
)
_OPTION = re.compile(rf"(?i:\b(?:option|letter|choice) ?[:=]? ?)[(\[]?{_LETTER}")
_AFTER_SIGN = re.compile(rf"(?:[:=>]|- )[(\[ ]*{_LETTER}(?=[)\] .!]*(?:\n|$))")
_BEGINS_LINE = re.compile(
    rf"(?:^|(?<=\n))[^\w\n]*(?i:{_NAMES})?{_LETTER}(?=[)\]] | ?[)\]]*(?: ?[.:,;!]| - | ?[\n(]| ?$))"
)
_BEGINS_SENTENCE = re.compile(
    rf"(?<=[.!?:] )[(\[]*{_LETTER}(?=[)\]]* ?(?:[.,;!]|\n|$| - | instead))"
)
# `B is my answer`, `B, then`
_IS_MINE = re.compile(
    rf"{_LETTER}(?=(?i: (?:is|would be|seems|must be)(?: clearly| probably| surely)? "
    r"(?:my|the (?:\w+ )?(?:answer|choice|option|one|pick)|correct|right|best)\b"
    r"|[,:]? (?:it is|then|instead)\b))"
)
# Sentences about the scene that answer the question of an item.
_TOUCHES = r"touches|hits|reaches|strikes|contacts|meets|touch|hit|reach"
_IN_SCENE = re.compile(
    rf"(?i:\b(?:{_TOUCHES}) {_NAMES}?){_LETTER}(?i:(?= first\b))"
    rf"|{_LETTER}(?i:(?= (?:is|gets|will be) (?:touched|hit|reached) first\b))"
    rf"|{_LETTER}(?i:(?= (?:touches|hits|reaches|meets) (?:it|x) first\b))"
    rf"|(?i:\b(?:rests?|ends(?: up)?|stops|lies|settles) (?:at|on|in|near) {_NAMES}?){_LETTER}"
    rf"|(?i:\b{_NAMES}){_LETTER}(?=(?i: (?:reaches|achieves|solves|wins)\b))"
)
_ENDS_LINE = re.compile(rf", [(\[]*{_LETTER}(?=[)\].!]*(?:\n|$))")
# A further letter that is offered beside one: `B or C`.
_BESIDE = re.compile(
    rf"(?i: ?[)\]]? ?(?:,? (?:or|and|oder|ou|nor) |, |[/&+] ?| \(or )(?:(?:maybe|possibly|perhaps"
    rf"|even|rather|{_NAMES}) ?)*)[(\[]?{_LETTER}(?![)\]]? (?:is|was|isn't|would|cannot|can't)\b)"
)
_ALONE_ON_LINE = re.compile(r"[^\w\n]*(?:\n|$)")
_FIRM = (_SAID, _OPTION, _AFTER_SIGN, _BEGINS_LINE, _BEGINS_SENTENCE, _IS_MINE)
_WEAK = (_IN_SCENE, _ENDS_LINE)


def _letters(text: str) -> list[Statement]:
    found: dict[int, Statement] = {}
    for pattern in (*_FIRM, *_WEAK):
        for match in pattern.finditer(text):
            number = next(i for i, each in enumerate(match.groups(), 1) if each)
            if match.start(number) not in found:
                found[match.start(number)] = _statement(text, *match.span(number), pattern in _WEAK)
    return _through_options(text, _outer(sorted(found.values(), key=lambda each: each.start)))


def _statement(text: str, start: int, end: int, weak: bool) -> Statement:
    """Return a letter as a statement, without value where others are offered beside it."""
    values = (float(ord(text[start].upper()) - ord("A")),)
    choice = False
    while more := _BESIDE.match(text, end):
        choice, end = True, more.end()
    return Statement(start, end, None if choice else values, weak)


def _outer(every: list[Statement]) -> Iterator[Statement]:
    """Leave out letters that are part of the choice before them."""
    end = -1
    for each in every:
        if each.start >= end:
            yield each
            end = each.end


def _through_options(text: str, every: Iterator[Statement]) -> list[Statement]:
    """Make letters weak that begin lines with words, if there are several: a list of options."""
    found = [*every]
    listing = [
        each
        for each in found
        if not text[text.rfind("\n", 0, each.start) + 1 : each.start].strip(" -#>([.•")
        and not _ALONE_ON_LINE.match(text, each.end)
    ]
    if len({each.values for each in listing}) < 2:
        return found
    return [
        Statement(each.start, each.end, each.values, weak=True) if each in listing else each
        for each in found
    ]


_READER = Reader(_letters)
read_letter = _READER.read
