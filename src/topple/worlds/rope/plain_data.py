"""Read dataclasses from plain data, and write them: what JSON and TOML files hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from types import GenericAlias
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from topple.errors import BadLevel

T = TypeVar("T")

_MOST_ITEMS = 100  # items of one kind: more than a level may have; the engine names the limit


def from_data(cls: type[T], data: object, name: str) -> T:
    """Read an instance; `name` is what messages call it."""
    if not isinstance(data, Mapping):
        raise BadLevel(f"{name} is {data!r:.40}, not a table of names and values")
    known: dict[str, Field[Any]] = {field.name: field for field in fields(cast(Any, cls))}
    for key in data:
        if key not in known:
            raise BadLevel(
                f"{name} has an unknown entry `{key!s:.40}`", f"known: {', '.join(known)}"
            )
    kinds = _kinds(cast(Any, cls))
    values = {}
    for key, field in known.items():
        if key in data:
            values[key] = _value(kinds[key], data[key], f"`{key}` of {name}")
        elif field.default is MISSING:
            raise BadLevel(f"{name} has no `{key}`", f"give: {', '.join(known)}")
    return cls(**values)


@cache
def _kinds(cls: type) -> Mapping[str, Any]:
    """Return the types of a class's fields; working them out takes longer than reading a level."""
    return get_type_hints(cls)


def to_data(value: object) -> Any:
    """Return an instance as plain data, without the entries that have their default."""
    if isinstance(value, tuple):
        return [to_data(each) for each in value]
    if isinstance(value, bool | int | float | str):
        return value
    return {
        name: to_data(held)
        for name, default in _defaults(cast(Any, type(value)))
        if (held := getattr(value, name)) != default
    }


@cache
def _defaults(cls: type) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in fields(cast(Any, cls)))


def _value(kind: Any, data: object, name: str) -> Any:
    if get_origin(kind) is tuple:
        return _items(kind, data, name)
    if kind is bool:
        return _check(isinstance(data, bool), data, name, "true or false")
    if kind in (int, float):
        number = isinstance(data, int | float) and not isinstance(data, bool)
        finite = number and math.isfinite(cast(float, data)) and abs(cast(float, data)) < 1e9
        if kind is int:
            return int(
                _check(finite and data == int(cast(float, data)), data, name, "a whole number")
            )
        return float(_check(finite, data, name, "a finite number"))
    return from_data(kind, data, name)


def _items(kind: GenericAlias, data: object, name: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise BadLevel(f"{name} is {data!r:.40}, not a list")
    if len(data) > _MOST_ITEMS:
        raise BadLevel(f"{name} has {len(data)} items", f"give at most {_MOST_ITEMS}")
    inner = get_args(kind)[0]
    return tuple(_value(inner, each, f"{name}, item {i}") for i, each in enumerate(data, 1))


def _check(holds: bool, data: object, name: str, wanted: str) -> Any:
    if not holds:
        raise BadLevel(f"{name} is {data!r:.40}", f"give {wanted}")
    return data
