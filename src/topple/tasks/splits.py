"""Splits of task lists that depend on names only."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def stable_shuffle(ids: Iterable[str], salt: str) -> list[str]:
    """Order ids by the md5 of each with the salt behind it: the same on every machine."""
    return sorted(ids, key=lambda name: hashlib.md5((name + salt).encode()).hexdigest())
