"""Transcripts as one web page: every question, its pictures, the answer, and what came of it.

Pictures and prompts are not stored with a run. They are made again, and the hash in the record says
whether they are what the model saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from topple.errors import BadInput, UnknownName
from topple.prompting.episode import Key, Spent
from topple.prompting.predictions import is_right, names_of
from topple.prompting.question import Question
from topple.reports.transcripts import anchor
from topple.runs.folder import read_settings
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.page_films import caption, film
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.vlm.record import TURNS, read_attempts, read_turns, turns_of
from topple.worlds import world

_TEMPLATE = Path(__file__).with_name("transcripts.html")
Turns = list[dict[str, Any]]
Report = Callable[[int, int], None]


def save(
    folder: Path,
    path: Path,
    most: int,
    also: Collection[Key] = (),
    report: Report = lambda done, of: None,
) -> None:
    """Write the page of a run, with so many of its tasks evenly from all templates, and others."""
    path.write_text(page(folder, most, also, report), encoding="utf-8")


def can_be_told(folder: Path) -> bool:
    """Say whether a run is one of a model, of a protocol as it is now."""
    settings = read_settings(folder)
    if "asking" not in settings or not (folder / TURNS).exists():
        return False
    try:
        rules = plan_of(settings["protocol"]["name"], settings["asking"]).protocol
    except UnknownName:
        return False
    now = (rules.version, world(rules.world).version)
    return (settings["protocol"]["version"], settings["world"]["version"]) == now


def page(
    folder: Path,
    most: int,
    also: Collection[Key] = (),
    report: Report = lambda done, of: None,
) -> str:
    """Give the page of a run; it needs nothing but itself."""
    settings = read_settings(folder)
    if "asking" not in settings or not (folder / TURNS).exists():
        raise BadInput(f"{folder} is no run of a model", "`topple report` shows runs of agents")
    attempts = read_attempts(folder)
    turns = turns_of(read_turns(folder), attempts)
    plan = plan_of(settings["protocol"]["name"], settings["asking"])
    chosen = set(plan.some([task for _, task in attempts], most))
    shown = {key: made for key, made in attempts.items() if key[1] in chosen or key in also}
    tasks = []
    for key, made in shown.items():
        tasks.append(_Transcript(plan, key, made, turns.get(key, [])).html())
        report(len(tasks), len(shown))
    ends = Counter(str(made[-1].outcome) for made in shown.values())
    parts = {
        "TITLE": escape(f"{settings['agent']['name']} on {plan.protocol.name}"),
        "HEAD": _head(settings, attempts, len(shown)),
        "FILTER": _filter(ends, len(shown)),
        "TASKS": "\n".join(tasks),
    }
    text = _TEMPLATE.read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"__{name}__", part)
    return text


def _head(settings: dict[str, Any], attempts: dict[Key, list[Attempt]], shown: int) -> str:
    made = [attempt for each in attempts.values() for attempt in each]
    counts = Counter(attempt.outcome for attempt in made)
    names = "".join(f'<th scope="col">{name}</th>' for name in ("tasks", "attempts", *Outcome))
    cells = [len(attempts), len(made), *(counts[outcome] for outcome in Outcome)]
    row = "".join(f"<td>{cell:,}</td>" for cell in cells)
    tokens, cost = sum(a.tokens for a in made), sum(a.cost_usd for a in made)
    return f"""<p>{escape(settings["protocol"]["variant"])}. Every task shows what the model was
asked, what it answered, what was read from the answer, and what came of it.</p>
<div class="scroll"><table><thead><tr>{names}<th scope="col">tokens</th><th scope="col">cost</th>
</tr></thead><tbody><tr>{row}<td>{tokens:,}</td><td>${cost:,.2f}</td></tr></tbody></table></div>
<p class="note">{shown:,} of {len(attempts):,} tasks are shown. The command was
<code>{escape(settings["made_by"]["command"])}</code></p>"""


def _filter(ends: Counter[str], total: int) -> str:
    buttons = [f'<button type="button" value="" aria-pressed="true">all {total}</button>']
    buttons += [
        f'<button type="button" value="{end}" aria-pressed="false">{end} {count}</button>'
        for end, count in ends.items()
    ]
    return "".join(buttons)


@dataclass(frozen=True, slots=True)
class _Transcript:
    """All that was said about one task."""

    plan: ModelPlan
    key: Key
    made: Sequence[Attempt]
    turns: Turns
    seen: set[str] = field(default_factory=set)  # pictures shown further up

    def html(self) -> str:
        first = self.plan.begin(self.key).question()
        dots = "".join(f'<span class="{a.outcome}">●</span>' for a in self.made)
        end = self.made[-1].outcome
        return f"""<details class="task" data-end="{end}"><summary><b>{escape(self.key[1])}</b>
