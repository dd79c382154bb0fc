"""What a world declares of a task, in words: the one source of every prompt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Declared:
    """A task in words, put together from the numbers that the simulator runs on."""

    setting: str  # what one looks at, and which way is up
    legend: tuple[str, ...]  # what colours or drawings stand for
    goal: str
    act: str  # what one does, in a sentence
    rules: tuple[str, ...]  # what makes an action invalid, and when an attempt is over
    parameters: tuple[str, ...]  # of the simulation, for prompts that tell them
