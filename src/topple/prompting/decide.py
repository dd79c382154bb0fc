"""Decide which statement of an answer is the answer, for answers of any form.

The form finds statements in a text, and `standing` tells which of them the model stands by. Then

- what follows words of correction (`wait`, `actually`, `let me reconsider`) replaces what was said
  before, if it is stated as firmly;
- behind a label (`Action:`, `Final answer:`, a box) only what follows the last label counts;
  labelled answers with no word between them are a list, and none counts;
- an answer that says one thing is that, whatever words stand around it;
- of different statements without a label, one that fills the last line or sentence counts, unless
  the one before is filled by a statement, too: then they are a list.

Anything else is unreadable, also a statement after a labelled one that differs from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from topple.prompting.labels import LABEL, labels_in, replaces
from topple.prompting.standing import (
    DECIDING,
    MOST_STATEMENTS,
    Grammar,
    Values,
    is_past,
    refuses,
    sentences,
    standing,
)


def _any_of(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)})", re.IGNORECASE)


# Words that say of what stands before them that it is wrong.
_WRONG = (
    r"scratch that|never ?mind|strike that",
    r"(?:ignore|disregard|forget) (?:that|this|the above|my)",
    r"(?:it|this|that) (?:fails|won't work|will not work|would not work|wouldn't work)",
    r"that(?:'s| is| was) (?:wrong|a mistake|incorrect|not right)",
)
# What is said after one of these replaces what was said before.
CORRECTION = _any_of(
    *_WRONG,
    r"that would be (?:wrong|a mistake|incorrect|not right)",
    # `wait` alone: `wait for the ball` is none.
    r"wait(?=\W{0,2}(?:[^\w\s]|\n|$|no\b|actually\b|i\b|that\b|the\b))",
    r"no(?<=\.\.\. no)(?=,)",
    r"hmm+|hold on|actually|oops|whoops|sorry|my mistake|correction|in fact|better:",
    r"on (?:second thoughts?|reflection|closer (?:look|inspection))",
    r"(?:thinking|looking|(?:re)?checking) again",
    r"(?:update|edit)(?= *:)",
    r"let me (?:re\w+|double[ -]check|correct|fix|think again|check again|use|try|change|switch"
    r"|improve|adjust|update|go with)",
    r"i (?:have )?(?:changed? my mind|made a mistake|mis\w+|overlooked|was wrong|forgot"
    r"|need to (?:correct|revise|change)|take (?:that|it) back|mixed up|now (?:think|believe))",
    r"i've (?:changed my mind|made a mistake|mis\w+|overlooked)",
    r"i(?:'m| am)(?= (?:changing|switching)\b)",
    r"i(?:'ll| will)?(?= (?:change|switch) (?:this|it|to)\b)",
    r"instead(?= *[,:]| i\b)",
)
# After what is chosen: `I take B instead`.
INSTEAD = _any_of(r"instead\b(?! of\b)")
# What stands before one of these is no answer, if nothing follows.
_RETRACTION = _any_of(
    *_WRONG,
    r"(?:it|this|that) (?:can't|cannot|could not|couldn't) be (?:right|correct|true)",
    # Where a clause is just this: in `the others don't` it is said of something else.
    r"(?:so|but) not (?:that|this|it)(?: one)?(?= *(?:[.!\n]|$))",
    r"(?<=[.,;:!] )avoid (?:it|that|this)\b",
    r"(?<=[.,;:!] )don't(?= *(?:[.!\n]|$))",
    r"(?:cannot|can't|unable to|could not|couldn't) (?:decide|choose|tell which)",
)


def retracts(text: str) -> bool:
    """Return whether a text takes back what stands before it, or leaves it undecided."""
    return _RETRACTION.search(text) is not None


NO_ACTION = "no action"
SEVERAL = "several actions"
_TAKEN_BACK = "the action is taken back"


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of an answer, or the reason why there are none."""

    values: Values | None
    why: str = ""


# Attempts are numbered in prompts, and so in answers.
_NUMBERED = re.compile(
    r"(?:^|(?<=\n))[^\w\n]*(?:attempt|turn|try) *#?\d+\b(?: of \d+)?"
    r"(?! *(?:with|used|was|had|using|placed|of)\b)[^\w\n(\[]*",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"\b(?:or|alternatively|versus|vs)\W*\n[^\n]*$", re.IGNORECASE)
# Words around an action that only commit to it.
_COMMITTING = frozenset(
    (
        *("so", "now", "thus", "hence", "therefore", "finally", "ok", "okay", "my", "i", "i'll"),
        *("will", "would", "let", "let's", "me", "choose", "chose", "pick", "select", "use", "go"),
        *("try", "take", "place", "put", "shoot", "fire", "with", "the", "a", "ball", "red"),
        *("best", "better", "final", "action", "answer", "attempt", "shot", "move", "choice"),
        *("is", "be", "it", "correction", "corrected", "revised", "should", "actually", "that"),
        *("wait", "no", "sorry", "option", "hmm", "think", "it's", "for", "in", "fact", "new"),
        *("plan", "placement", "ranking", "order", "proposal", "correct", "right", "one"),
        *("this", "to", "must", "change", "changing", "switch", "switching"),
    )
)
# Words that begin the steps of a sequence.
_STEPS = frozenset(("first", "firstly", "second", "secondly", "then", "next", "afterwards"))
_BEGINS = re.compile(r"\W*(?:step \d|first\b|firstly\b|\d[.)] )", re.IGNORECASE)
_CONTINUES = re.compile(
    r"\W*(?:step \d|then\b|next\b|finally\b|lastly\b|second(?:ly)?\b|after(?:wards| that)\b)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_](?:[^\W_]|')*")


