"""Players without eyes: they answer like models, through the same path, for floors and ceilings.

They are told the task by name, in a note beside the question that no other model gets to see. What
they draw depends on seed, task and attempt alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, UnknownName
from topple.physiq.find import SETS, answer_item, who_answers
from topple.physiq.players import PLAYERS as ANSWERERS
from topple.prompting.hint import Note
from topple.protocols import protocol
from topple.tasks.draw import generator
from topple.tasks.protocol import Protocol
from topple.worlds import phyre
from topple.worlds.phyre.models.forms import Grid, Place, form
from topple.worlds.phyre.world import WORLD

Values = tuple[float, ...]
_SAYS_NOTHING = 0.1  # how often MOCK answers without an action
_NO_ACTION = "I am not sure what to do here."
_GIVES_UP = "No action that can be written here solves this."
_PER_TEMPLATE = 10  # training tasks on which constant actions are tried
_MOST_CANDIDATES = 1000


def answer(name: str, note: Note, seed: int) -> str:
    """Answer a question as a baseline does."""
    if note.protocol in SETS:
        return answer_item(name, note.task, note.attempt, seed)
    players = birds_players() if note.form == "angle-power" else _PLAYERS
    if name not in players:
        raise UnknownName("baseline", f"topple/{name}", [f"topple/{each}" for each in players])
    rng = generator(seed, name, note.fold, note.task, note.attempt, note.decision)
    return players[name](note, rng)


def _mock(note: Note, rng: np.random.Generator) -> str:
    """Answer at random, one time in ten without an action; with a prediction's label in front."""
    if rng.random() < _SAYS_NOTHING:
        return _NO_ACTION
    found = form(note.form)
    if isinstance(found, Grid):
        values: Values = (
            int(rng.integers(1, found.cells + 1)),
            int(rng.integers(1, found.levels + 1)),
        )
    else:
        values = tuple(rng.random(3).tolist())
    return f"Action: {found.words(values)}"


def _random_valid(note: Note, rng: np.random.Generator) -> str:
    """Choose among the actions that the task does not refuse."""
    task, found = phyre.task(note.task), form(note.form)
    if isinstance(found, Place):
        while True:
            drawn = rng.random((64, 3))
            valid = drawn[phyre.validate(task, drawn) == 0]
            if len(valid):
                return found.words([float(f"{v:.6g}") for v in valid[0]])
    every = list(found.everything())
    valid_ones = np.flatnonzero(phyre.validate(task, _actions(found)) == 0)
    return found.words(every[int(rng.choice(valid_ones))])


def _best_constant(note: Note, rng: np.random.Generator) -> str:
    """Play the same actions on every task: those that solve most training tasks between them."""
    found = form(note.form)
    chosen = _constants(note.protocol, note.fold, note.form)
    return found.words(chosen[(note.attempt - 1) % len(chosen)])


def _oracle(note: Note, rng: np.random.Generator) -> str:
    """Look for an action that solves the task: all of a grid, or else the stored solution."""
    task, found = phyre.task(note.task), form(note.form)
    if isinstance(found, Place):
        known = WORLD.certificate(task)
        return found.words(known.solution) if known else _GIVES_UP
    solving = np.flatnonzero(solved_by(note.task, note.form))
    return found.words(list(found.everything())[solving[0]]) if len(solving) else _GIVES_UP


_PLAYERS: dict[str, Callable[[Note, np.random.Generator], str]] = {
    "mock": _mock,
    "random-valid": _random_valid,
    "best-constant": _best_constant,
    "oracle": _oracle,
}
BASELINES = "topple/"  # how their names as models begin
SIMULATING = frozenset({f"{BASELINES}oracle"})


def check_baseline(model: str, rules: Protocol) -> None:
    """Refuse a baseline that there is not, or that does not answer a protocol's questions."""
    if not model.startswith(BASELINES):
        return
    answering = who_answers(SETS[rules.name]) if rules.name in SETS else list(_PLAYERS)
    name, known = model.removeprefix(BASELINES), [f"{BASELINES}{each}" for each in answering]
    if name in answering:
        return
    if name not in ANSWERERS:
        raise UnknownName("baseline", model, known)
    raise BadInput(
        f"`{model}` does not answer `{rules.name}`", f"ask one that does: {', '.join(known)}"
    )


def birds_players() -> dict[str, Callable[[Note, np.random.Generator], str]]:
    """Give the baselines of birds; they need a world that takes a while to load."""
    from topple.vlm.baselines_birds import PLAYERS

    return PLAYERS


@lru_cache(maxsize=4096)
def solved_by(task: str, form_name: str) -> NDArray[np.bool_]:
    """Say for every action of a grid whether it solves a task."""
    found = form(form_name)
    assert isinstance(found, Grid)
    return np.asarray(WORLD.outcomes([phyre.task(task)], _actions(found), threads=1)[0] == 1)


@cache
def _actions(grid: Grid) -> NDArray[np.float64]:
    return np.array([grid.action(values) for values in grid.everything()])


@cache
def _constants(protocol_name: str, fold: int, form_name: str) -> list[Values]:
    """Choose actions one by one, each the one that solves most tasks not solved by those before."""
    rules = protocol(protocol_name)
    by_template: dict[str, list[str]] = {}
    for name in rules.split(fold).train:
        by_template.setdefault(name.partition(":")[0], []).append(name)
    tasks = [
        phyre.task(names[i * len(names) // _PER_TEMPLATE])
        for names in by_template.values()
        for i in range(_PER_TEMPLATE)
    ]
    found = form(form_name)
    if isinstance(found, Grid):
        written: list[Values] = list(found.everything())
        actions = _actions(found)
    else:
        actions = tasks[0].tier.candidates(_MOST_CANDIDATES).round(6)
        written = [tuple(row) for row in actions.tolist()]
    solved = WORLD.outcomes(tasks, actions, threads=None) == 1
    chosen = []
    for _ in range(rules.attempts):
        best = int(solved.sum(axis=0).argmax())
        chosen.append(written[best])
        solved = solved[~solved[:, best]]
    return chosen
