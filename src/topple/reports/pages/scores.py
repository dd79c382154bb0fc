"""The headline table of runs of tasks."""

from __future__ import annotations

from topple.draw.svg import Svg
from topple.metrics.bootstrap import ALIKE, is_flat
from topple.metrics.metric import Figure
from topple.metrics.paired import Difference
from topple.reports.charts.gauge import gauge
from topple.reports.pages.headline import (
    Against,
    Cell,
    Headline,
    Row,
    cost,
    settings_words,
    shown_settings,
)
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import JUDGED, duration, points, spread
from topple.reports.transcripts import Transcripts

_CALLS = "simulated calls"
_SIDES = {1: "better than", -1: "worse than", 0: "no clear difference from"}


def headline(group: Group, transcripts: Transcripts) -> Headline:
    """Return the table; agents that simulate the test tasks are ranked apart."""
    first, *others = (figure.title for figure in group.entries[0].score.figures)
    folds = ("folds",) if has_folds(group) else ()
    playing = [e for e in group.entries if not e.simulates]
    simulating = [e for e in group.entries if e.simulates]
    return Headline(
        ("agent", first, *folds, *others, *(_CALLS,) * has_calls(group), "cost"),
        [_row(group, entry, transcripts) for entry in playing],
        [_row(group, entry, transcripts) for entry in simulating],
    )


def _row(group: Group, entry: Entry, transcripts: Transcripts) -> Row:
    first, *others = entry.score.figures
    folds = (Cell("folds", spread(entry.score.folds)),) if has_folds(group) else ()
    cells = map(_cell, others)
    calls = (Cell(_CALLS, f"{entry.asked.calls:,}"),) * has_calls(group)
    judged = bool(entry.score.against)
    practice = f" + {entry.practice:,} in practice" if entry.practice else ""
    planning = f" + {entry.planning:,} simulated in `act`" if entry.planning else ""
    done, of, what = _count_solved(group, entry)
    return Row(
        label=entry.label,
        score=Cell(first.title, first.value, (first.interval, *_lost(entry))),
        gauge=_gauge(group, entry),
        cells=(*folds, *cells, *calls),
        cost=cost(
            duration(entry.wall_s),
            f"{entry.attempts:,} plays{practice}{planning}",
            entry.tokens,
            entry.cost_usd,
        ),
        done=done,
        of=of,
        what="answered right" if judged else what,
        cut=f"{entry.run.failed:,} cut short by a provider's fault" if entry.run.failed else "",
        counted=_count(entry),
        outcomes=entry.outcomes,
        tags=_tags(entry),
        settings=settings_words(shown_settings(entry.run)),
        transcripts=transcripts.page(entry.run.folder),
        scale=_scale(group, entry),
        names=JUDGED if judged else {},
        against=_against(entry),
        rungs=tuple(map(_cell, entry.score.by_rung)),
    )


def _lost(entry: Entry) -> tuple[str, ...]:
    """Return how many answers could not be read, where these are many."""
    share = entry.asked.lost_share
    return (share,) if share else ()


def _cell(figure: Figure) -> Cell:
    return Cell(figure.title, figure.value, (figure.interval, *_floors(figure)))


def _count_solved(group: Group, entry: Entry) -> tuple[int, int, str]:
    """Return how many of how many were solved: attempts where every attempt counts, else tasks.

    With more attempts per task more tasks are solved at least once, which says nothing of a rate.
    """
    if group.metric.same_attempts:
        return sum(row.solved for row in entry.score.by_template), entry.score.tasks, "tasks solved"
    counts = entry.run.counts
    return int(counts.passed.sum()), int(counts.counted.sum()), "attempts passed"


def _count(entry: Entry) -> str:
    """Return the number of attempts and, in games, of turns and of those without a move."""
    asked, words = entry.asked, f"{entry.attempts:,} attempts"
    if not asked.in_games:
        return words
    lost = "".join(f", {count:,} {name}" for name, count in asked.lost.items() if count)
    return f"{words} of {asked.turns:,} turns{lost}"


def has_folds(group: Group) -> bool:
    """Return whether a run has several folds; the value of a single one is the score itself."""
    return any(entry.score.folds and entry.score.folds.sd is not None for entry in group.entries)


def has_calls(group: Group) -> bool:
    """Return whether a model has asked for simulated attempts."""
    return any(entry.asked.calls for entry in group.entries)


def _gauge(group: Group, entry: Entry) -> Svg:
    first = entry.score.figures[0]
    known = {"floor": group.floor(entry), group.top: group.ceiling(entry)}
    ends = {**known, **group.blind(entry), **first.floors}
    ticks = {f"{name} {first.written(end)}": end for name, end in ends.items() if end is not None}
    tip = f"{first.value}, 95 % interval {first.interval}"
    label = f"{first.title} {first.value} on a line from its lowest to its highest value"
    return gauge(first.estimate, ticks, tip, label)


def _scale(group: Group, entry: Entry) -> str:
    floor, ceiling = group.floor(entry), group.ceiling(entry)
    if floor is None and ceiling is None:
        # Lines break between floors only.
        floors = _floors(entry.score.figures[0])
        return " · ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in floors)
    blind = "".join(f" · {who} {points(score)}" for who, score in group.blind(entry).items())
    return f"floor {points(floor)} · {group.top} {points(ceiling)}{blind}"


def _floors(figure: Figure) -> list[str]:
    found = dict(figure.floors)
    if figure.blind:
        name = max(figure.blind, key=lambda each: figure.blind[each])
        found[f"best rule without a picture ({name})"] = figure.blind[name]
    return [f"{name} {figure.written(value)}" for name, value in found.items()]


def _against(entry: Entry) -> tuple[Against, ...]:
    """Compare the model with baselines that ignore the picture."""
    scale = 1 if entry.run.metric.lower else 100
    return tuple(
        Against(_SIDES[each.above], f"{name}: {_gap(each, scale)}", each.above != 0)
        for name, each in entry.score.against.items()
    )


def _gap(found: Difference, scale: int) -> str:
    digits = 1 if scale == 100 else 3
    words = f"{scale * found.value:+.{digits}f}"
    if found.interval is None:
        return words
    if is_flat(found.interval):
        return f"{words} ({ALIKE.format('templates')})"
    low, high = (f"{scale * end:+.{digits}f}" for end in found.interval)
    return f"{words} ({low} to {high})"


def _tags(entry: Entry) -> tuple[str, ...]:
    settings = entry.run.settings
    tags = {
        "unfinished": not entry.run.finished,
        "part of the tasks": settings.limit is not None,
        "dev": settings.part == "dev",
    }
    return tuple(tag for tag, shown in tags.items() if shown)
