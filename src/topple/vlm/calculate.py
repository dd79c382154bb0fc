"""A calculator for models: arithmetic is parsed and computed, nothing else."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

LONGEST = 500  # characters of an expression
_LARGEST = 1e300
_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.Pow: math.pow,
}
_UNARY: dict[type[ast.unaryop], Callable[[float], float]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    name: getattr(math, name)
    for name in (
        *("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2"),
        *("exp", "log", "hypot", "degrees", "radians"),
    )
} | {"abs": abs, "min": min, "max": max}
_NAMES = {"pi": math.pi, "e": math.e}
KNOWN = (*_FUNCTIONS, *_NAMES)


def calculate(expression: str) -> str:
    """Compute an expression; return its value, or what is wrong with it."""
    if len(expression) > LONGEST:
        return f"error: the expression has more than {LONGEST} characters"
    try:
        value = _value(ast.parse(expression.strip().replace("^", "**"), mode="eval").body)
    except SyntaxError:
        return "error: this is not arithmetic"
    except (ValueError, TypeError, ArithmeticError, RecursionError, MemoryError) as error:
        return f"error: {str(error)[:100]}"
    return f"{value:.10g}"


def _value(node: Any) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if abs(number) < _LARGEST:
            return float(number)
        case ast.Name(id=name) if name in _NAMES:
            return _NAMES[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _BINARY[type(op)](_value(left), _value(right))
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _UNARY:
            return _UNARY[type(op)](_value(operand))
        case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if name in _FUNCTIONS:
            return float(_FUNCTIONS[name](*map(_value, given)))
    raise ValueError(f"only numbers, + - * / % **, {', '.join(KNOWN)}")
