"""Prompts: the words of a question, made from a task's description and the action form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from topple.prompting.description import Description
from topple.prompting.form import Form
from topple.prompting.history import Past
from topple.prompting.reader import NO_ACTION, Reading, Values
from topple.tasks.outcome import Outcome

Format = Literal["vla", "wm"]
FORMATS: tuple[Format, ...] = ("vla", "wm")
VERSION = 4
UNSEEN = 5  # where no picture is shown
ENDING = 6  # of the questions of a ladder
_CLASSIC = 2  # classic words do not change any more

_ENDS = {
    Outcome.MISSED: "the goal did not hold",
    Outcome.UNSETTLED: "the time was up before the goal held",
    Outcome.INVALID: "invalid",
    Outcome.UNREADABLE: "no action could be read from the answer",
    Outcome.TRUNCATED: "the answer was too long and was cut off",
    Outcome.REFUSED: "there was no answer",
}

_EXPLAINED = (Outcome.MISSED, Outcome.INVALID, Outcome.UNREADABLE, Outcome.UNSETTLED)
_ROLE = (
    "You solve physics puzzles: you look at a scene, work out how its objects will move, fall and "
    "collide, and choose an action."
)


@dataclass(frozen=True, slots=True)
class Wording:
    """How a question is worded.

    `vla` asks only for an action, `wm` for a prediction first. `parameters` adds the numbers of the
    simulation. `classic` describes earlier attempts as DeepPHY does, without reasons. `prompts` is
    the version of words that are not classic. Answers that are `structured` are JSON.
    """

    format: Format = "vla"
    parameters: bool = False
    classic: bool = False
    prompts: int = VERSION
    structured: bool = False

    @property
    def version(self) -> str:
        """The version of the words: texts of one version and one task are the same."""
        if self.classic:
            return f"{self.format}-classic@{_CLASSIC}"
        return f"{self.format}{'-structured' * self.structured}@{self.prompts}"

    def words(self, form: Form, values: Values) -> str:
        """Write an action as a model is asked to."""
        return json.dumps(form.structured(values)) if self.structured else form.words(values)

    def read(self, form: Form, answer: str) -> Reading:
        """Read an answer."""
        return form.read_structured(answer) if self.structured else form.read(answer)

    def example(self, form: Form) -> Values:
        """Return the values in the example of an answer."""
        return form.published_example if self.classic else form.example

    def system(
        self, description: Description, form: Form, tries: str, explained_symbols: str = ""
    ) -> str:
        """Return the rules."""
        explained = form.explained() + (() if self.classic else form.measures())
        explained += form.structured_notes if self.structured else ()
        blocks = [
            "You solve puzzles about how things move." if self.classic else _ROLE,
            description.setting,
            _list("What you see:", description.legend),
            *([explained_symbols] if explained_symbols else []),
            f"Goal: {description.goal}",
            _list(f"{description.act} Say how with {self._pattern(form)}:", explained),
            _list("Rules:", (*description.rules, tries)),
        ]
        if self.parameters:
            blocks.append(_list("Numbers of the simulation:", description.parameters))
        return "\n\n".join([*blocks, self._reply(description, form)])

    def _pattern(self, form: Form) -> str:
        if self.structured:
            return f"the JSON object `{form.structured_pattern}`"
        return f"the line `{form.pattern}`"

    def _reply(self, description: Description, form: Form) -> str:
        if self.structured:
            return (
                "Answer with one JSON object and nothing else. For example:\n"
                f"{self.words(form, self.example(form))}"
            )
        if self.format == "vla":
            return (
                f"Answer with one line and nothing else:\n{form.pattern}\n"
                f"For example:\n{form.words(self.example(form))}"
            )
        if not self.classic:
            return _template(description, form, self.example(form))
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
                f"Action: {form.words(self.example(form))}",
            ]
        )

    def tries(self, kind: str, most: int, unchanged: str = "") -> str:
        """Return the rule on attempts, or turns, and on answers that make no move.

        `unchanged` says what stays as it is after such an answer.
        """
        lost = "is invalid" if self.classic else "is invalid or cannot be read"
        if most == 1:
            return f"You have one {kind}. An answer that {lost} uses it up."
        up = "uses one up" if self.classic else f"uses up one {kind}"
        stays = f", and {unchanged}" if unchanged else ""
        return f"You have {most} {kind}s. An answer that {lost} {up}{stays}."

    def past(self, earlier: Sequence[Past], kind: str = "attempt") -> str:
        """Describe earlier attempts, or turns."""
        lines = [self._line(each, kind) for each in earlier]
        if self.classic and self.format == "wm":
            lines.append("Find out why your predictions were wrong before you predict again.")
        elif not self.classic and any(each.checked for each in earlier):
            lines.append("Learn from what you predicted wrongly before you predict again.")
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
        return line if self.classic else f"{line} {past.checked}".rstrip()

    def request(self, number: int, of: int, kind: str = "attempt") -> str:
        """Ask for the next action; a further attempt must differ from those before."""
        new = "an action that you have not tried yet" if number > 1 else "your action"
        what = new if kind == "attempt" else "your action"
        give = "Predict, and give" if self.format == "wm" and not self.classic else "Give"
        return f"This is {kind} {number} of {of}. {give} {what}."


def _template(description: Description, form: Form, example: Values) -> str:
    """Ask for a prediction and an action by one complete template."""
    facts = description.facts
    checked = " The lines between prediction and action are checked." if facts else ""
    return "\n".join(
        [
            f"Answer with these lines and nothing else.{checked}",
            "Prediction: TEXT",
            *(f"{fact.name}: {fact.values}" for fact in facts),
            f"Action: {form.pattern}",
            "- TEXT: what will happen, in one to three sentences.",
            *(f"- {fact.name}: {fact.meaning}." for fact in facts),
            "For example:",
            f"Prediction: {description.prediction}",
            *(fact.line for fact in facts),
            f"Action: {form.words(example)}",
        ]
    )


def _list(head: str, lines: Sequence[str]) -> str:
    return "\n".join([head, *(f"- {line}" for line in lines)])
