"""A task in words: every prompt is made of such a description."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a prediction that can be checked: `Goal: yes`."""

    name: str
    values: str  # the values that may follow the name, as a person would write them
    meaning: str
    example: str

    @property
    def line(self) -> str:
        """An example of the line."""
        return f"{self.name}: {self.example}"


GOAL = Fact("Goal", "yes or no", "whether the goal will hold", "yes")


@dataclass(frozen=True, slots=True)
class Description:
    """A task in words, made from the numbers that the simulator uses."""

    setting: str  # the content of the picture, and which way is up
    goal: str
    act: str  # the player's part, in one sentence
    legend: tuple[str, ...] = ()  # the meaning of colours or drawings
    rules: tuple[str, ...] = ()  # reasons why actions are invalid and attempts end
    parameters: tuple[str, ...] = ()  # numbers of the simulation, for prompts that list them
    facts: tuple[Fact, ...] = (GOAL,)  # a prediction states these, to be checked
    prediction: str = "It reaches the goal."  # an example of a prediction
