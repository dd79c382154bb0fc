"""Players to compare models with: floors, a ceiling, and the sceptic's.

A sceptic asks what can be had without looking, without reading, or without either. `best-constant`
knows the training items' answers only, `text` their words, `picture` their pictures, and `shallow`
learns from both what it can without an idea of motion.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple.prompting.form import SILENT
from topple.prompting.hint import Hint
from topple.prompting.voice import Baseline
from topple.tasks.attempt import Action
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.ladder import shallow
from topple.worlds.ladder.facts import STAYS
from topple.worlds.ladder.find import find_item
from topple.worlds.ladder.forms import form_of
from topple.worlds.ladder.items import Item, planned, start
from topple.worlds.ladder.pictures import pixels_of
from topple.worlds.ladder.plans import centrality
from topple.worlds.ladder.rows import YES_OR_NO, Kind
from topple.worlds.ladder.shallow import training
from topple.worlds.ladder.wording import question

_EVEN = 0.5
UNSURE = "I am not sure what to say here."
_THUMBNAIL = 16  # pixels per side
_WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?")

Choose = Callable[[Item, int], Action]


def _random(item: Item, seed: int) -> Action:
    return item.actions.sample(generator("ladder random", seed, item))


def _oracle(item: Item, seed: int) -> Action:
    return item.solution


def _best_constant(item: Item, seed: int) -> Action:
    """Answer as is right most often among the training items of the kind."""
    return _constant(item.id.world, item.kind)


def _stays(item: Item, seed: int) -> Action:
    """Say that nothing happens, where that is an answer."""
    if item.stasis is None:
        return _best_constant(item, seed)
    return (0.0,) if item.kind in YES_OR_NO else (float(STAYS),)


def _text(item: Item, seed: int) -> Action:
    """Answer as the training item of the kind whose words are most alike; see no picture."""
    if item.kind is Kind.PLAN:
        return _by_rank(item)
    known = training(item.id.world, item.kind)
    words = _words(item)
    alike = [len(words & _words(each)) / len(words | _words(each)) for each in known]
    return known[int(np.argmax(alike))].solution


def _picture(item: Item, seed: int) -> Action:
    """Answer as the training item whose picture is most alike; read no words.

    Only the form of the answer is known.
    """
    form = type(form_of(item.kind))
    kinds = [kind for kind in Kind if type(form_of(kind)) is form]
    known = [each for kind in kinds for each in training(item.id.world, kind)]
    seen = _thumbnail(item)
    off = [np.abs(seen - _thumbnail(each)).mean() for each in known]
    return known[int(np.argmin(off))].solution


def _shallow(item: Item, seed: int) -> Action:
    """Answer by what shallow features of training items tell; a place as most of them do."""
    return _best_constant(item, seed) if item.kind is Kind.POINT else shallow.answer(item)


def _mock(hint: Hint, seed: int) -> str:
    """Answer at random, sometimes without an answer."""
    if generator("ladder mock", seed, hint.task).random() < SILENT:
        return UNSURE
    return _answer(_random)(hint, seed)


def _answer(choose: Choose) -> Baseline:
    def answer(hint: Hint, seed: int) -> str:
        item = find_item(hint.task)
        return form_of(item.kind).words(choose(item, seed))

    return answer


BASELINES: Mapping[str, Baseline] = {
    "mock": _mock,
    "random-valid": _answer(_random),
    "best-constant": _answer(_best_constant),
    "stays": _answer(_stays),
    "text": _answer(_text),
    "picture": _answer(_picture),
    "shallow": _answer(_shallow),
    "oracle": _answer(_oracle),
}


@cache
def _constant(world: str, kind: Kind) -> Action:
    known = training(world, kind)
    if kind in YES_OR_NO:
        happened = sum(each.row.answer for each in known) / len(known)
        return (happened if happened != _EVEN else _EVEN + 0.01,)  # one half takes no side
    answers = list(dict.fromkeys(each.solution for each in known))
    hits = [sum(_is_right(each, answer) for each in known) for answer in answers]
    return answers[int(np.argmax(hits))]


def _is_right(item: Item, answer: Action) -> bool:
    return item.mark(answer).outcome is Outcome.SOLVED


def _by_rank(item: Item) -> Action:
    """Choose the plan that is as central among the four as right plans are most often."""
    most = _usual_rank(item.id.world)
    return (float(centrality([action for _, action in planned(item)]).index(most)),)


@cache
def _usual_rank(world: str) -> int:
    ranks = Counter(
        centrality([action for _, action in planned(each)])[each.row.answer]
        for each in training(world, Kind.PLAN)
    )
    return ranks.most_common(1)[0][0]


@cache
def _words(item: Item) -> frozenset[str]:
    return frozenset(_WORD.findall(question(item, start(item)).lower()))


@cache
def _thumbnail(item: Item) -> NDArray[np.float64]:
    pixels = pixels_of(item)
    rows = np.linspace(0, pixels.shape[0] - 1, _THUMBNAIL).astype(int)
    columns = np.linspace(0, pixels.shape[1] - 1, _THUMBNAIL).astype(int)
    return np.asarray(pixels[np.ix_(rows, columns)], np.float64)
