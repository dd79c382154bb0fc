"""The question sets: which proposals are asked about, and in which order.

All choices are keyed by names, so that no set depends on another, on the machine or the process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle

from topple.errors import BadInput, UnknownName
from topple.physiq.builder import Maker, Settings
from topple.physiq.items import Item, Kind, Mode
from topple.physiq.moments import LAST, gap_at
from topple.physiq.proposals import LOSERS, Grade, Shown, by_template
from topple.tasks.draw import generator
from topple.tasks.splits import even_shares, stable_shuffle
from topple.worlds.phyre.gaps import TOUCHING

SHOTS = {Kind.YESNO: (0, 2, 4), Kind.RANKING: (0, 1, 2)}
# Of each template:
PER_GRADE = 3  # judgements in classic, for each of four grades
PAIRS = 6  # judgements in strict: a winner and a loser of the same task
SIDES = 5  # sanity checks on each side
TASKS = 3  # rankings and insertions
# Between contact and this gap, in scene units of three pixels, a picture does not show which it is.
CLEAR = 1.5

Builder = Callable[[Maker, Sequence[Shown]], Iterator[Item]]


def question_set(kind: Kind | str, settings: Settings | None = None) -> list[Item]:
    """Make the items of a set, in the order of PHYRE's templates."""
    if kind not in set(Kind):
        raise UnknownName("question set", kind, [str(each) for each in Kind])
    settings = settings or Settings()
    if settings.mode not in set(Mode):
        raise UnknownName("mode", settings.mode, [str(each) for each in Mode])
    settings = replace(settings, mode=Mode(settings.mode))
    maker = Maker(Kind(kind), settings)
    _check(maker.kind, settings)
    build = _BUILDERS[maker.kind]
    return [item for tasks in by_template().values() for item in build(maker, tasks)]


def some(items: Sequence[Item], limit: int) -> list[Item]:
    """Take so many items, evenly from all templates, drawn from each, in their order.

    Where a set has as much yes as no, so have the items taken.
    """
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.template, []).append(item)
    shares = even_shares({name: len(group) for name, group in groups.items()}, limit)
    chosen: set[str] = set()
    yes_first = True
    for name, group in groups.items():
        chosen |= set(_drawn(group, yes_first)[: shares[name]])
        yes_first ^= bool(shares[name] % 2)
    return [item for item in items if item.id in chosen]


def _drawn(items: Sequence[Item], yes_first: bool) -> list[str]:
    """Shuffle items; where yes and no are as many, give them in turn."""
    order = stable_shuffle((item.id for item in items), "physiq some")
    yes = {item.id for item in items if item.truth is True}
    if 2 * len(yes) != len(items):
        return order
    first, second = (
        [n for n in order if (n in yes) is side] for side in (yes_first, not yes_first)
    )
    return [name for pair in zip(first, second, strict=True) for name in pair]


def configurations(kind: Kind) -> list[tuple[int, int]]:
    """List the shots and frames a set is asked with."""
    shots = SHOTS.get(kind, (0,))
    frames = (1, 2) if kind is Kind.YESNO else (1,)
    return [(shot, frame) for shot in shots for frame in (frames if shot else (1,))]


def _check(kind: Kind, settings: Settings) -> None:
    known = configurations(kind)
    if (settings.shots, settings.frames) not in known:
        some = ", ".join(f"{shots} x {frames}" for shots, frames in known)
        raise BadInput(
            f"`{kind}` is not asked with {settings.shots} shots of {settings.frames} frames",
            f"it is asked with shots x frames of {some}",
        )


def _judgements(maker: Maker, tasks: Sequence[Shown]) -> Iterator[Item]:
    """Ask about proposals of all grades in classic, about winners and losers alike in strict."""
    if maker.strict:
        pairs = zip(maker.shuffled(tasks, "pairs")[:PAIRS], cycle(LOSERS), strict=False)
        for shown, loser in pairs:
            yield maker.single(shown, Grade.CORRECT)
            yield maker.single(shown, loser)
        return
    for grade in Grade:
        for shown in maker.shuffled(tasks, f"grade {grade}")[:PER_GRADE]:
            yield maker.single(shown, grade)


def _sanity(maker: Maker, tasks: Sequence[Shown]) -> Iterator[Item]:
    """Ask about ends of winners and losers in classic, of touch and clear gaps in strict."""
    ends = _ends(tasks)
    if not maker.strict:
        right = [end for end in ends if end[1] is Grade.CORRECT]
        wrong = [end for end in ends if end[1] is not Grade.CORRECT]
        for shown, grade in [*right[:SIDES], *wrong[:SIDES]]:
            yield maker.single(shown, grade)
        return
    touching: list[tuple[Shown, Grade]] = []
    apart: list[tuple[Shown, Grade]] = []
    for shown, grade in ends:
        gap = gap_at(shown[0], shown[1].balls[grade], LAST)
        if gap <= TOUCHING and len(touching) < SIDES:
            touching.append((shown, grade))
        elif gap >= CLEAR and len(apart) < SIDES:
            apart.append((shown, grade))
        if len(touching) == len(apart) == SIDES:
            break
    for pair in zip(touching, apart, strict=False):
        for shown, grade in pair:
            yield maker.single(shown, grade)


def _ends(tasks: Sequence[Shown]) -> list[tuple[Shown, Grade]]:
    """Give all proposals of a template in an order of their own."""
    found = {f"{shown[0]} {grade}": (shown, grade) for shown in tasks for grade in Grade}
    return [found[name] for name in stable_shuffle(found, "physiq sanity")]


def _rankings(maker: Maker, tasks: Sequence[Shown]) -> Iterator[Item]:
    """Show four proposals in one order in classic, in its four cyclic shifts in strict."""
    for shown in maker.shuffled(tasks, "ranking")[:TASKS]:
        drawn = generator("physiq order", shown[0]).permutation(len(Grade))
        order = [list(Grade)[i] for i in drawn]
        if not maker.strict:
            yield maker.ranking(shown, order)
            continue
        for shift in range(len(order)):
            yield maker.ranking(shown, order[shift:] + order[:shift], f"shift{shift}")


def _insertions(maker: Maker, tasks: Sequence[Shown]) -> Iterator[Item]:
    for shown in maker.shuffled(tasks, "insertion")[:TASKS]:
        yield maker.insertion(shown)


_BUILDERS: dict[Kind, Builder] = {
    Kind.SANITY: _sanity,
    Kind.CONFIDENCE: _judgements,
    Kind.YESNO: _judgements,
    Kind.RANKING: _rankings,
    Kind.INSERTION: _insertions,
}
