"""Both axes of models, what is shown and what may be used: floors and ceilings of every cell."""

from __future__ import annotations

from pathlib import Path

from tools.docs.played import RUNS
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
TOOLS = ("none", "calculate", "simulate:5")
WORLDS = ("phyre", "birds", "iphyre", "kinetix", "pool", "rope")
_PLAYERS = ("mock", "example", "oracle", "tries")
_USES_TOOLS = "tries"
_INTRO = f"""\
# Both axes: what is shown, what may be used

Every world's DeepPHY protocol in nine cells: the scene as a picture, as symbols (JSON) or as both,
and no tool, a calculator, or also five simulated attempts per task. Scores in per cent with 95 %
intervals over templates, on at most {TASKS} tasks per fold: small samples, which show the frame
that a model's own cells stand in. Other pages have floors and ceilings over all tasks.

`mock` answers at random and sometimes not at all, `example` is blind and always repeats the
example of the prompt, `oracle` knows the best that the form of answers allows, and `tries` plays
the first of its random actions that the simulator says to work. None of them reads what is shown,
so a row has the same score in all its cells, by design: only `tries`, which uses a tool, was sent
real questions. A model's own gaps, vision and tool, come from `topple compare` of its cells.

`topple eval deepphy-WORLD --model topple/PLAYER --shows SHOWS --tools TOOLS --limit {TASKS}` plays
one cell, `python -m tools.docs results axes` all of them.

"""
_STUDENT = """\
## A trained model

The policy of [train a model](../guides/train_a_model.md) plays PHYRE from pictures without tools,
under `phyre-b-within`: AUCCESS 55.3 (44.5 to 66.2) on 40 tasks, where random play gets 13.4. It has
learnt neither symbols nor tools, nor the other worlds, so its other cells are empty.
"""


def build(*, play: bool) -> str:
    """Play what is missing, and return the page."""
    sections = [_section(f"deepphy-{name}", play) for name in WORLDS]
    return _INTRO + "\n".join([*sections, _STUDENT])


def _section(name: str, play: bool) -> str:
    rows = []
    for player in _PLAYERS:
        for tools in TOOLS:
            if player != _USES_TOOLS or tools == TOOLS[-1]:
                cells = [_cell(name, player, shows, tools, play) for shows in SHOWS]
                rows.append([f"`{player}`", tools, *cells])
    told = table(["player", "tools", *SHOWS], rows, left=(0, 1))
    return f"## {name}\n\n`topple eval {name} --limit {TASKS}`:\n\n{told}"


def _cell(name: str, player: str, shows: str, tools: str, play: bool) -> str:
    path = RUNS / name / f"axes-{player}-{shows}-{tools.replace(':', '-')}"
    asking = {**usual_setup(name), "shows": shows, "tools": tools}
    plan = plan_of(name, asking, f"topple/{player}", limit=TASKS)
    if play:
        _play(plan, path, player)
    return share(score(path).headline, 1) if (path / FINISHED).exists() else ""


def _play(plan: ModelPlan, path: Path, player: str) -> None:
    """Play a cell; only who uses tools is asked through Inspect."""
    with Bar(f"{plan.protocol.name} {path.name}", "tasks") as bar:
        if player == _USES_TOOLS:
            evaluate_model(plan, path, watch=lambda done, of, _: bar.update(done, of))
        else:
            play_directly(plan, path, unasked=True)
