"""The result of a self-test: whether this build gives the bits that every build must give."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The digest of some attempts, beside the one they must have."""

    attempts: int
    templates: int
    digest: str
    golden: str

    @property
    def ok(self) -> bool:
        return self.digest == self.golden
