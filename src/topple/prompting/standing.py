"""Find the statements of a text that the model stands by.

A statement that is rejected (`not cell 7`, `cell 7 overlaps`), that is about the past (`the last
attempt with cell 7 failed`), that describes the scene (`the green ball is in cell 7`) or is an
example (`e.g. cell 7`) does not count. One that is merely thought of (`cell 7 might do`, `next time
cell 7`) is weak: it counts only where nothing is said firmly.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

Values = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A place in a text that states an action; no values if it states several at once.

    A weak one is mentioned rather than said.
    """

    start: int
    end: int
    values: Values | None
    weak: bool = False
    describes: bool = False  # the scene, where that is what the question asks for


Grammar = Callable[[str], list[Statement]]  # finds all statements of a text, in order

# A text with more is hostile, and its statements are not looked at one by one.
MOST_STATEMENTS = 1000
# A sentence ends at a line or at a point, not at `no. 7` nor after the `2.` that begins a line.
_SENTENCE = re.compile(r"\n|(?<=[.!?])(?<!no\.)(?<!nr\.)(?<!\n\d\.)(?<!\n\d\d\.)\s+", re.IGNORECASE)
# The rest of a sentence in which nobody decides anything.
DECIDING = re.compile(
    r"\b(?:i|i'll|i'd|i'm|we|now|so|use|using|choose|try|instead|let|next|place|put|drop|shoot)\b",
    re.IGNORECASE,
)
_UNDECIDED = rf"(?:(?!{DECIDING.pattern})[^.!?;:\n]){{0,80}}$"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_REJECTED = _pattern(
    r"(?:\b(?:not|never|avoid|avoiding|instead of|rather than|unlike|than|against|cannot|without"
    r"|neither|nor)|n't)\b(?! (?:yet )?tried| (?:\w+ ){1,3}(?:between|whether|which|if)\b)"
    r"(?: \w+){0,3}[ (\[\"']*$"
)
_FAILED = _pattern(
    r"[^\w.\n]*(?:instead )?(?:failed|fails|was|were|did|missed|misses|invalid|overlaps?"
    r"|do(?:es)? not|doesn't|won't|cannot|can't|isn't"
    r"|(?:is|looks|seems) (?:invalid|wrong|blocked|not|too|out|worse)"
    r"|would (?:overlap|fail|not|miss|be too|leave|be worse|need)|will (?:not|fail|overlap|miss)"
    r"|the goal did not|the time was up|are worse|(?:but )?no(?=[,:] ))\b"
)
_PAST = _pattern(
    r"\b(?:(?:previous|last|earlier|prior|preceding|old)(?: \w+)? "
    r"(?:attempt|shot|turn|try|call|plan|action|move|decision|answer|schedule|placement)s?"
    r"|last (?:turn|time)|(?:attempt|turn|shot|try) *#?\d+(?: of \d+)?"
    r" (?:with|used|was|had|using|placed|of)"
    r"|(?:in|on|during|at) (?:attempt|turn|shot|try) *#?\d+,? (?:i|we)\b"
    r"|(?:i|we) (?:already |first |earlier )?(?:tried|used|chose|did|made|played))\b"
    + _UNDECIDED
    # The word that is missing may be the name of a call: `the previous shot(...)`.
    + r"|(?<!\w)(?:previous|last|earlier|prior|preceding|old) *$"
)
_DESCRIBED = _pattern(
    r"\b(?:green|blue|purple|black|gr[ae]y|target|goal) "
    r"(?:ball|jar|bar|block|object|body|cup|pig)s?\b"
    r"(?: *\(?$|[^.!?;:\n]{0,40}\b(?:is|are|was|sits?|lies?|stands?|rests?|starts?)\b"
    + _UNDECIDED
    + ")"
)
_EXAMPLE = _pattern(
    r"\b(?:eg|for (?:example|instance)|such as|vs|versus|compared (?:to|with)"
    r"|(?:something|anything|looks?|written|formatted) like|format is|example *:|zb|worse than"
    r"|if (?:i were )?forced|pej)\b(?: \w+){0,4}[^\w.!?]*$"
)
_THOUGHT_OF = _pattern(
    r"\b(?:could|might|may|considered|considering|wanted|(?<!second )thought|thinking|otherwise"
    r"|looked at|explored|was looking at|was going to|tempted"
    r"|would have|initial(?:ly)?|draft|at first|alternatives?|had\b"
    r"|next (?:time|turn|round|try),?(?: \w+){0,2} (?:would|will|might|could|can|may)|next time"
    r"|if (?:it|this|that|needed|necessary|not)\b)\b"
    r"(?:(?!\bso\b|\bbut\b|\binstead\b)[^.!?;\n]){0,60}$"
)
# `If the bar were not there, cell 7 would do.`
_SUPPOSED = _pattern(
    r"\bif (?!i (?:were|had) to\b)[^.!?;\n]{1,60}\b(?:were|wasn't|weren't|had)\b[^.!?;\n]{0,60}$"
)
_ALSO = _pattern(
    r"[^\w.\n]*(?:\?|(?:could|might|may|would) (?:also|have|be another|only|work|do)\b|also\b"
    r"|as well\b|is another|next (?:time|turn))"
)
_REFUSED = _pattern(
    r"\b(?:decline|refuse|cannot|can't|unable|not able|not enough|insufficient|impossible to"
    r"|not possible to|no way to)\b"
)
_FROM_ZERO = _pattern(
    r"[^\w\n]{0,3}(?:\w+ ){0,2}(?:(?:0|zero)[ -]?(?:indexed|based)|counted from 0)"
)
_AND = _pattern(r"[\s,]*(?:and|or|then)?[\s,]*")
OR = _pattern(
    r"[\s,;\"'()\[\]*]*(?:(?:and ?/ ?or|or|oder|ou|или|或|或者|または|/)(?: (?:else|maybe"
    r"|perhaps|possibly|even|alternatively|rather|the))*|(?:maybe|perhaps|possibly))"
    r"[\s:\"'()\[\]*]*"
)
_BOTH = _pattern(r"\b(?:both|between|either)\W*$")


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text; the first is that before any of them."""
    return _SENTENCE.split(f"\n{text}")[1:] or [""]


def refuses(text: str) -> bool:
    """Return whether a text says that it does not answer."""
    return _REFUSED.search(text) is not None


def standing(text: str, find: Grammar) -> list[Statement]:
    """Return the statements of a text that count: the firm ones, or else the weak ones."""
    every = find(text)
    if len(every) > MOST_STATEMENTS:
        return every
    past = is_past(text, every)
    kept = [_weighed(text, each) for each in every if each not in past and _counts(text, each)]
    kept = _as_choices(text, kept)
    return [each for each in kept if not each.weak] or kept


def is_past(text: str, every: list[Statement]) -> list[Statement]:
    """Return the statements of the past; what `and` joins to one is of the past, too."""
    found: list[Statement] = []
    if len(every) > MOST_STATEMENTS:
        return found
    for number, each in enumerate(every):
        before = every[number - 1] if number else None
        joined = before in found and _AND.fullmatch(text, before.end if before else 0, each.start)
        if joined or _PAST.search(text, max(0, each.start - 120), each.start):
            found.append(each)
    return found


def _counts(text: str, each: Statement) -> bool:
    return not (
        _REJECTED.search(text, max(0, each.start - 80), each.start)
        or (not each.describes and _DESCRIBED.search(text, max(0, each.start - 120), each.start))
        or _EXAMPLE.search(text, max(0, each.start - 60), each.start)
        or _FAILED.match(text, each.end)
    )


def _weighed(text: str, each: Statement) -> Statement:
    """Return a statement as weak if it is only thought of, without values if it counts from 0."""
    if _FROM_ZERO.match(text, each.end) or _FROM_ZERO.search(text, each.start, each.end):
        return replace(each, values=None)
    weak = (
        _THOUGHT_OF.search(text, max(0, each.start - 100), each.start)
        or _SUPPOSED.search(text, max(0, each.start - 120), each.start)
        or _ALSO.match(text, each.end)
    )
    return replace(each, weak=True) if weak else each


def _as_choices(text: str, every: list[Statement]) -> list[Statement]:
    """Take the values from statements between which the text leaves the choice."""
    found: list[Statement] = []
    for each in every:
        last = found[-1] if found else None
        if last is not None and last.values != each.values:
            between = (last.end, each.start)
            both = _BOTH.search(text, max(0, last.start - 20), last.start)
            if OR.fullmatch(text, *between) or (both and _AND.fullmatch(text, *between)):
                found[-1] = Statement(last.start, each.end, None, last.weak and each.weak)
                continue
        found.append(each)
    return found
