"""Show what Topple does: film every world, play agents and a model, and write one page.

The self-test of every world runs first. Then the stored solution of one task per world is filmed,
two agents play PHYRE, two play birds, and a baseline answers as a model would under DeepPHY's
protocol. It takes about two minutes on two cores, less with --limit; run it again to resume. The
page is FOLDER/index.html.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._console import coloured, complain, say, show_json
from topple.cli._types import whole
from topple.errors import BadInput, ChangedScene
from topple.installed import program

if TYPE_CHECKING:
    from topple.reports.tables.groups import Group
    from topple.worlds.bits import Bits
    from topple.worlds.world import World

EXAMPLES = """\
  topple demo
  topple demo --out somewhere --open
  topple demo --limit 3
"""

# Protocol, agent, settings and number of tasks: for each protocol a weak agent and one that is
# clearly better.
_AGENTS = (
    ("phyre-b-within", "random", (), 50),
    ("phyre-b-within", "oracle", (("actions", "300"),), 50),
    ("phyq-broad", "random", (), 34),
    ("phyq-broad", "bambirds-like", (), 34),
)
_MODEL, _MODEL_PROTOCOL, _MODEL_TASKS = "topple/mock", "deepphy-phyre", 10
_SIZE, _SMALL = 480, 300  # pixels of films; the page shows them 300 wide or wider
_OTHER_BITS = "scores from this machine cannot be compared with others"


@dataclass(frozen=True, slots=True)
class Shown:
    """A filmed task, as the page shows it."""

    world: str
    about: str
    task: str
    caption: str
    words: str
    picture: str
    still: str
    page: str
    film: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        default=Path("out"),
        metavar="FOLDER",
        help="folder to write; out by default",
    )
    parser.add_argument(
        "--limit",
        type=whole(1, 50),
        metavar="N",
        help="a quick look: small films, and at most N tasks per run",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser at the end")


def run(args: argparse.Namespace) -> int:
    from topple.worlds.bits import compare_all_bits

    out: Path = args.out
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is a file", "give a folder with --out")
    out.mkdir(parents=True, exist_ok=True)
    tests = compare_all_bits()
    for name, bits in tests.items():
        if bits.ok:
            count, digest = bits.test.attempts, bits.test.digest
            say(f"{name}: engine {coloured('ok', 'green')}, {count} attempts, {digest}")
        else:
            complain(f"the self-test of {name} failed: {_OTHER_BITS}", "run `topple doctor`")
    shown = list(_films(out, _SMALL if args.limit else _SIZE))
    try:
        runs = [*_play_agents(out, args.limit), *_ask_model(out, args.limit)]
    except KeyboardInterrupt:
        say(f"stopped; everything so far is kept. To resume:\n  {args.line}")
        return 130
    page = _save_pages(out, runs, shown, tests)
    if args.json:
        show_json({"page": str(page), "films": [each.picture for each in shown], "runs": runs})
    say(f"\nopen {coloured(str(page), 'bold')}")
    say(f"next, in this folder:\n  {program('topple')} list\n  {program('topple')} play")
    if args.open:
        import webbrowser

        webbrowser.open(page.resolve().as_uri())
    return 0 if all(bits.ok for bits in tests.values()) else 1


def _films(out: Path, size: int) -> Iterator[Shown]:
    """Film the stored solution of one task per world."""
    from topple.draw import animation, player, png
    from topple.worlds import all_worlds, film, parts

    for world in all_worlds():
        if not parts.has(world, "look"):
            continue
        try:
            task = world.task(_example(world))
            made = film(task, world.solution(task))
        except ChangedScene as error:
            complain(str(error), error.hint)
            continue
        moving, still, page = (out / f"{world.name}{end}" for end in (".webp", ".png", ".html"))
        animation.save(made, moving, size)
        png.save(still, made.still(size))
        player.save(made, page, back="index.html")
        say(f"{moving}: {task}, {made.words}")
        yield Shown(
            world.name,
            world.caption,
            str(task),
            task.caption,
            made.words,
            moving.name,
            still.name,
            page.name,
            player.data(made.recording),
        )


def _example(world: World) -> str:
    """Return the task that shows a world best, or else the first one that is served."""
    if world.example:
        return world.example
    template = next(iter(world.templates().values()))
    return str(world.id_of(template, world.served(template)[0]))


def _play_agents(out: Path, most: int | None) -> Iterator[str]:
    from topple.agents import make_agent
    from topple.protocols import protocol
    from topple.runs.evaluate import Plan
    from topple.runs.evaluate import run as play
    from topple.runs.watch import RunBars

    for name, agent, settings, usual in _AGENTS:
        limit = min(usual, most or usual)
        folder = out / "runs" / f"{name}-{agent}"
        plan = Plan(protocol(name), make_agent(agent, settings), (0,), limit=limit)
        chosen = " ".join(f"--set {field}={value}" for field, value in settings)
        command = f"topple eval {name} --agent {agent} {chosen} --limit {limit}".replace("  ", " ")
        try:
            with RunBars(f"{name} {agent}") as watch:
                play(plan, folder, watch=watch, command=command)
        except ChangedScene as error:
            complain(str(error), error.hint)
            continue
        yield str(folder)


def _ask_model(out: Path, most: int | None) -> Iterator[str]:
    from topple.progress import Bar
    from topple.vlm.direct import play_directly
    from topple.vlm.options import usual_form
    from topple.vlm.plan_questions import plan_of

    folder = out / "runs" / f"{_MODEL_PROTOCOL}-mock"
    limit = min(_MODEL_TASKS, most or _MODEL_TASKS)
    asking: dict[str, Any] = {"form": usual_form(_MODEL_PROTOCOL)}
    plan = plan_of(_MODEL_PROTOCOL, asking, _MODEL, limit=limit)
    command = f"topple eval {_MODEL_PROTOCOL} --model {_MODEL} --limit {limit}"
    try:
        with Bar(f"{_MODEL_PROTOCOL} {_MODEL}", "tasks") as bar:
            play_directly(
                plan, folder, command=command, watch=lambda done, of, usd: bar.update(done, of)
            )
    except ChangedScene as error:
        complain(str(error), error.hint)
        return
    yield str(folder)


def _save_pages(out: Path, runs: list[str], shown: list[Shown], tests: dict[str, Bits]) -> Path:
    """Write the report of the runs, and the page that leads to everything."""
    from topple.cli._report import Reported
    from topple.reports.pages.render import render

    found = Reported([Path(folder) for folder in runs])
    found.show()
    found.save_page(out / "report.html")
    groups = [_scores(group) for group in found.groups]
    values = {
        "films": shown,
        "groups": groups,
        "tests": tests,
        "other_bits": _OTHER_BITS,
        "report": "report.html",
        "topple": program("topple"),
    }
    page = out / "index.html"
    page.write_text(render("cli/demo.html", values), encoding="utf-8")
    return page


def _scores(group: Group) -> dict[str, Any]:
    """Return the scores of one protocol as the page shows them."""
    from topple.reports.charts.gauge import gauge
    from topple.reports.tables.text import interval, points

    rows = []
    for entry in group.entries:
        agent, score = entry.run.settings.agent, entry.score.headline
        drawn = gauge(score, {}, points(score.value), f"{agent} on a line from 0 to 100")
        rows.append((agent, points(score.value), drawn, interval(score)))
    title = group.entries[0].score.figures[0].title
    return {"protocol": group.protocol, "title": title, "rows": rows}