def decide(text: str, find: Grammar, label: re.Pattern[str] = LABEL) -> Reading:
    """Return the one action that a text states."""
    find = lru_cache(maxsize=8)(find)  # most steps look at the same few texts
    text = _NUMBERED.sub("", text)
    if len(find(text)) > MOST_STATEMENTS:
        return Reading(None, SEVERAL)
    turn = _last_turn(text, find)
    if turn is None:
        found = _without_turns(text, find, label)
        return _unless_retracted(text, find, found)
    found, tail = _without_turns(text, find, label), text[turn:]
    last = _without_turns(tail, find, label)
    if last.values is None or last.values == found.values or _commits(tail, find, label):
        return _unless_retracted(tail, find, last)
    return Reading(None, SEVERAL)


def _last_turn(text: str, find: Grammar) -> int | None:
    """Return where the last correction begins that comes between two standing statements."""
    every = standing(text, find)
    if len({each.values for each in every}) < 2:
        return None
    found = None
    for match in CORRECTION.finditer(text):
        if every[0].end <= match.start() and match.end() <= every[-1].start:
            found = match.start()
    for match in INSTEAD.finditer(text, every[-1].end):
        between = text[every[-1].end : match.start()]
        if len(between) <= 80 and len(sentences(between)) <= 2:
            found = [each.end for each in every if each.values != every[-1].values][-1]
    return found


def _unless_retracted(text: str, find: Grammar, found: Reading) -> Reading:
    """Return a reading unless the last words of the text take it back."""
    if found.values is None:
        return found
    last = [each.end for each in standing(text, find) if each.values == found.values]
    return Reading(None, _TAKEN_BACK) if last and retracts(text[last[-1] :]) else found


def _commits(text: str, find: Grammar, label: re.Pattern[str]) -> bool:
    """Return whether the last statement of a text is labelled, alone or decided for."""
    last = standing(text, find)[-1]
    before, after = text[: last.start], text[last.end :]
    own = sentences(before)[-1] + text[last.start : last.end] + sentences(after)[0]
    own = CORRECTION.sub(" ", own)
    return (
        label.search(text) is not None
        or before.rstrip().endswith((":", "=", ">"))
        or DECIDING.search(own) is not None
        or _alone(own, find) is not None
    )


def _without_turns(text: str, find: Grammar, label: re.Pattern[str]) -> Reading:
    labels = labels_in(text, label)
    if not labels:
        return _without_label(text, find)
    if len(labels) > 1 and not replaces(labels[-1][0], labels[-2][0]):
        before = _alone(text[labels[-2].end() : labels[-1].start()], find)
        if before is not None and before != _alone(text[labels[-1].end() :], find):
            return Reading(None, "several labelled actions")
    rest = text[labels[-1].end() :]
    for start, end in _widening(rest):
        found = {each.values for each in standing(rest[start:end], find)}
        if len(found) == 1:
            values = found.pop()
            later = {each.values for each in standing(rest[end:], find) if not each.weak}
            return _reading(values) if later <= {values} else Reading(None, SEVERAL)
    return Reading(None, f"{SEVERAL if found else NO_ACTION} after the label")


def _widening(text: str) -> Iterator[tuple[int, int]]:
    """Return what follows a label: the first line, the first paragraph, everything."""
    start = len(text) - len(text.lstrip("\n "))
    paragraph, line = text.find("\n\n", start), text.find("\n", start)
    yield 0, len(text) if line < 0 else line
    yield 0, len(text) if paragraph < 0 else paragraph
    yield 0, len(text)


def _without_label(text: str, find: Grammar) -> Reading:
    stood = standing(text, find)
    found = {each.values for each in stood}
    if len(found) == 1 and not _decides(text, find):
        return Reading(None, "only earlier actions")
    if len(found) == 1 and stood[0].weak and refuses(text):
        return Reading(None, "the answer is a refusal")
    if len(found) > 1 and not _CHOICE.search(text.strip()):
        parts = ["", *(part for part in sentences(text) if part.strip())]
        before, last = _alone(parts[-2], find, _STEPS), _alone(parts[-1], find)
        # The answer to a question that the model put to itself may not be the answer.
        asked = parts[-2].rstrip().endswith("?")
        listed = any(map(_BEGINS.match, parts[:-1])) and _CONTINUES.match(parts[-1])
        if last is not None and before is None and not asked and not listed:
            found = {last}
    if len(found) == 1:
        return _reading(found.pop())
    return Reading(None, SEVERAL if found else NO_ACTION)


def _decides(text: str, find: Grammar) -> bool:
    """Return whether a text beside an earlier action says that another one is the present one.

    The last action must not be of the past itself, and its sentence must decide for it.
    """
    every = find(text)
    past = is_past(text, every)
    if not past:
        return True
    last = every[-1]
    before = sentences(text[: last.start])[-1]
    alone = _COMMITTING.issuperset(map(str.lower, _WORD.findall(before)))
    return last not in past and (alone or DECIDING.search(before) is not None)


def _alone(sentence: str, find: Grammar, also: frozenset[str] = frozenset()) -> Values | None:
    """Return the action of a sentence that says nothing else; words in `also` say nothing."""
    stood = standing(sentence, find)
    if len({each.values for each in stood}) != 1:
        return None
    for each in reversed(stood):
        sentence = sentence[: each.start] + " " + sentence[each.end :]
    words = map(str.lower, _WORD.findall(sentence))
    return stood[0].values if (_COMMITTING | also).issuperset(words) else None


def _reading(values: Values | None) -> Reading:
    return Reading(values, "" if values is not None else SEVERAL)