<span class="end {end}">{end}</span><span class="dots" aria-hidden="true">{dots}</span>
<small>{escape(caption(self.plan, self.key[1]))}</small></summary><div class="body">
<details><summary>Rules as the model got them</summary><pre>{escape(first.system)}</pre></details>
<div class="row">{self._pictures(first, 220)}</div>
{"".join(map(self._turn, self.turns))}</div></details>"""

    def _turn(self, turn: dict[str, Any]) -> str:
        attempt = self.made[turn["attempt"] - 1]
        last = turn is [each for each in self.turns if each["attempt"] == turn["attempt"]][-1]
        read = "nothing" if turn["read"] is None else ", ".join(f"{v:g}" for v in turn["read"])
        why = f" - {escape(turn['why'])}" if turn["why"] else ""
        end = f'<p class="end {attempt.outcome}">{attempt.outcome}{why}</p>' if last else ""
        place = f", decision {turn['decision']}" if turn["decision"] > 1 else ""
        name = "" if place else f' id="{escape(anchor(attempt))}"'
        spent = turn["spent"]
        tokens = f"{spent['tokens_in']:,} tokens in, {spent['tokens_out']:,} out"
        return f"""<div class="turn"{name}><div><h3>Attempt {turn["attempt"]}{place}</h3>
{self._question(turn)}
<small>Answer</small><pre>{escape(turn["answer"]) or "(empty)"}</pre>{_foretold(turn)}
<p>Read: <b>{read}</b></p>{end}<small>{tokens}, ${spent["cost_usd"]:.4f}</small>
</div><div>{self._film(attempt) if last else ""}</div></div>"""

    def _question(self, turn: dict[str, Any]) -> str:
        question = self._asked(turn)
        parts = question.every_part if turn["attempt"] == 1 else question.parts
        words = "\n\n".join(part for part in parts if isinstance(part, str))
        same = question.digest == turn["asked"]
        note = "" if same else "; another version of Topple asked, in other words or pictures"
        shown = len(question.pictures)
        count = f"{shown} picture{'s' * (shown != 1)}"
        return (
            f"<details><summary>Question, {count}{note}</summary>"
            f'<pre>{escape(words)}</pre><div class="row">{self._pictures(question, 110)}</div>'
            "</details>"
        )

    def _asked(self, turn: dict[str, Any]) -> Question:
        """Make the question of a turn again: from the attempts before it, and its own decisions."""
        before = turn["attempt"] - 1
        told = [each for each in self.turns if each["attempt"] <= before]
        game = self.plan.begin(self.key, self.made[:before], told)
        for each in self.turns:
            if each["attempt"] == turn["attempt"] and each["decision"] < turn["decision"]:
                game.answer(game.question(), each["answer"], Spent())
        return game.question()

    def _pictures(self, question: Question, width: int) -> str:
        """Show the pictures that were not shown before."""
        new = {p.digest: p for p in question.pictures if p.digest not in self.seen}
        self.seen.update(new)
        return "".join(
            f'<figure><img src="{p.address}" width="{width}" alt="{escape(p.name)}" '
            f'loading="lazy"><figcaption>{escape(p.name)}</figcaption></figure>'
            for p in new.values()
        )

    def _film(self, attempt: Attempt) -> str:
        found = film(self.plan, attempt)
        if found is None:
            return ""
        return (
            f'<figure><img src="{found.moving or found.still}" width="200" alt="What came of it" '
            f'loading="lazy"><figcaption>{escape(found.words)}</figcaption></figure>'
        )


def _foretold(turn: dict[str, Any]) -> str:
    facts = turn["prediction"]
    checked = [
        f"{name.replace('_', ' ')} foretold {'right' if is_right(facts, name) else 'wrong'}"
        for name in names_of(facts)
    ]
    return f"<p>{escape('; '.join(checked))}</p>" if checked else ""
