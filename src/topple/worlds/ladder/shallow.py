"""What the shallow player sees of an item, and how it answers.

It sees coarse colours, words, and where marked things are and how large; nothing of how things
move. It learns from the training items of the world and the kind, and answers a place as most
training items do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action
from topple.worlds.ladder.facts import in_percent
from topple.worlds.ladder.find import items_of, worlds_with_items
from topple.worlds.ladder.items import LETTERS, Item, planned, start
from topple.worlds.ladder.pictures import marks, pixels_of
from topple.worlds.ladder.plans import centrality
from topple.worlds.ladder.rows import FILE, PROBE, TRAIN, YES_OR_NO, Kind
from topple.worlds.ladder.story import Point
from topple.worlds.ladder.wording import SUBJECT, question
from topple.worlds.shallow import features
from topple.worlds.shallow.learner import SCALE, Case, Features, Learnt, learn

_EVEN, _BESIDE = 0.5, 0.51  # one half takes no side
_MEANT = "the last option"  # of those that mean the same in every item: nothing happens


def answer(item: Item) -> Action:
    """Answer an item of any kind but a place."""
    learnt, seen = learnt_of(item.id.world, item.kind), options(item)
    if item.kind in YES_OR_NO:
        share = min(max(learnt.score(seen[0]), 0), SCALE) / SCALE
        return (share if share != _EVEN else _BESIDE,)
    return (float(learnt.choose(seen)),)


@cache
def learnt_of(world: str, kind: Kind) -> Learnt:
    """Learn from the training items of a kind."""
    return learn([_case(item) for item in training(world, kind)])


@cache
def training(world: str, kind: Kind) -> Sequence[Item]:
    """Return the training items of a kind."""
    file = PROBE if kind is Kind.WITHOUT else FILE
    known = items_of(world, TRAIN, file) if world in worlds_with_items(file) else {}
    return [item for item in known.values() if item.kind is kind]


def _case(item: Item) -> Case:
    right = item.row.answer - 1 if item.kind in YES_OR_NO else item.row.answer
    return Case(options(item), right, item.id.template)


def options(item: Item) -> list[Features]:
    """Return the features of every option; a question of yes or no has one."""
    match item.kind:
        case Kind.PLAN:
            actions = planned(item)
            ranks = centrality([action for _, action in actions])
            plans = [
                {**features.of_text(words), "nearness to the other plans": rank}
                for (words, _), rank in zip(actions, ranks, strict=True)
            ]
            return features.compared(plans)
        case Kind.NAME:
            return features.compared(_marked(item))
        case Kind.FIRST | Kind.REST:
            found = features.compared([*_marked(item), {}])
            return [*found[:-1], {**found[-1], **features.about(_MEANT, _whole(item))}]
    return [_whole(item)]


def _whole(item: Item) -> Features:
    """Return features of the picture, of the words and of all marks."""
    found = {**features.of_picture(_sample(item)), **features.of_text(question(item, start(item)))}
    places = marks(item)
    for number, letter in enumerate(places):
        found |= {f"{name} of {letter}": value for name, value in _thing(item, number).items()}
    if len(places) > 1:
        first, second = list(places.values())[:2]
        found |= _apart(first, second)
    return found


def _marked(item: Item) -> list[Features]:
    """Return the features of what is marked A, B and so on, beside those of the subject."""
    places = marks(item)
    numbers = {letter: number for number, letter in enumerate(places)}
    return [
        {**_thing(item, numbers[letter]), **_apart(places[SUBJECT], places[letter])}
        for letter in LETTERS
        if letter in places
    ]


def _thing(item: Item, number: int) -> Features:
    """Return place and size of a marked thing, and its colour in the picture; of a spot, less."""
    story, (x, y) = start(item), list(marks(item).values())[number]
    found = {"x": features.whole(x), "y": features.whole(y)}
    left, bottom, right, top = x, y, x, y
    if number < len(item.row.things):
        x1, y1, x2, y2 = story.box(item.row.things[number])
        (left, bottom), (right, top) = in_percent(story, (x1, y1)), in_percent(story, (x2, y2))
        found |= {"width": features.whole(right - left), "height": features.whole(top - bottom)}
    side = features.SIDE
    across, up = (
        slice(min(side - 1, max(0, int(low * side / 100))), max(1, int(high * side / 100) + 1))
        for low, high in ((left, right), (100 - top, 100 - bottom))
    )
    cell = _sample(item)[up, across].reshape(-1, 3).astype(np.int64)
    return {**found, **features.lights(cell.sum(axis=0) // max(1, len(cell)))}


def _apart(a: Point, b: Point) -> Features:
    across, up = (features.whole(second - first) for first, second in zip(a, b, strict=True))
    return {
        "way across": across,
        "way up": up,
        "way to the side": abs(across),
        "way up or down": abs(up),
    }


@cache
def _sample(item: Item) -> NDArray[np.uint8]:
    return features.sample(pixels_of(item))
