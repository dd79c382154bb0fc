"""Names of kinds of things in views, and their order."""

from __future__ import annotations

import re
from functools import cache

EGG, TNT, PLATFORM = "egg", "TNT", "Platform"

# Section 8. It does not list eggs; here they follow the birds.
_ORDER = (
    "pig_basic_small",
    "pig_basic_big",
    "pig_basic_medium",
    "bird_",
    EGG,
    "[a-z]+_circle",
    "[a-z]+_triangle",
    "[a-z]+_square_hole",
    "[a-z]+_(rect|square)_",
    TNT,
    PLATFORM,
)


@cache
def kind_of_block(shape: str, material: str) -> str:
    return f"{material}_{_snake(shape)}"


@cache
def kind_of_pig(size: str) -> str:
    return f"pig_{_snake(size)}"


@cache
def kind_of_bird(name: str) -> str:
    return _snake(name)


@cache
def rank(kind: str) -> int:
    """Return the rank of a kind in the order of the symbolic state."""
    return next(i for i, pattern in enumerate(_ORDER) if re.match(pattern, kind))


def label(kind: str, look: int) -> str:
    """Return the name that developers see; its digit is the damage look."""
    return kind if kind in (TNT, PLATFORM) else f"{kind}_{look}"


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
