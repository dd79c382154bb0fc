"""Read an action from an answer: it is parsed, never evaluated, never replaced by a default.

`statements` finds the actions in a text, `decide` chooses the one that is meant. An answer that
cannot be read this way is unreadable. A value that the form does not offer is still read; the form
then refuses it, which is another outcome.
"""

from __future__ import annotations

from collections.abc import Sequence

from topple.prompting.answers import LONGEST, plain_action
from topple.prompting.decide import NO_ACTION, Reading, Values, decide
from topple.prompting.statements import Slot, Statements

__all__ = ["NO_ACTION", "Reader", "Reading", "Slot", "Values"]


class Reader:
    """Reads answers in one action form, given its slots and the names of a call with them."""

    def __init__(self, slots: Sequence[Slot], verbs: str) -> None:
        self._find = Statements(slots, verbs)

    def read(self, answer: str) -> Reading:
        """Find the one action that an answer states."""
        if len(answer) > LONGEST:
            return Reading(None, f"the answer has {len(answer):,} characters")
        text = plain_action(answer)
        if not text.strip():
            return Reading(None, "the answer is empty")
        return decide(text, self._find)
