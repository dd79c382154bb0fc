"""The question sets: which proposals are asked about, and in which order.

All random choices are keyed by names, so a set is the same in every process and on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle

from topple.errors import BadInput, UnknownName
from topple.tasks.draw import generator
from topple.tasks.splits import Stratum, spread, stable_shuffle
from topple.worlds.phyre.gaps import TOUCHING
from topple.worlds.phyre.physiq.builder import ItemBuilder
from topple.worlds.phyre.physiq.items import Item, Kind, QuestionMode
from topple.worlds.phyre.physiq.proposal import (
    LOSERS,
    Grade,
    Proposals,
    ProposedTask,
    by_template,
    total_size,
)
from topple.worlds.phyre.physiq.settings import QuestionSettings

SHOTS = {Kind.YESNO: (0, 2, 4), Kind.RANKING: (0, 1, 2)}
# Per template:
PER_GRADE = 3  # judgements in classic, for each of four grades
PAIRS = 6  # pairs of judgements in strict: a winner and a loser of the same task
SIDES = 5  # sanity checks with each answer
TASKS = 3  # tasks of rankings and insertions
# A picture does not show clearly whether bodies touch if the gap is smaller than this, in scene
# units of three pixels.
CLEAR = 1.5

BuildItems = Callable[[ItemBuilder, Sequence[ProposedTask]], Iterator[Item]]


def question_set(kind: Kind | str, settings: QuestionSettings | None = None) -> list[Item]:
    """Build the items of a set, in the order of PHYRE's templates."""
    if kind not in set(Kind):
        raise UnknownName("question set", kind, [str(each) for each in Kind])
    settings = settings or QuestionSettings()
    if settings.mode not in set(QuestionMode):
        raise UnknownName("mode", settings.mode, [str(each) for each in QuestionMode])
    settings = replace(settings, mode=QuestionMode(settings.mode))
    builder = ItemBuilder(Kind(kind), settings)
    _check(builder.kind, settings)
    build = _BUILDERS[builder.kind]
    return [item for tasks in by_template().values() for item in build(builder, tasks)]


def practice_set(kind: Kind, mode: QuestionMode) -> list[Item]:
    """Draw items in the same way from the tasks that the set does not ask about."""
    settings = QuestionSettings(mode)
    asked = {item.task for item in question_set(kind, settings)}
    left = {
        template: [shown for shown in tasks if str(shown[0]) not in asked]
        for template, tasks in by_template().items()
    }
    builder, build = ItemBuilder(kind, settings), _BUILDERS[kind]
    return [item for tasks in left.values() if tasks for item in build(builder, tasks)]


def some(items: Sequence[Item], limit: int) -> list[Item]:
    """Take `limit` items, evenly from all templates and right answers, and keep their order."""
    strata = {str(item): stratum(item) for item in items}
    chosen = set(spread(strata, lambda name: strata[name])[:limit])
    return [item for item in items if str(item) in chosen]


def stratum(item: Item) -> Stratum:
    """Return the stratum of an item; its kind is the right answer.

    In classic, where judgements ask about four grades equally often, the kind is the grade. The key
    is the id without version and settings, so that a limit takes the same items with any settings.
    """
    kind = str(item.truth[0] if isinstance(item.truth, tuple) else item.truth)
    if item.mode is QuestionMode.CLASSIC and item.kind in (Kind.YESNO, Kind.CONFIDENCE):
        (kind,) = item.grades
    *_, key = str(item).split("/", 2)
    return Stratum(item.template, group=str(item.balls), kind=kind, key=key)


def configurations(kind: Kind) -> list[tuple[int, int]]:
    """List the (shots, frames) that a set can be asked with."""
    shots = SHOTS.get(kind, (0,))
    frames = (1, 2) if kind is Kind.YESNO else (1,)
    return [(shot, frame) for shot in shots for frame in (frames if shot else (1,))]


def _check(kind: Kind, settings: QuestionSettings) -> None:
    if kind is Kind.SANITY and not settings.parameters:
        raise BadInput("`sanity` never states parameters", "leave out --no-parameters")
    known = configurations(kind)
    if (settings.shots, settings.frames) not in known:
        some = ", ".join(f"{shots} x {frames}" for shots, frames in known)
        raise BadInput(
            f"`{kind}` is not asked with {settings.shots} shots of {settings.frames} frames",
            f"it is asked with shots x frames of {some}",
        )


def _judgements(builder: ItemBuilder, tasks: Sequence[ProposedTask]) -> Iterator[Item]:
    """Ask about all grades equally often in classic, about pairs of winner and loser in strict."""
    if builder.strict:
        for shown, loser in _pairs(builder.shuffled(tasks, "pairs")):
            yield builder.single(shown, Grade.CORRECT)
            yield builder.single(shown, loser)
        return
    for grade in Grade:
        for shown in builder.shuffled(tasks, f"grade {grade}")[:PER_GRADE]:
            yield builder.single(shown, grade)


