"""The words of the pages of a study, which its file can give in another language.

A phrase is named by its English text. Where it holds a number, such as `Remove block 3`, one
translation of `Remove block {number}` is enough. The sentences of goals and the labels of gestures
come from worlds, and are translated in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

PHRASES = (
    "I agree",
    "I do not agree",
    "You have begun already. You go on where you were.",
    "Contact: {contact}",
    "Data are kept until {date}.",
    "A few questions",
    "About the last task",
    "Go on",
    "Please answer.",
    "Please choose an answer.",
    "Please give a number.",
    "Please give a whole number.",
    "Please give a number from {least} to {most}.",
    "Please give {least} or more.",
    "Please give {most} or less.",
    "Practice",
    "task {place} of {count}",
    "attempt {number} of {most}",
    "{seconds} s left",
    "What is what",
    "Instructions",
    "The picture is on its way.",
    "If it does not come, reload the page.",
    "Start",
    "Pause",
    "Let time pass",
    "Drop",
    "Shoot",
    "Go",
    "Numbers",
    "Speed",
    "End this attempt",
    "Try again",
    "Next",
    "Not possible: {why}",
    "Time stands still: it is your turn.",
    "This attempt is being stored.",
    "Stored.",
    "solved",
    "missed",
    "invalid",
    "unsettled",
    "Not sent yet: {why}. Nothing is lost: it is sent again by itself. Leave this page open.",
    "Send it now",
    "Reload the page",
    "Thank you.",
    "You did not agree. Nothing is stored about you.",
    "Your code:",
    "Return",
    "You take part as number {number}.",
    "Withdraw from the study",
    "Withdraw?",
    "Everything that is stored about you as {number} will be deleted now: what you did, your "
    "answers and your place in the study. This cannot be undone. Files that the researchers have "
    "made before may still hold it: tell them the number.",
    "Delete everything about me",
    "Back",
    "Everything about you has been deleted.",
)
_NUMBER = re.compile(r"\d+")


def say(words: Mapping[str, str], phrase: str, /, **facts: object) -> str:
    """Return a phrase in the words of a study, with facts in their places."""
    found = words.get(phrase)
    if found is None and (number := _NUMBER.search(phrase)):
        found = words.get(_NUMBER.sub("{number}", phrase, count=1))
        facts.setdefault("number", number[0])
    text = phrase if found is None else found
    for name, value in facts.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
