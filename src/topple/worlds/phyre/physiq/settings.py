"""How a question set is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from topple.prompting.setup import Setup
from topple.worlds.phyre.physiq.answers import AnswerForm
from topple.worlds.phyre.physiq.items import QuestionMode

VERSION = 4  # changes with wording, choice and order of the items


@dataclass(frozen=True, slots=True)
class QuestionSettings:
    """The mode, the examples before each question, and the pictures per example.

    Without `parameters`, the question does not state gravity and the other numbers of the
    simulation.
    """

    mode: QuestionMode = QuestionMode.STRICT
    shots: int = 0
    frames: int = 1
    parameters: bool = True

    @property
    def label(self) -> str:
        """The settings as part of an item's id."""
        shots = f"-{self.shots}shot-{self.frames}frame" if self.shots else ""
        return f"{self.mode}{'' if self.parameters else '-unnumbered'}{shots}"

    @property
    def variant(self) -> str:
        """The settings in words; only scores of the same variant can be compared."""
        parts = [str(self.mode), *([] if self.parameters else ["no parameters"])]
        if self.shots:
            frames = "a picture" if self.frames == 1 else f"{self.frames} pictures"
            many = "s" if self.shots > 1 else ""
            parts.append(f"{self.shots} example{many} of {frames}")
        return ", ".join(parts)

    @property
    def prompt(self) -> str:
        """The version of the wording."""
        return f"physiq@{VERSION}"

    @property
    def plain(self) -> Setup:
        """What conversations need to know: the words of an item are made with it."""
        form = str(AnswerForm.YES_NO)  # items name their own
        return Setup(form, history="none", classic=self.mode is QuestionMode.CLASSIC)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> QuestionSettings:
        """Restore the settings from plain data."""
        return cls(
            QuestionMode(data["mode"]),
            int(data["shots"]),
            int(data["frames"]),
            bool(data.get("parameters", True)),
        )

    def data(self) -> dict[str, Any]:
        """Return the settings as plain data, the last only where it is not the usual."""
        found = {"mode": str(self.mode), "shots": self.shots, "frames": self.frames}
        return found if self.parameters else {**found, "parameters": False}
