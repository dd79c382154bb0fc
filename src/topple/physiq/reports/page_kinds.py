"""What the page shows of each kind of question."""

from __future__ import annotations

from html import escape

from topple.metrics.calibration import Calibration
from topple.metrics.insertions import Inserted
from topple.metrics.rankings import Ranked
from topple.physiq.items import Kind
from topple.physiq.reports import charts_curves
from topple.physiq.reports.charts import legend, stacked
from topple.physiq.reports.shares import Shares
from topple.physiq.reports.tables import Group, shares_of
from topple.reports.charts.curves import line_style

WIDE, NARROW = 900, 400
_JUDGED = """<p class="note"><b>Accuracy</b> is the share of right answers, <b>balanced</b> its mean
over truths of yes and of no, so that one who always says the same gets 50. <b>d'</b> tells sight
from habit: 0 sees nothing, whatever it leans to; the <b>criterion</b> is that leaning, above 0 to
no.
<b>Intervals</b> are 95 % and take templates as the unit of chance.</p>"""
_STATED = """<p class="note"><b>Brier</b> and <b>log score</b> punish being sure and wrong; less is
better, and one who always states the share of winners gets what stands below. <b>ECE</b> is how
far statements are from what comes true, over ten bins of equal mass; a perfectly calibrated player
would show the error by chance. <b>AUROC</b> is how often a winner was given more than a loser.
Answers on the right side of one half are counted as solved.
<b>Intervals</b> are 95 % and take templates as the unit of chance.</p>"""
_RANKED = """<p class="note"><b>First right</b> is how often the winner comes first, <b>MRR</b> the
mean of one over its rank, <b>tau</b> the agreement with the order correct, hard, medium, easy, of
which only the first place is a fact. <b>Flips</b> is the share of tasks whose first choice changes
when only the order on the page does. <b>Intervals</b> are 95 % and take templates as the unit of
chance.</p>"""
_INSERTED = """<p class="note"><b>Won by 5</b> is the share of items won within five attempts; a
conversation that a provider's fault cut short counts for the attempts it had (Kaplan and Meier).
<b>Valid</b> is the share of attempts that could be run, <b>recovery</b> that of attempts after an
error that could, <b>repeats</b> that of further attempts that say again what was said before.
<b>Intervals</b> are 95 % and take templates as the unit of chance.</p>"""
NOTES = {
    Kind.SANITY: _JUDGED,
    Kind.CONFIDENCE: _STATED,
    Kind.YESNO: _JUDGED,
    Kind.RANKING: _RANKED,
    Kind.INSERTION: _INSERTED,
}
_GRADES = """<p>A proposal is correct if it wins; the harder a wrong one, the nearer it lies to one
that wins. Underlined is what is right.</p>"""


def body(group: Group) -> str:
    """Give the charts of the kind."""
    match group.kind:
        case Kind.SANITY:
            return f"<h3>Contact and gaps</h3>{_stacks(group, 'grades')}"
        case Kind.YESNO:
            return f"<h3>Answers by grade</h3>{_GRADES}{_stacks(group, 'grades')}"
        case Kind.CONFIDENCE:
            return (
                f"<h3>Reliability</h3>{_reliability(group)}"
                f"<h3>Statements by grade</h3>{_GRADES}{_stacks(group, 'grades')}"
            )
        case Kind.RANKING:
            return (
                f"<h3>Places by grade</h3>{_GRADES}{_stacks(group, 'grades')}"
                f"<h3>Places on the page</h3>{_places(group)}{_stacks(group, 'slots')}"
            )
        case Kind.INSERTION:
            return (
                f"<h3>Success by attempt</h3>{_success(group)}"
                f"<h3>How attempts end</h3>{_stacks(group, 'attempts')}"
            )


def _stacks(group: Group, name: str) -> str:
    """Draw the shares of every run, under one legend."""
    found = [(entry.label, shares_of(entry.run)[name]) for entry in group.entries]
    together = Shares(found[0][1].ends, tuple(row for _, each in found for row in each.rows))
    parts = [
        f"<h4>{escape(label)}</h4>{_both(stacked(s, WIDE, label), stacked(s, NARROW, label))}"
        for label, s in found
    ]
    return legend(together) + "".join(parts)


def _reliability(group: Group) -> str:
    runs = [(e.label, e.score) for e in group.entries if isinstance(e.score, Calibration)]
    words = (
        "<p>Of what was stated as so likely, this much came true. On the line a model means what "
        "it says; below it, it is too sure. Dots grow with the answers in them; whiskers are 95 % "
        "intervals.</p>"
    )
    one = charts_curves.reliability(runs, 520)
    return f'{words}{_legend(group)}<div class="chart square">{one}</div>'


def _success(group: Group) -> str:
    runs = [(e.label, e.score) for e in group.entries if isinstance(e.score, Inserted)]
    both = [charts_curves.success(runs, width, 320) for width in (WIDE, NARROW)]
    return f"{_legend(group)}{_both(*both)}"


def _places(group: Group) -> str:
    lines = []
    for entry in group.entries:
        found = entry.score
        if isinstance(found, Ranked):
            even = "may be even" if found.slot_p >= 0.05 else "<b>are not even</b>"
            flips = "" if found.flips is None else f"; {100 * found.flips:.0f} % of tasks flip"
            lines.append(
                f"<li><b>{escape(entry.label)}</b>: first choices {even} over the four places "
                f"(chi-squared, p = {found.slot_p:.2g}){flips}.</li>"
            )
    words = "Where on the page the first choice stood, and where the winner did."
    return f"<p>{words}</p><ul>{''.join(lines)}</ul>"


def _legend(group: Group) -> str:
    items = "".join(
        f'<li><svg viewBox="0 0 30 10" aria-hidden="true"><path class="line" d="M1 5H29" '
        f'style="{line_style(i)}"/></svg>{escape(entry.label)}</li>'
        for i, entry in enumerate(group.entries)
    )
    return f'<ul class="legend">{items}</ul>'


def _both(wide: str, narrow: str) -> str:
    return f'<div class="chart on-wide">{wide}</div><div class="chart on-narrow">{narrow}</div>'
