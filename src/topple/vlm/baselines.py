"""Baselines that ignore pictures: they answer like models, for floors and ceilings.

A hint with the question, which no other model sees, names the task. Their random draws depend on
seed, task, attempt and decision only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, UnknownName
from topple.prompting.form import Form
from topple.prompting.hint import Hint
from topple.prompting.reader import Values
from topple.prompting.voice import Baseline, Voice
from topple.protocols import all_protocols, protocol
from topple.tasks.attempt import Action
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds import World, world
from topple.worlds.voices import voice_of

BASELINES = "topple/"  # prefix of their names as models
# This baseline tries random valid actions in its simulator, and plays the first that works.
TRIES = "tries"
SIMULATING = frozenset({f"{BASELINES}oracle"})


def answer(name: str, hint: Hint, seed: int) -> str:
    """Answer a question as a baseline does."""
    own, known = _own(hint.protocol), answering(hint.protocol)
    if name not in known:
        raise UnknownName("baseline", f"topple/{name}", [f"topple/{each}" for each in known])
    if name in own:
        return own[name](hint, seed)
    rng = generator(seed, name, hint.fold, hint.task, hint.attempt, hint.decision)
    form = _form(hint.protocol, hint.form).fit(_world(hint.protocol).task(hint.task))
    said = _PLAYERS[name](hint, form.among(hint.choices), rng)
    return _write_json(form, said) if hint.structured else said


def _write_json(form: Form, said: str) -> str:
    """Write what a baseline said as JSON; what states no action stays as it is."""
    values = form.read(said).values
    if values is None or form.read_structured(said).values is not None:
        return said
    return json.dumps(form.structured(values))


def can_answer(model: str, protocol_name: str) -> bool:
    """Return whether a model can be asked a protocol; only some baselines cannot."""
    name = model.removeprefix(BASELINES)
    return not model.startswith(BASELINES) or name in answering(protocol_name)


def check_baseline(model: str, used: Protocol) -> None:
    """Refuse a baseline that is unknown, or does not answer the questions of a protocol."""
    if not model.startswith(BASELINES):
        return
    able = answering(used.name)
    name, known = model.removeprefix(BASELINES), [f"{BASELINES}{each}" for each in able]
    if name in able:
        _check_able(model, used)
        return
    if name not in baselines():
        raise UnknownName("baseline", model, known)
    raise BadInput(
        f"`{model}` does not answer `{used.name}`", f"ask one that does: {', '.join(known)}"
    )


def _check_able(model: str, used: Protocol) -> None:
    """Refuse a baseline that needs training tasks, or the usual rules, where there are none."""
    if model in SIMULATING and used.choices.rules:
        raise BadInput(f"`{model}` knows the usual rules only", "leave out --rules")
    learns = model == f"{BASELINES}best-constant" and "best-constant" not in _own(used.name)
    if learns and used.of_files:
        raise BadInput(
            f"`{model}` learns from training tasks, and `{used.name}` has none",
            f"ask {BASELINES}random-valid",
        )


def _mock(hint: Hint, form: Form, rng: np.random.Generator) -> str:
    """Answer at random, sometimes without an action."""
    return form.mock(rng)


def _random_valid(hint: Hint, form: Form, rng: np.random.Generator) -> str:
    """Choose uniformly among the actions that the task accepts."""
    task, every = _world(hint.protocol).task(hint.task), form.everything()
    if every:
        valid = np.flatnonzero(form.valid(task, every))
        return form.words(every[int(rng.choice(valid))])
    while True:
        values = form.sample(rng)
        if form.valid(task, [values])[0]:
            return form.words(values)


def _best_constant(hint: Hint, form: Form, rng: np.random.Generator) -> str:
    """Play the same actions on every task: those that together solve most training tasks.

    Without training tasks they are chosen in hindsight, on the tested ones.
    """
    chosen = _constants(hint.protocol, hint.fold, hint.form)
    return form.words(chosen[(hint.attempt - 1) % len(chosen)])


def _example(hint: Hint, form: Form, rng: np.random.Generator) -> str:
    """Copy the example of an answer that the prompt itself shows."""
    return hint.example


def _oracle(hint: Hint, form: Form, rng: np.random.Generator) -> str:
    """Play a solution: the stored one, or one found by search."""
    moves = solution(hint.protocol, hint.task, hint.form)
    if hint.decision <= len(moves):
        return form.words(moves[hint.decision - 1])
    return "No action that can be written here solves this."


_PLAYERS: dict[str, Callable[[Hint, Form, np.random.Generator], str]] = {
    "mock": _mock,
    "random-valid": _random_valid,
    "best-constant": _best_constant,
    "example": _example,
    TRIES: _random_valid,
    "oracle": _oracle,
}


@lru_cache(maxsize=4096)
def solution(protocol_name: str, task_name: str, form_name: str) -> tuple[Values, ...]:
    """Find moves that solve a task: the stored ones, or one move for all turns; or nothing."""
    found = _world(protocol_name)
    task = found.task(task_name)
    form = _form(protocol_name, form_name).fit(task)
    known = found.certificate(task)
    stored = form.moves(known.solution) if known else []
    if stored and _solve(found, [task], [form.attempt(task, stored)])[0]:
        return tuple(stored)
    every = form.searched()
    actions = [form.repeated(task, values) for values in every]
    for values, solved in zip(every, _solve(found, [task] * len(every), actions), strict=True):
        same = (values,) * form.turns(task)
        # Turn by turn, the same moves are made later and may miss.
        if solved and (not form.in_turns or _solve(found, [task], [form.attempt(task, same)])[0]):
            return same
    return ()


@cache
def _constants(protocol_name: str, fold: int, form_name: str) -> list[Values]:
    """Choose actions greedily: each solves most of the tasks that those before do not solve."""
    used, found = protocol(protocol_name), _world(protocol_name)
    form = _form(protocol_name, form_name)
    names = _training(used, fold, _voice(protocol_name).constant_tasks)
    different = sorted(set(names))
    tasks = [found.task(name) for name in different]
    written = form.constants(found.task(names[0]))
    solved = _solved_by(found, form, tasks, written)[[different.index(name) for name in names]]
    chosen = []
    for _ in range(used.attempts):
        best = int(solved.sum(axis=0).argmax())
        chosen.append(written[best])
        solved = solved[~solved[:, best]]
    return chosen


def _solved_by(
    found: World, form: Form, tasks: Sequence[Task], written: Sequence[Values]
) -> NDArray[np.bool_]:
    """Return which values solve which tasks, tasks x values."""
    actions = [] if form.in_turns else [form.action(values) for values in written]
    # A table needs actions of one length; plans may have several.
    if actions and len({*map(len, actions)}) == 1:
        return np.asarray(found.outcomes(tasks, np.array(actions)) == 1)
    return np.array([_try_values(found, form, task, written) for task in tasks])


def _training(used: Protocol, fold: int, per_template: int) -> list[str]:
    """Return training tasks, evenly chosen from those of each template."""
    by_template: dict[str, list[str]] = {}
    for name in used.split(fold).train or used.tasks(fold):
        by_template.setdefault(name.partition(":")[0], []).append(name)
    return [
        names[i * len(names) // per_template]
        for names in by_template.values()
        for i in range(per_template)
    ]


def _try_values(found: World, form: Form, task: Task, written: Sequence[Values]) -> list[bool]:
    """Return which values solve a task if every turn makes them its move."""
    turns = form.turns(task)
    actions = [form.attempt(task, [values] * turns) for values in written]
    return _solve(found, [task] * len(actions), actions)


def _solve(found: World, tasks: Sequence[Task], actions: Sequence[Action]) -> list[bool]:
    return [each.outcome is Outcome.SOLVED for each in found.play(tasks, actions)]


@cache
def _world(protocol_name: str) -> World:
    """Return the world of a protocol; finding a protocol reads what packages are installed."""
    return world(protocol(protocol_name).world)


@cache
def _form(protocol_name: str, form_name: str) -> Form:
    return _voice(protocol_name).form(form_name)


def baselines() -> set[str]:
    """Return the names of all baselines, also of those that answer some protocols only."""
    asked = [name for name, each in all_protocols().items() if each.asks]
    return {*_PLAYERS, *(who for name in asked for who in _own(name))}


def answering(protocol_name: str) -> list[str]:
    """Return the names of the baselines that answer a protocol's questions."""
    voice = _voice(protocol_name)
    return [*(voice.baselines or _PLAYERS), *voice.more_baselines]


@cache
def _own(protocol_name: str) -> Mapping[str, Baseline]:
    voice = _voice(protocol_name)
    return {**voice.baselines, **voice.more_baselines}


def _voice(protocol_name: str) -> Voice:
    return voice_of(protocol(protocol_name))
