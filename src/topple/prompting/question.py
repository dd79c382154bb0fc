"""Questions: words, and pictures as PNG files with a name, a version and a content hash."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Literal


@dataclass(frozen=True)
class Picture:
    """A PNG file; `name` is the view and its version, for example `scene@1`."""

    name: str
    png: bytes

    @cached_property
    def digest(self) -> str:
        """The hash of the content."""
        return hashlib.sha256(self.png).hexdigest()[:16]

    @property
    def mark(self) -> str:
        """View, version and content hash, as they are recorded."""
        return f"{self.name} {self.digest}"

    @cached_property
    def address(self) -> str:
        """The picture as a data URI."""
        return f"data:image/png;base64,{base64.b64encode(self.png).decode()}"


Part = str | Picture


@dataclass(frozen=True, slots=True)
class Said:
    """An earlier turn of a conversation."""

    role: Literal["user", "assistant"]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Question:
    """All that a model is sent at once: rules, then texts and pictures in order.

    `version` is the version of the words. `before` holds the earlier turns of the conversation. The
    hash covers all words and every picture.
    """

    version: str
    system: str
    parts: tuple[Part, ...]
    before: tuple[Said, ...] = ()

    @property
    def every_part(self) -> tuple[Part, ...]:
        """Texts and pictures of all turns, in order."""
        return (*(part for said in self.before for part in said.parts), *self.parts)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(part for part in self.every_part if isinstance(part, Picture))

    @cached_property
    def digest(self) -> str:
        """The hash of the content."""
        lines = [self.version, self.system]
        lines += [f"{said.role} {len(said.parts)}" for said in self.before]
        lines += [p.digest if isinstance(p, Picture) else p for p in self.every_part]
        return hashlib.sha256("\0".join(lines).encode()).hexdigest()[:16]