def _pairs(order: Sequence[ProposedTask]) -> Iterator[tuple[ProposedTask, Grade]]:
    """Choose tasks and losers, each grade once smaller than the winner and once larger.

    The smaller one is the nearest in size that there is, and the larger one is as far off, so that
    sizes tell nothing from task to task either.
    """
    left, apart = list(order), 1.0
    for pair, grade in zip(range(PAIRS), cycle(LOSERS), strict=False):
        larger = pair % 2 == 1
        shown = min(left, key=partial(_unlike, grade=grade, larger=larger, apart=apart))
        left.remove(shown)
        yield shown, grade
        apart = 1.0 if larger else _apart(shown[1], grade)


def _unlike(
    shown: ProposedTask, grade: Grade, larger: bool, apart: float
) -> tuple[bool, bool, float]:
    """Return how little a loser fits: of another size than wanted, not firm, not as far off."""
    proposals = shown[1]
    other_size = proposals.is_larger(grade) is not larger
    return other_size, not proposals.all_firm, abs(_apart(proposals, grade) - apart)


def _apart(proposals: Proposals, grade: Grade) -> float:
    """Return how many times as large the larger one of winner and loser is."""
    size, other = (total_size(proposals.balls[each]) for each in (Grade.CORRECT, grade))
    return max(size, other) / min(size, other)


def _sanity(builder: ItemBuilder, tasks: Sequence[ProposedTask]) -> Iterator[Item]:
    """Ask about ends of winners and losers in classic, of contact and clear gaps in strict."""
    ends = _ends(tasks)
    if not builder.strict:
        right = [end for end in ends if end[1] is Grade.CORRECT]
        wrong = [end for end in ends if end[1] is not Grade.CORRECT]
        for shown, grade in [*right[:SIDES], *wrong[:SIDES]]:
            yield builder.single(shown, grade)
        return
    touching: list[tuple[ProposedTask, Grade]] = []
    apart: list[tuple[ProposedTask, Grade]] = []
    for shown, grade in ends:
        gap = shown[1].gaps[grade]
        if gap <= TOUCHING and len(touching) < SIDES:
            touching.append((shown, grade))
        elif gap >= CLEAR and len(apart) < SIDES:
            apart.append((shown, grade))
        if len(touching) == len(apart) == SIDES:
            break
    for pair in zip(touching, apart, strict=False):
        for shown, grade in pair:
            yield builder.single(shown, grade)


def _ends(tasks: Sequence[ProposedTask]) -> list[tuple[ProposedTask, Grade]]:
    """Return all proposals of a template, shuffled."""
    found = {f"{shown[0]} {grade}": (shown, grade) for shown in tasks for grade in Grade}
    return [found[name] for name in stable_shuffle(found, "physiq sanity")]


def _rankings(builder: ItemBuilder, tasks: Sequence[ProposedTask]) -> Iterator[Item]:
    """Show four proposals in one order in classic, in all four cyclic shifts in strict."""
    mixed = builder.shuffled(tasks, "ranking")
    for shown in _of_all_sizes(mixed) if builder.strict else mixed[:TASKS]:
        drawn = generator("physiq order", shown[0]).permutation(len(Grade))
        order = [list(Grade)[i] for i in drawn]
        if not builder.strict:
            yield builder.ranking(shown, order)
            continue
        for shift in range(len(order)):
            yield builder.ranking(shown, order[shift:] + order[:shift], f"shift{shift}")


def _of_all_sizes(order: Sequence[ProposedTask]) -> Iterator[ProposedTask]:
    """Choose tasks so that over the templates the winner has every place by size equally often."""
    left = list(order)
    template = list(by_template()).index(order[0][0].id.template)
    for place in range(TASKS * template, TASKS * (template + 1)):
        larger = place % len(Grade)
        shown = next((each for each in left if _larger_losers(each) == larger), left[0])
        left.remove(shown)
        yield shown


def _larger_losers(shown: ProposedTask) -> int:
    return sum(shown[1].is_larger(grade) for grade in LOSERS)


def _insertions(builder: ItemBuilder, tasks: Sequence[ProposedTask]) -> Iterator[Item]:
    for shown in builder.shuffled(tasks, "insertion")[:TASKS]:
        yield builder.insertion(shown)


_BUILDERS: dict[Kind, BuildItems] = {
    Kind.SANITY: _sanity,
    Kind.CONFIDENCE: _judgements,
    Kind.YESNO: _judgements,
    Kind.RANKING: _rankings,
    Kind.INSERTION: _insertions,
}
