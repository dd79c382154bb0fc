"""Read an answer of any form: it is parsed, never evaluated, never replaced by a default.

`answers` removes thoughts and markup, a form's own grammar finds the statements in what is left,
and `decide` chooses the one that is meant. An answer that cannot be read this way is unreadable. A
value that the form does not offer is still read; the form then refuses it, which is another
outcome.

Another way to read gives other outcomes for the same answers. `READING` says which way it is; runs
of models record it, and a run of another version neither resumes nor enters a leaderboard.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from topple.prompting.answers import LONGEST, plain
from topple.prompting.decide import NO_ACTION, Reading, decide
from topple.prompting.labels import LABEL
from topple.prompting.standing import Grammar, Statement, Values
from topple.prompting.statements import Slot, Statements

__all__ = ["NO_ACTION", "READING", "Reader", "Reading", "Slot", "Statement", "Statements", "Values"]

READING = 3  # goes up whenever an answer of any form may be read in another way

# No sentence ends like this: the answer was cut off, also where no provider says so.
_CUT_OFF = re.compile(
    r"\b(?:the|an|and|but|or|of|if|because|into|from|its|their|(?:has|have|had|going) to)\s*$"
)
_TAIL = 40  # characters in which an end is looked for


class Reader:
    """Reads answers in one form, given its grammar; `prepare` removes the markup.

    `label` finds the words behind which only an answer stands.
    """

    def __init__(
        self,
        find: Grammar,
        prepare: Callable[..., str] = plain,
        label: re.Pattern[str] = LABEL,
    ) -> None:
        self._find, self._prepare, self._label = find, prepare, label

    def read(self, answer: str) -> Reading:
        """Find the one statement that an answer stands by."""
        if len(answer) > LONGEST:
            return Reading(None, f"the answer has {len(answer):,} characters")
        text = self._prepare(answer)
        if not text:
            return Reading(None, "the answer is empty")
        if _CUT_OFF.search(text[-_TAIL:]):
            return Reading(None, "the answer ends in the middle of a sentence")
        found = decide(text, self._find, self._label)
        if found.values is None and "\\boxed" in answer:
            # Several boxes may hold the parts of one action.
            return decide(self._prepare(answer, boxes=False), self._find, self._label)
        return found
