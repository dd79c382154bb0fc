"""The result of a self-test: whether this build gives the same bits as every other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The digest of some attempts, and the expected digest."""

    attempts: int
    templates: int
    digest: str
    golden: str

    @property
    def ok(self) -> bool:
        return self.digest == self.golden
