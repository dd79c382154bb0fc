"""Scenes as symbols: compact JSON with a legend, complete enough to rebuild the scene."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from topple.prompting.question import Part, Picture

PICTURE, SYMBOLS, BOTH = SHOWS = ("picture", "symbols", "both")

_UNSEEN = (
    ("you look at a scene", "you read about a scene"),
    ("What you see:", "What there is:"),
    (r" [^.]*labelled picture[^.]*\.", ""),
    (r" \(drawn in [^)]*\)", ""),
    ("The dashed line around the picture is no wall: all", "All"),
    (r"\bpicture\b", "scene"),
)


@dataclass(frozen=True, slots=True)
class Symbols:
    """A scene as plain data, and what its names, numbers and units mean."""

    data: Mapping[str, Any]
    legend: tuple[str, ...]

    @property
    def text(self) -> str:
        """The scene as compact JSON."""
        return written(self.data)

    def explained(self, shows: str) -> str:
        """Return the legend, for the rules of a question."""
        also = "" if shows == SYMBOLS else "also "
        head = f"The scene is {also}given as JSON:"
        return "\n".join([head, *(f"- {line}" for line in self.legend)])


def written(data: Any) -> str:
    """Write plain data as compact JSON."""
    return json.dumps(data, separators=(",", ":"))


def rounded(data: Any, digits: int = 4) -> Any:
    """Round all numbers of plain data that changes from turn to turn."""
    if isinstance(data, float):
        return round(data, digits)
    if isinstance(data, Mapping):
        return {name: rounded(value, digits) for name, value in data.items()}
    return [rounded(each, digits) for each in data] if isinstance(data, list | tuple) else data


def with_symbols(parts: Sequence[Part], scene: Symbols, now: Any, shows: str) -> list[Part]:
    """Put a scene before the parts of a question, and its present state if it has one."""
    told: list[Part] = [f"The scene as JSON:\n{scene.text}"]
    if now is not None:
        told.append(f"The present state as JSON:\n{written(rounded(now))}")
    return [*told, *(without_pictures(parts) if shows == SYMBOLS else parts)]


def in_symbols(setting: str) -> str:
    """Rewrite the words about a picture for symbols."""
    told = re.sub(r"The pictures? shows?", "The JSON below describes", setting)
    return ". ".join(each for each in told.split(". ") if "picture" not in each)


def unseen(text: str) -> str:
    """Rewrite words about what is seen for one who reads the scene."""
    for seen, read in _UNSEEN:
        text = re.sub(seen, read, text)
    return text


def without_pictures(parts: Sequence[Part]) -> list[Part]:
    """Leave out all pictures, each with the words that announce it."""
    kept: list[Part] = []
    for before, part in zip([None, *parts], parts, strict=False):
        if not isinstance(part, Picture):
            kept.append(part)
        elif isinstance(before, str) and before.endswith(":"):
            kept.pop()
    return kept
