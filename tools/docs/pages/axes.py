"""Both axes of models, what is shown and what may be used: players in every cell of six worlds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tools.docs.played import ROOT, RUNS
from tools.docs.tables import share, table
from topple.progress import Bar
from topple.prompting.symbols import SHOWS
from topple.runs.folder import FINISHED
from topple.runs.score import score
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import evaluate_model
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of

TASKS = 20  # per fold and cell
ANY = "any"
SIMULATE = "simulate:5"
WORLDS = ("phyre", "birds", "iphyre", "kinetix", "pool", "rope")
_ENDPOINT = "http://127.0.0.1:8767/v1"
_STORED = ROOT / "docs" / "results" / "axes.json"
_INTRO = f"""\
# Both axes: what is shown, what may be used

Every world's DeepPHY protocol in nine cells: the scene as a picture, as symbols (JSON) or as both,
and no tool, a calculator, or also five simulated attempts per task. Scores in per cent with 95 %
intervals over templates, on at most {TASKS} tasks per fold: small samples, which show the frame
that a model's own cells stand in. Other pages have floors and ceilings over all tasks.

`mock` answers at random and sometimes not at all, `example` is blind and always repeats the
example of the prompt, `oracle` knows the best that the form of answers allows, and `tries` plays
the first of its random actions that the simulator says to work. None of them reads what is shown,
so one row stands for all their cells (*any*). `student` is the policy of
[train a model](../guides/train_a_model.md), which learnt from the training tasks of all six worlds,
from pictures, symbols and both. It calls no tool, and prompts do not change with tools, so its
cells differ by what is shown alone. A model's own gaps, vision and tool, come from `topple compare`
of its cells.

`topple eval deepphy-WORLD --model topple/PLAYER --shows SHOWN --tools TOOLS --limit {TASKS}` plays
one cell, `python -m tools.docs results axes` those that are not stored. The student is served by
`python docs/examples/student/serve.py` and asked as below, with `--shows symbols` and `both` too.

"""
_READ = """\
What five minutes of training bring: from pictures, the student solves a quarter of the birds tasks,
which neither `mock` nor `tries` does. Symbols help it nowhere that 20 tasks could show: it reads
JSON byte by byte. In I-PHYRE and Kinetix it is below random play, because it names what is not
there: 99 of its 166 plans from pictures remove a block twice, or one that the game does not have,
and 192 of its 528 decisions drive channels that the level does not have.

"""


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the cells of what is shown and what may be used; it may play alike in several."""

    player: str
    shown: str = ANY
    tools: str = ANY

    @property
    def name(self) -> str:
        return f"{self.player} {self.shown} {self.tools}"


ROWS = (
    Row("mock"),
    Row("example"),
    Row("oracle"),
    Row("tries", tools=SIMULATE),
    *(Row("student", shown) for shown in SHOWS),
)


def build(*, play: bool) -> str:
    """Play what is not stored, and return the page."""
    stored = json.loads(_STORED.read_text())
    for row in ROWS:
        known = stored.setdefault(row.name, {})
        for name in (f"deepphy-{each}" for each in WORLDS):
            found = _new_cell(name, row, play and name not in known)
            if found and found != known.get(name):
                known[name] = found
                _STORED.write_text(json.dumps(stored, indent=1) + "\n")
    return f"{_INTRO}{_table(stored)}\n{_READ}{_commands()}"


def _table(stored: dict[str, dict[str, str]]) -> str:
    rows = [
        (
            *(f"`{row.player}`", row.shown, row.tools),
            *(stored[row.name].get(f"deepphy-{each}", "") for each in WORLDS),
        )
        for row in ROWS
    ]
    return table(("player", "shown", "tools", *WORLDS), rows, left=(0, 1, 2))


def _commands() -> str:
    """Return the commands that play the student from pictures."""
    asked = f"--model openai/student --base-url {_ENDPOINT} --history text --fold all"
    lines = (f"$ topple eval deepphy-{each} {asked} --limit {TASKS}\n" for each in WORLDS)
    return f"```console\n{''.join(lines)}```\n"


def _new_cell(name: str, row: Row, play: bool) -> str:
    """Return the score of a run that is finished, played now if asked to; else nothing."""
    path = RUNS / name / f"axes-{row.name.replace(' ', '-').replace(':', '-')}"
    if play and row.player != "student":
        _play(_plan(name, row), path, row)
    return share(score(path).headline, 1) if (path / FINISHED).exists() else ""


def _plan(name: str, row: Row) -> ModelPlan:
    chosen = {"shows": row.shown, "tools": row.tools}
    asking = usual_setup(name) | {axis: value for axis, value in chosen.items() if value != ANY}
    return plan_of(name, asking, f"topple/{row.player}", limit=TASKS)


def _play(plan: ModelPlan, path: Path, row: Row) -> None:
    """Play a cell; only who uses tools is asked through Inspect."""
    with Bar(f"{plan.protocol.name} {path.name}", "tasks") as bar:
        if row.tools == SIMULATE:
            evaluate_model(plan, path, watch=lambda done, of, _: bar.update(done, of))
        else:
            play_directly(plan, path, unasked=True)
