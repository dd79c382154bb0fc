"""Questions to models: texts, and pictures with a name, a version and a hash of their pixels."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Literal


@dataclass(frozen=True)
class Picture:
    """A PNG file; `name` holds view and version, such as `scene@1`, `digest` hashes the pixels."""

    name: str
    png: bytes
    digest: str

    @property
    def mark(self) -> str:
        """Return view, version and pixel hash, as runs record them."""
        return f"{self.name} {self.digest}"

    @cached_property
    def address(self) -> str:
        """Return the picture as a data URI."""
        return f"data:image/png;base64,{base64.b64encode(self.png).decode()}"


Part = str | Picture


@dataclass(frozen=True, slots=True)
class Said:
    """An earlier turn of a conversation."""

    role: Literal["user", "assistant"]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Question:
    """What a model is asked at once: rules, then texts and pictures in order.

    `version` is the version of the wording. `before` holds the earlier turns of the conversation.
    """

    version: str
    system: str
    parts: tuple[Part, ...]
    before: tuple[Said, ...] = ()

    @property
    def every_part(self) -> tuple[Part, ...]:
        """Return texts and pictures of all turns, in order."""
        return (*(part for said in self.before for part in said.parts), *self.parts)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(part for part in self.every_part if isinstance(part, Picture))

    @cached_property
    def digest(self) -> str:
        """Return a hash of all words and the pixels of every picture."""
        lines = [self.version, self.system]
        lines += [f"{said.role} {len(said.parts)}" for said in self.before]
        lines += [p.digest if isinstance(p, Picture) else p for p in self.every_part]
        return hashlib.sha256("\0".join(lines).encode()).hexdigest()[:16]
