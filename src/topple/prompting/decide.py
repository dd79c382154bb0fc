"""Decide which statement of an answer is the answer, for answers of any form.

A grammar finds the statements of a form in a text. Then

- a statement that is rejected (`not cell 7`, `cell 7 overlaps`), that is about the past (`the last
  attempt with cell 7 failed`) or that describes the scene (`the green ball is in cell 7`) does not
  count, unless the player says in the same sentence that this is what it does;
- behind a label (`Action:`, `Final answer:`) only what follows the last label counts; labelled
  actions with no word between them are a list, and none counts;
- an answer that holds one action is that action, whatever words stand around it;
- of different actions without a label, one that fills the last line or sentence counts, unless the
  one before is filled by an action, too: then they are a list.

Anything else is unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

NO_ACTION = "no action"

Values = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A place in a text that states an action; no values if it states several at once."""

    start: int
    end: int
    values: Values | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of an answer, or the reason why there are none."""

    values: Values | None
    why: str = ""


Grammar = Callable[[str], list[Statement]]  # finds all statements of a text, in order

LABELS = (
    r"(?:^|\n)[^\w\n]*(?:\d{1,2}[.)] *)?(?:step *\d+ *[:.)-]? *)?"
    r"(?:(?:my|the|your|here is|chosen|next|new|best|corrected) )*"
    r"(?:action|answer|output|response|decision|choice|solution|conclusion|attempt|final)"
    r"(?: *(?:is|(?!(?:history|analysis|review|summary|log|options|ideas|candidates|results?)\b)"
    r"[a-z]+))? *[\"')\]]? *(?:[:=\n]|->|- )"
    r"|[\"'](?:action|answer|final answer)[\"'] *:"
    r"|\bfinal (?:answer|action|decision|choice|output)(?: is)? *[:=\n]?"
)
_LABEL = re.compile(LABELS)
# Attempts are numbered in prompts, and so in answers.
_NUMBERED = re.compile(
    r"(?:^|(?<=\n))[^\w\n]*(?:attempt|turn|try) *#?\d+\b(?: of \d+)?"
    r"(?! *(?:with|used|was|had|using|placed|of)\b)[^\w\n(\[]*"
)
_REJECTED = re.compile(
    r"(?:\b(?:not|never|avoid|avoiding|instead of|rather than|unlike|than|against|cannot|without)"
    r"|n't)\b(?! (?:yet )?tried)(?: \w+){0,3}[ (\[\"']*$"
)
_FAILED = re.compile(
    r"[^\w.\n]*(?:failed|fails|was|were|did|missed|misses|invalid|overlaps?|do(?:es)? not"
    r"|doesn't|won't|cannot|can't|isn't|(?:is|looks|seems) (?:invalid|wrong|blocked|not|too|out)"
    r"|would (?:overlap|fail|not|miss|be too|leave)|will (?:not|fail|overlap|miss)"
    r"|the goal did not|the time was up|(?:but )?no(?=[,:] ))\b"
)
# The rest of a sentence in which nobody decides anything.
_DECIDING = re.compile(
    r"\b(?:i|i'll|i'd|i'm|we|now|so|use|using|choose|try|instead|let|place|put|drop|shoot)\b"
)
_UNDECIDED = rf"(?:(?!{_DECIDING.pattern})[^.!?;:\n]){{0,80}}$"
_PAST = re.compile(
    r"\b(?:(?:previous|last|earlier|prior|preceding|old)(?: \w+)? "
    r"(?:attempt|shot|turn|try|call|plan|action|move|decision|answer|schedule)s?"
    r"|last (?:turn|time)|(?:attempt|turn|shot|try) *#?\d+(?: of \d+)?"
    r" (?:with|used|was|had|using|placed|of)"
    r"|(?:i|we) (?:already |first |earlier )?(?:tried|used|chose))\b"
    + _UNDECIDED
    # The word that is missing may be the name of a call: `the previous shot(...)`.
    + r"|(?<!\w)(?:previous|last|earlier|prior|preceding|old) *$"
)
# A text with more is hostile, and its statements are not looked at one by one.
_MOST_STATEMENTS = 1000
_AND = re.compile(r"[\s,]*(?:and|or|then)?[\s,]*")
_DESCRIBED = re.compile(
    r"\b(?:green|blue|purple|black|gr[ae]y|target|goal) "
    r"(?:ball|jar|bar|block|object|body|cup|pig)s?\b"
    r"[^.!?;:\n]{0,40}\b(?:is|are|was|sits?|lies?|stands?|rests?|starts?)\b" + _UNDECIDED
)
_CHOICE = re.compile(r"\b(?:or|alternatively|versus|vs\.?)\W*\n[^\n]*$")
# Words around an action that only commit to it.
_COMMITTING = frozenset(
    (
        *("so", "now", "thus", "hence", "therefore", "finally", "ok", "okay", "my", "i", "i'll"),
        *("will", "would", "let", "let's", "me", "choose", "chose", "pick", "select", "use", "go"),
        *("try", "take", "place", "put", "shoot", "fire", "with", "the", "a", "ball", "red"),
        *("best", "better", "final", "action", "answer", "attempt", "shot", "move", "choice"),
        *("is", "be", "it", "correction", "corrected", "revised"),
    )
)
# Words that begin the steps of a sequence.
_STEPS = frozenset(("first", "firstly", "second", "secondly", "then", "next", "afterwards"))
# `no. 7` and the `2.` that begins a line are numbers, not the end of a sentence.
_SENTENCE = re.compile(r"\n|(?<=[.!?])(?<!no\.)(?<!nr\.)(?<!\n\d\.)(?<!\n\d\d\.)\s+")
_WORD = re.compile(r"[^\W\d_](?:[^\W_]|')*")


def decide(text: str, find: Grammar, label: re.Pattern[str] = _LABEL) -> Reading:
    """Return the one action that a text states."""
    text = _NUMBERED.sub("", text)
    labels = list(label.finditer(text))
    if not labels:
        return _without_label(text, find)
    if len(labels) > 1 and "final" not in labels[-1][0]:
        before = _alone(text[labels[-2].end() : labels[-1].start()], find)
        if before is not None and before != _alone(text[labels[-1].end() :], find):
            return Reading(None, "several labelled actions")
    for part in _widening(text[labels[-1].end() :]):
        found = {each.values for each in _standing(part, find)}
        if len(found) == 1:
            return _reading(found.pop())
    return Reading(None, f"{'several actions' if found else NO_ACTION} after the label")


def _widening(text: str) -> Iterator[str]:
    """Return what follows a label: the first line, the first paragraph, everything."""
    paragraph = next((part for part in text.split("\n\n") if part.strip()), "").strip("\n")
    yield from (paragraph.split("\n")[0], paragraph, text)


def _without_label(text: str, find: Grammar) -> Reading:
    found = {each.values for each in _standing(text, find)}
    if len(found) == 1 and not _decides(text, find):
        return Reading(None, "only earlier actions")
    if len(found) > 1 and not _CHOICE.search(text.strip()):
        sentences = ["", *(part for part in _SENTENCE.split(f"\n{text}") if part.strip())]
        before, last = _alone(sentences[-2], find, _STEPS), _alone(sentences[-1], find)
        # The answer to a question that the model put to itself may not be the answer.
        asked = sentences[-2].rstrip().endswith("?")
        if last is not None and before is None and not asked:
            found = {last}
    if len(found) == 1:
        return _reading(found.pop())
    return Reading(None, "several actions" if found else NO_ACTION)


def _decides(text: str, find: Grammar) -> bool:
    """Return whether a text beside an earlier action says that another one is the present one.

    The last action must not be of the past itself, and its sentence must decide for it.
    """
    every = find(text)
    past = _earlier(text, every)
    if not past:
        return True
    last = every[-1]
    before = _SENTENCE.split(f"\n{text[: last.start]}")[-1]
    alone = _COMMITTING.issuperset(_WORD.findall(before))
    return last not in past and (alone or _DECIDING.search(before) is not None)


def _standing(text: str, find: Grammar) -> list[Statement]:
    """Return the statements of a text that are not rejected."""
    every = find(text)
    if len(every) > _MOST_STATEMENTS:
        return every
    past = _earlier(text, every)
    return [
        each
        for each in every
        if each not in past
        and not _REJECTED.search(text, max(0, each.start - 80), each.start)
        and not _DESCRIBED.search(text, max(0, each.start - 120), each.start)
        and not _FAILED.match(text, each.end)
    ]


def _earlier(text: str, every: list[Statement]) -> list[Statement]:
    """Return the statements of the past; what `and` joins to one is of the past, too."""
    found: list[Statement] = []
    if len(every) > _MOST_STATEMENTS:
        return found
    for number, each in enumerate(every):
        before = every[number - 1] if number else None
        joined = before in found and _AND.fullmatch(text, before.end if before else 0, each.start)
        if joined or _PAST.search(text, max(0, each.start - 120), each.start):
            found.append(each)
    return found


def _alone(sentence: str, find: Grammar, also: frozenset[str] = frozenset()) -> Values | None:
    """Return the action of a sentence that says nothing else; words in `also` say nothing."""
    standing = _standing(sentence, find)
    if len({each.values for each in standing}) != 1:
        return None
    for each in reversed(standing):
        sentence = sentence[: each.start] + " " + sentence[each.end :]
    return standing[0].values if (_COMMITTING | also).issuperset(_WORD.findall(sentence)) else None


def _reading(values: Values | None) -> Reading:
    return Reading(values, "" if values is not None else "several actions")
