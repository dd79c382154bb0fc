"""Players to compare with: they answer in text, as models do.

Floors look at nothing, ceilings know the truth, and one goes by pixels alone. What is random is
keyed by the item and the attempt, so that order changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from topple.errors import UnknownName
from topple.physiq.examples import answer as written
from topple.physiq.items import Form, Item, Kind
from topple.physiq.pixel_contact import in_contact
from topple.physiq.placers import (
    Answer,
    best_placements,
    carried_placements,
    placement,
    uniform_placement,
    valid_placement,
)
from topple.physiq.proposals import Grade
from topple.tasks.draw import generator

NONSENSE = "I am not sure what to do here."
_NONSENSE_SHARE = 0.1
_CHOICES = len(Grade)
_YES_NO = frozenset({Kind.SANITY, Kind.YESNO})
_STATED = _YES_NO | {Kind.CONFIDENCE}


@dataclass(frozen=True, slots=True)
class Player:
    """One way to answer: made for a set, as some look for what is best on the whole of it."""

    caption: str
    kinds: frozenset[Kind]
    maker: Callable[[Sequence[Item], int], Answer]

    def make(self, items: Sequence[Item], seed: int = 0) -> Answer:
        """Make it for a set; the seed is that of its luck, where it has any."""
        return self.maker(items, seed)


def player(name: str) -> Player:
    """Find a player by its name."""
    if name not in PLAYERS:
        raise UnknownName("player", name, PLAYERS)
    return PLAYERS[name]


def _mock(items: Sequence[Item], seed: int) -> Answer:
    def answer(item: Item, attempt: int) -> str:
        rng = _luck("physiq mock", seed, item, attempt)
        return NONSENSE if rng.random() < _NONSENSE_SHARE else _uniform(item, rng)

    return answer


def _random_valid(items: Sequence[Item], seed: int) -> Answer:
    def answer(item: Item, attempt: int) -> str:
        rng = _luck("physiq random", seed, item, attempt)
        return valid_placement(item, rng) if item.kind is Kind.INSERTION else _uniform(item, rng)

    return answer


def _luck(name: str, seed: int, item: Item, attempt: int) -> np.random.Generator:
    # Seed 0 draws what was drawn before there were seeds, and docs/results tells.
    return generator(name, *([seed] if seed else []), item.id, attempt)


def _uniform(item: Item, rng: np.random.Generator) -> str:
    match item.form:
        case Form.YES_NO:
            return written(bool(rng.random() < 0.5))
        case Form.PERCENT:
            return f"{rng.integers(101)}%"
        case Form.RANKING:
            return written([int(i) + 1 for i in rng.permutation(_CHOICES)])
        case Form.PLACEMENT:
            return placement(uniform_placement(item, rng))


def _always(yes: bool) -> Callable[[Sequence[Item], int], Answer]:
    def answer(item: Item, attempt: int) -> str:
        return f"{100 * yes}%" if item.form is Form.PERCENT else written(yes)

    return lambda items, seed: answer


def _best_constant(items: Sequence[Item], seed: int) -> Answer:
    """Answer all items alike, in the way that is best in hindsight."""
    if not items or items[0].form is Form.PLACEMENT:
        return best_placements(items)
    share = float(np.mean([item.truth is True for item in items]))
    firsts = [item.truth[0] for item in items if isinstance(item.truth, tuple)]
    slots = range(1, _CHOICES + 1)
    order = sorted(slots, key=lambda slot: (-firsts.count(slot), slot))

    def answer(item: Item, attempt: int) -> str:
        match item.form:
            case Form.YES_NO:
                return written(share > 0.5)
            case Form.PERCENT:
                return f"{100 * share:.1f}%"
        return written(order)

    return answer


def _oracle(items: Sequence[Item], seed: int) -> Answer:
    def answer(item: Item, attempt: int) -> str:
        truth = item.truth
        if truth is None:
            return placement(item.winner)
        return f"{100 * truth}%" if item.form is Form.PERCENT else written(truth)

    return answer


def _pixels(items: Sequence[Item], seed: int) -> Answer:
    return lambda item, attempt: written(in_contact(item.pictures[-1].pixels()))


PLAYERS = {
    "mock": Player("uniform answers, one in ten without sense", frozenset(Kind), _mock),
    "random-valid": Player("uniform answers that can be scored", frozenset(Kind), _random_valid),
    "always-yes": Player("yes, or 100 %, to everything", _STATED, _always(True)),
    "always-no": Player("no, or 0 %, to everything", _STATED, _always(False)),
    "best-constant": Player("the best single answer in hindsight", frozenset(Kind), _best_constant),
    "carried-over": Player(
        "what wins the most similar tasks of the template",
        frozenset({Kind.INSERTION}),
        lambda items, seed: carried_placements(items),
    ),
    "pixels": Player("whether the colours come close", frozenset({Kind.SANITY}), _pixels),
    "oracle": Player("the truth", frozenset(Kind), _oracle),
}
