"""Prompts: the words of a question, made from a task's description and the action form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from topple.prompting.description import Description
from topple.prompting.form import Form
from topple.prompting.history import Past
from topple.prompting.reader import NO_ACTION
from topple.tasks.outcome import Outcome

Format = Literal["vla", "wm"]
FORMATS: tuple[Format, ...] = ("vla", "wm")
VERSION = 2
_CLASSIC_VERSION = 1

_ENDS = {
    Outcome.MISSED: "the goal did not hold",
    Outcome.UNSETTLED: "the time was up before the goal held",
    Outcome.INVALID: "invalid",
    Outcome.UNREADABLE: "no action could be read from the answer",
    Outcome.TRUNCATED: "the answer was too long and was cut off",
    Outcome.REFUSED: "there was no answer",
}

_EXPLAINED = (Outcome.MISSED, Outcome.INVALID, Outcome.UNREADABLE, Outcome.UNSETTLED)


@dataclass(frozen=True, slots=True)
class Wording:
    """How a question is worded.

    `vla` asks only for an action, `wm` for a prediction first. `parameters` adds the numbers of the
    simulation. `classic` describes earlier attempts as DeepPHY does, without reasons.
    """

    format: Format = "vla"
    parameters: bool = False
    classic: bool = False

    @property
    def version(self) -> str:
        """The version of the words: texts of one version and one task are the same."""
        if self.classic:
            return f"{self.format}-classic@{_CLASSIC_VERSION}"
        return f"{self.format}@{VERSION}"

    def system(self, description: Description, form: Form, tries: str) -> str:
        """Return the rules."""
        explained = form.explained() + (() if self.classic else form.measures())
        blocks = [
            "You solve puzzles about how things move.",
            description.setting,
            _list("What you see:", description.legend),
            f"Goal: {description.goal}",
            _list(f"{description.act} Say how with the line `{form.pattern}`:", explained),
            _list("Rules:", (*description.rules, tries)),
        ]
        if self.parameters:
            blocks.append(_list("Numbers of the simulation:", description.parameters))
        return "\n\n".join([*blocks, self._reply(description, form)])

    def _reply(self, description: Description, form: Form) -> str:
        if self.format == "vla":
            return (
                f"Answer with one line and nothing else:\n{form.pattern}\n"
                f"For example:\n{form.words(form.example)}"
            )
        head = (
            "Answer in two parts. First predict in one to three sentences what will happen; then "
            "give the action that the prediction is about."
        )
        lines = [f"- {fact.name}: {fact.values} - {fact.meaning}." for fact in description.facts]
        if lines:
            head += " End the prediction with these lines, which are checked:"
        return "\n".join(
            [
                head,
                *lines,
                "Prediction: TEXT",
                f"Action: {form.pattern}",
                "For example:",
                f"Prediction: {description.prediction}",
                *(fact.line for fact in description.facts),
                f"Action: {form.words(form.example)}",
            ]
        )

    def past(self, earlier: Sequence[Past], kind: str = "attempt") -> str:
        """Describe earlier attempts, or turns."""
        lines = [self._line(each, kind) for each in earlier]
        if self.format == "wm":
            lines.append(
                "Find out why your predictions were wrong before you predict again."
                if self.classic
                else "Compare your predictions with what happened before you predict again."
            )
        return "\n".join([f"Your earlier {kind}s:", *lines])

    def _line(self, past: Past, kind: str) -> str:
        if self.classic:
            end = "failed" if past.outcome is Outcome.MISSED else "invalid"
        else:
            note = past.note if past.note != NO_ACTION and past.outcome in _EXPLAINED else ""
            end = _ENDS[past.outcome] + (f" ({note})" if note else "")
        line = f"{kind.capitalize()} {past.number}: {past.words or 'no action'} - {end}."
        if self.format == "wm" and past.prediction:
            said = past.prediction if self.classic else " ".join(past.prediction.split())
            line += f" You predicted: {said}"
        return line

    def request(self, number: int, of: int, kind: str = "attempt") -> str:
        """Ask for the next action; a further attempt must differ from those before."""
        new = "an action that you have not tried yet" if number > 1 else "your action"
        what = new if kind == "attempt" else "your action"
        give = "Predict, and give" if self.format == "wm" and not self.classic else "Give"
        return f"This is {kind} {number} of {of}. {give} {what}."


def _list(head: str, lines: Sequence[str]) -> str:
    return "\n".join([head, *(f"- {line}" for line in lines)])
