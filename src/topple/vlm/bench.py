"""The tools of one task: calls are played one by one, recorded with their digest, and counted.

A call is counted before it is played and recorded before its result is returned, so neither calls
at the same time nor repetitions nor a kill give a model more results than its budget allows.
"""

from __future__ import annotations

import ast
import json
import math
import operator
import threading
from collections.abc import Callable
from typing import Any

from inspect_ai.tool import ToolCall, ToolInfo, ToolParam, ToolParams

from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Key
from topple.prompting.tools import CALCULATE, SIMULATE, Tools
from topple.vlm.record import Record

ROUNDS = 30  # answers with calls before a model must give its action


class Bench:
    """The tools of one task while it is played."""

    def __init__(self, tools: Tools, episode: Conversation, record: Record) -> None:
        self._tools, self._episode, self._record = tools, episode, record
        self._stage = episode.practice.game if episode.practice else episode
        self._key: Key = (episode.fold, episode.name)
        self._lock = threading.Lock()
        self._used = len(record.calls.get(self._key, []))

    @property
    def left(self) -> int:
        """How many attempts may still be simulated."""
        return max(0, self._tools.simulations - self._used)

    @property
    def rounds(self) -> int:
        """How many answers may hold calls."""
        return ROUNDS + self._tools.simulations if self._tools.calculates else 0

    def offered(self) -> list[ToolInfo]:
        """Return the tools that can be called now."""
        found = []
        if self._tools.calculates:
            words = f"Compute arithmetic with {', '.join(KNOWN)}; angles are in radians."
            found.append(_tool(CALCULATE, words, "expression"))
        if self.left:
            found.append(_tool(SIMULATE, self._words(), "action"))
        return found

    def _words(self) -> str:
        """Describe the simulator."""
        practice = self._episode.practice
        where = "a practice task like this one" if practice else "this task"
        words = (
            f"Try an action on {where} and learn its outcome; it does not count as an attempt "
            f"or turn. Write the action as in your answer. {self.left} calls are left for this "
            "task."
        )
        return f"{words} The practice scene as JSON: {practice.scene}" if practice else words

    def use(self, call: ToolCall) -> str:
        """Carry out a call; return its result as text."""
        uses: dict[str, tuple[str, Callable[[str], str]]] = {
            CALCULATE: ("expression", calculate),
            SIMULATE: ("action", self._simulate),
        }
        if call.function not in uses:
            return f"error: there is no tool `{call.function[:40]}`"
        name, use = uses[call.function]
        given = call.arguments.get(name)
        if call.parse_error or not isinstance(given, str):
            return f"error: give `{name}` as a text"
        return use(given)

    def _simulate(self, said: str) -> str:
        with self._lock:
            if not self.left:
                return "error: no simulated attempts are left for this task; give your answer"
            self._used += 1
            action, played = self._stage.simulate(said)
            self._record.add_call(self._key, self._line(said, action, played))
            told: dict[str, Any] = {"outcome": str(played.outcome), "calls_left": self.left}
            return json.dumps({**told, "note": played.note} if played.note else told)

    def _line(self, said: str, action: Any, played: Any) -> dict[str, Any]:
        return {
            "fold": self._episode.fold,
            "task": self._episode.name,
            **({"practice": practice.name} if (practice := self._episode.practice) else {}),
            "attempt": self._episode.number,
            "decision": self._episode.decision,
            "call": self._used,
            "said": said[:2000],
            "action": None if action is None else list(action),
            "outcome": str(played.outcome),
            "steps": played.steps,
            "digest": played.digest,
        }


def _tool(name: str, words: str, argument: str) -> ToolInfo:
    given = {argument: ToolParam(type="string", description=f"the {argument}")}
    return ToolInfo(
        name=name,
        description=words,
        parameters=ToolParams(properties=given, required=[argument]),
    )


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
