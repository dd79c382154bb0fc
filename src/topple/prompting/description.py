"""What a world declares of a task, in words: the one source of every prompt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a prediction that can be checked: `Goal: yes`."""

    name: str
    values: str  # what may follow the name, as one would write it
    meaning: str
    example: str

    @property
    def line(self) -> str:
        """Give an example of the line."""
        return f"{self.name}: {self.example}"


@dataclass(frozen=True, slots=True)
class Declared:
    """A task in words, put together from the numbers that the simulator runs on."""

    setting: str  # what one looks at, and which way is up
    legend: tuple[str, ...]  # what colours or drawings stand for
    goal: str
    act: str  # what one does, in a sentence
    rules: tuple[str, ...]  # what makes an action invalid, and when an attempt is over
    parameters: tuple[str, ...]  # of the simulation, for prompts that tell them
    facts: tuple[Fact, ...]  # what a prediction is to say, and can be checked
    foretold: str  # an example of a prediction
