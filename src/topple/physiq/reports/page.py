"""Runs of questions on the page of a report: one section for each set and way to ask."""

from __future__ import annotations

from topple.metrics.bootstrap import ALIKE, is_flat
from topple.metrics.paired import Difference
from topple.physiq.items import Kind, QuestionMode
from topple.physiq.protocols import CAPTIONS
from topple.physiq.reports.charts import figure_gauge
from topple.physiq.reports.figures import Figure, against
from topple.physiq.reports.groups import Entry, Group
from topple.physiq.reports.kinds import body
from topple.reports.pages.headline import Against, Cell, Headline, Row, cost
from topple.reports.pages.section import Section, card, warnings_of
from topple.reports.tables.text import duration
from topple.reports.transcripts import Transcripts
from topple.tasks.outcome import Outcome

_MODES = {
    QuestionMode.STRICT: "Asked in strict mode.",
    QuestionMode.CLASSIC: "Asked as in the original, with its items and its way to read answers.",
}
_COUNTED = "An unreadable answer counts as wrong; one that a provider failed to give is left out."
_NAMES = {"solved": "right", "missed": "wrong"}
_SIDES = {1: "better than", -1: "worse than", 0: "no clear difference from"}


def section(group: Group, transcripts: Transcripts) -> Section:
    """Return the section of runs that may be compared."""
    s = group.first.settings
    titles = [figure.title for figure in group.entries[0].figures]
    rows = [_row(entry, transcripts) for entry in group.entries]
    return Section(
        name=s.protocol,
        version=s.protocol_version,
        variant=s.variant,
        lead=f"{CAPTIONS[group.kind]} {_MODES[group.first.asking.mode]} {_COUNTED}",
        warnings=warnings_of({entry.label: entry.warnings for entry in group.entries}),
        headline=Headline(("model", *titles, "cost"), rows),
        body=body(group),
        cards=[card(entry.label, entry.run) for entry in group.entries],
    )


def _row(entry: Entry, transcripts: Transcripts) -> Row:
    first, *others = entry.figures
    run = entry.run
    answers = f"{len(run.attempts):,} answers"
    return Row(
        label=entry.label,
        score=Cell(first.title, first.value, _interval(first)),
        gauge=figure_gauge(first),
        cells=tuple(
            Cell(other.title, other.value, (*_interval(other), *_floors(other))) for other in others
        ),
        cost=cost(duration(entry.wall_s), answers, entry.tokens, entry.cost_usd),
        done=sum(made[-1].outcome is Outcome.SOLVED for made in run.answered.values()),
        of=run.planned,
        what="items won" if run.kind is Kind.INSERTION else "items answered right",
        cut=f"{len(run.failed):,} cut short by a provider's fault" if run.failed else "",
        counted=answers,
        outcomes=entry.outcomes,
        names={} if run.kind is Kind.INSERTION else _NAMES,
        tags=_tags(entry),
        transcripts=transcripts.page(run.folder),
        # Lines break between floors only.
        scale=" · ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in _floors(first)),
        against=_against(entry),
    )


def _interval(figure: Figure) -> tuple[str, ...]:
    """Return the interval as a line, if there is one; warnings say why the first has none."""
    return (figure.interval,) if figure.estimate and figure.estimate.interval else ()


def _floors(figure: Figure) -> list[str]:
    found = dict(figure.floors)
    if figure.blind:
        name = max(figure.blind, key=lambda each: figure.blind[each])
        found[f"best rule without a picture ({name})"] = figure.blind[name]
    return [f"{name} {figure.written(value)}" for name, value in found.items()]


def _against(entry: Entry) -> tuple[Against, ...]:
    """Compare the model with baselines that ignore the picture."""
    scale = 1 if entry.run.kind is Kind.CONFIDENCE else 100
    return tuple(
        Against(_SIDES[each.above], f"{name}: {_gap(each, scale)}", each.above != 0)
        for name, each in against(entry.run).items()
    )


def _gap(found: Difference, scale: int) -> str:
    digits = 1 if scale == 100 else 3
    words = f"{scale * found.value:+.{digits}f}"
    if found.interval is None:
        return words
    if is_flat(found.interval):
        return f"{words} ({ALIKE})"
    low, high = (f"{scale * end:+.{digits}f}" for end in found.interval)
    return f"{words} ({low} to {high})"


def _tags(entry: Entry) -> tuple[str, ...]:
    settings = entry.run.settings
    tags = {
        "unfinished": not entry.run.finished,
        "part of the items": settings.limit is not None,
        "knows the truth": settings.simulates,
    }
    return tuple(tag for tag, shown in tags.items() if shown)
