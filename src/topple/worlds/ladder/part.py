"""What a world says about itself for its ladder: its `ladder.py` ends in `LADDER = ...`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from topple.draw.look import Recording
from topple.prompting.description import Description
from topple.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that questions are about.

    `body` is its number in the frames of a recording; if it is `fixed`, its row among the fixed
    spots. `name` is what a person calls it, empty if others have the same name. Only things that
    are `free` are asked where they go.
    """

    body: int
    name: str = ""
    free: bool = True
    fixed: bool = False


def keep_unique(names: Sequence[str]) -> list[str]:
    """Return the names, empty where several things have the same."""
    count = Counter(names)
    return [name if count[name] == 1 else "" for name in names]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """What a world says about its scenes.

    `words` changes how the game is described where a question shows other things than the game
    does; it is told whether an action is made. `things` lists what can be asked about. `noun`
    is the word for such a thing. `until` ends the sentences that ask what will happen, and
    `seconds` is when that ends. Where `acts`, predictions are about an action that is made;
    elsewhere nothing is done. `holds` asks what a thing marked X rests on; empty if nothing rests
    on anything in this world. `held` lists pairs of such things where the drawing does not show
    it. `form` is the action form of plans, if not the usual one. `contacts` returns when two
    bodies first touch, where drawings at some moments do not show it. `gone` returns the bodies
    that have left the game, though their drawing may still be there. A recording that `settles`
    ends when everything is at rest; `stride` is that of its frames. At most `per_task` items of
    a kind are about one task. Where questions are `paired`, those about contacts come in sets
    with the same words, one per answer, so that words alone tell nothing. `groups` are the
    groups of templates that are asked about, all unless named. Where symbols measure y
    downwards, `top` is the height from which they do. Where actions name things by numbers that
    are `labelled` in a picture of their own, predictions show that picture too; where they are
    drawn in every picture, `numbers` returns their places, which letters keep clear of. Where what
    moves is `decorated`, as a candy by the ends of its wrapper, a contact of these alone is not
    clear. `leaves_out` are the kinds that mean nothing here. `without` returns a task without a
    thing, or None if the game needs it; worlds that have it are asked the counterfactual probe.
    """

    things: Callable[[Recording], Sequence[Thing]]
    until: str
    words: Callable[[Description, Task, bool], Description] | None = None
    noun: str = "body"
    seconds: float = 10.0
    acts: bool = False
    holds: str = ""
    held: Callable[[Recording, Sequence[Thing]], Sequence[tuple[int, int]]] | None = None
    form: str = ""
    contacts: Callable[[Recording], Mapping[frozenset[int], float]] | None = None
    gone: Callable[[Recording], Collection[int]] | None = None
    settles: bool = False
    stride: int = 2
    per_task: int = 1
    paired: bool = False
    groups: tuple[str, ...] = ()
    top: float | None = None
    labelled: bool = False
    numbers: Callable[[Task], Sequence[tuple[float, float]]] | None = None
    decorated: bool = False
    leaves_out: tuple[str, ...] = ()
    without: Callable[[Task, Thing], Task | None] | None = None
