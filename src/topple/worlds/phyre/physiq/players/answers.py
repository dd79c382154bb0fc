"""The answers of the players.

Random answers are keyed by the seed, the item and the attempt, so that the order of the items has
no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from topple.tasks.draw import generator
from topple.worlds.phyre.physiq.answers import AnswerForm
from topple.worlds.phyre.physiq.examples import write_answer
from topple.worlds.phyre.physiq.items import Item, Kind
from topple.worlds.phyre.physiq.pictures import ScenePicture
from topple.worlds.phyre.physiq.players.pixel_contact import in_contact
from topple.worlds.phyre.physiq.players.placements import (
    Answer,
    best_placements,
    carried_placement,
    uniform_placement,
    valid_placement,
    write_placement,
)
from topple.worlds.phyre.physiq.proposal import Grade, total_size

_NONSENSE = "I am not sure what to do here."
_NONSENSE_SHARE = 0.1
_CHOICES = len(Grade)


def mock(items: Sequence[Item], seed: int) -> Answer:
    """Answer uniformly, one time in ten with nonsense."""

    def answer(item: Item, attempt: int) -> str:
        rng = _generator("physiq mock", seed, item, attempt)
        return _NONSENSE if rng.random() < _NONSENSE_SHARE else _uniform(item, rng)

    return answer


def random_valid(items: Sequence[Item], seed: int) -> Answer:
    """Answer uniformly; placements are drawn until one is valid."""

    def answer(item: Item, attempt: int) -> str:
        rng = _generator("physiq random", seed, item, attempt)
        if item.kind is Kind.INSERTION:
            return write_placement(valid_placement(item, rng))
        return _uniform(item, rng)

    return answer


def always(yes: bool) -> Callable[[Sequence[Item], int], Answer]:
    """Answer yes or 100 % to everything, or no or 0 %."""

    def answer(item: Item, attempt: int) -> str:
        return f"{100 * yes}%" if item.form is AnswerForm.PERCENT else write_answer(yes)

    return lambda items, seed: answer


def best_constant(items: Sequence[Item], seed: int) -> Answer:
    """Answer all items alike, with the best answer in hindsight."""
    if not items or items[0].form is AnswerForm.PLACEMENT:
        chosen = best_placements(items)
        return lambda item, attempt: write_placement(chosen[item.balls][attempt - 1])
    share = float(np.mean([item.truth is True for item in items]))
    firsts = [item.truth[0] for item in items if isinstance(item.truth, tuple)]
    slots = range(1, _CHOICES + 1)
    order = sorted(slots, key=lambda slot: (-firsts.count(slot), slot))

    def answer(item: Item, attempt: int) -> str:
        match item.form:
            case AnswerForm.YES_NO:
                return write_answer(share > 0.5)
            case AnswerForm.PERCENT:
                return f"{100 * share:.1f}%"
        return write_answer(order)

    return answer


def carried_over(items: Sequence[Item], seed: int) -> Answer:
    """Place balls as the winners of other tasks of the template, the most similar task first."""
    return lambda item, attempt: write_placement(carried_placement(item, attempt))


def largest(items: Sequence[Item], seed: int) -> Answer:
    """Answer that the largest red balls win; of one placement, if it is over the set's median."""
    sizes: dict[int, list[int]] = {1: [], 2: []}
    for item in items:
        sizes[item.balls] += [total_size(picture.balls) for picture in _shown(item)]
    median = {balls: sorted(own)[len(own) // 2] for balls, own in sizes.items() if own}

    def answer(item: Item, attempt: int) -> str:
        shown = [total_size(picture.balls) for picture in _shown(item)]
        if item.form is AnswerForm.RANKING:
            return write_answer(sorted(range(1, _CHOICES + 1), key=lambda slot: -shown[slot - 1]))
        large = shown[0] >= median[item.balls]
        return f"{100 * large}%" if item.form is AnswerForm.PERCENT else write_answer(large)

    return answer


def oracle(items: Sequence[Item], seed: int) -> Answer:
    """Answer with the truth, or a placement that wins."""

    def answer(item: Item, attempt: int) -> str:
        truth = item.truth
        if truth is None:
            return write_placement(item.winner)
        return f"{100 * truth}%" if item.form is AnswerForm.PERCENT else write_answer(truth)

    return answer


def pixels(items: Sequence[Item], seed: int) -> Answer:
    """Answer yes if pixels of the two goal colours are close in the picture."""
    return lambda item, attempt: write_answer(in_contact(item.pictures[-1].pixels()))


def _shown(item: Item) -> Sequence[ScenePicture]:
    """Return the pictures of a question, without those of its examples."""
    return item.pictures[-_CHOICES if item.form is AnswerForm.RANKING else -1 :]


def _generator(name: str, seed: int, item: Item, attempt: int) -> np.random.Generator:
    # Seed 0 is left out of the key: the floors in docs/results were drawn without seeds.
    return generator(name, *([seed] if seed else []), str(item), attempt)


def _uniform(item: Item, rng: np.random.Generator) -> str:
    match item.form:
        case AnswerForm.YES_NO:
            return write_answer(bool(rng.random() < 0.5))
        case AnswerForm.PERCENT:
            return f"{rng.integers(101)}%"
        case AnswerForm.RANKING:
            return write_answer([int(i) + 1 for i in rng.permutation(_CHOICES)])
        case AnswerForm.PLACEMENT:
            return write_placement(uniform_placement(item, rng))
