"""What a model may use besides the question: nothing, a calculator, or some simulated attempts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from topple.errors import BadInput

NONE, CALCULATE, SIMULATE = "none", "calculate", "simulate"
_MOST = 1000  # simulated attempts per task
_SIMULATE = re.compile(rf"{SIMULATE}:(\d{{1,4}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tools:
    """Whether there are tools, and how many attempts at each task may be simulated."""

    calculates: bool = False
    simulations: int = 0

    @classmethod
    def parse(cls, text: str) -> Tools:
        """Read `none`, `calculate`, or `simulate:N`, which has a calculator too."""
        if text == NONE:
            return cls()
        if text == CALCULATE:
            return cls(True)
        match = _SIMULATE.fullmatch(text)
        if match is None or not 1 <= int(match[1]) <= _MOST:
            raise BadInput(
                f"unknown tools `{text[:40]}`",
                f"give {NONE}, {CALCULATE} or {SIMULATE}:N with N from 1 to {_MOST}",
            )
        return cls(True, int(match[1]))

    @property
    def words(self) -> str:
        """The tools in words; empty if there are none."""
        if self.simulations:
            return f"{self.simulations} simulations"
        return "calculator" if self.calculates else ""
