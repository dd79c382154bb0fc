"""Questions of a study: before the tasks, after them, or after each one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

KINDS = ("text", "number", "choice", "scale", "slider")
WHEN = ("before", "task", "after")
MOST_STEPS = 11  # of a scale, which has to fit a phone

# What is wrong with an answer, as a phrase with facts; None if nothing is.
Fault = tuple[str, Mapping[str, str]] | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question; `when` it is asked is before the tasks, after each scored `task`, or after all.

    `answer` is what passes a check; whoever gives one of `screens_out` does not take part.
    `least` and `most` limit a number, a scale and a slider; `ends` are the words at both of them.
    """

    name: str
    text: str
    kind: str = "text"
    when: str = "before"
    options: tuple[str, ...] = ()
    required: bool = True
    answer: str = ""
    screens_out: tuple[str, ...] = ()
    least: float = -math.inf
    most: float = math.inf
    whole: bool = False
    ends: tuple[str, ...] = ()

    @property
    def steps(self) -> list[str]:
        """The answers of a choice, or the numbers of a scale."""
        if self.kind == "scale":
            return [str(step) for step in range(round(self.least), round(self.most) + 1)]
        return list(self.options)

    def fault(self, text: str) -> Fault:
        """Return what is wrong with an answer."""
        if not text:
            return ("Please answer.", {}) if self.required else None
        if self.kind in ("choice", "scale"):
            return None if text in self.steps else ("Please choose an answer.", {})
        return self._fault_of_number(text) if self.kind in ("number", "slider") else None

    def _fault_of_number(self, text: str) -> Fault:
        number = _number(text)
        if self.whole and math.isfinite(number) and number != math.floor(number):
            return "Please give a whole number.", {}
        if self.least <= number <= self.most:
            return None
        limits = {"least": f"{self.least:g}", "most": f"{self.most:g}"}
        if not math.isfinite(number) or (math.isinf(self.least) and math.isinf(self.most)):
            return "Please give a number.", {}
        if math.isinf(self.most):
            return "Please give {least} or more.", limits
        if math.isinf(self.least):
            return "Please give {most} or less.", limits
        return "Please give a number from {least} to {most}.", limits

    def complaints(self) -> list[str]:
        """Return what is wrong with the question itself."""
        found = []
        if self.kind == "choice" and not self.options:
            found.append("a choice has `options`")
        if self.kind == "scale" and not 1 <= self.most - self.least < MOST_STEPS:
            found.append(f"a scale goes from `least` to `most` in 2 to {MOST_STEPS} steps")
        if self.kind == "slider" and not 0 < self.most - self.least < math.inf:
            found.append("a slider has `least` and `most`")
        if self.ends and (self.kind not in ("scale", "slider") or len(self.ends) != 2):
            found.append("`ends` are the two words at the ends of a scale or slider")
        if self.options and self.kind != "choice":
            found.append("only a choice has `options`")
        if self.name in ("stage", "consent", "trial"):
            found.append("the name is taken: give another one")
        wrong = [each for each in (self.answer, *self.screens_out) if each and self.fault(each)]
        if wrong:
            found.append(f"`{wrong[0]}` can never be answered")
        if self.when == "task" and (self.answer or self.screens_out):
            found.append("a question after each task ends nothing: it has no `answer`")
        return found


def _number(text: str) -> float:
    """Return a text as a number; NaN, which is within no limits, if it is none."""
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        return math.nan
    return found if math.isfinite(found) else math.nan
