"""Rope: levels by pack, random players beside the published figure, and agents by pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

import numpy as np

from tools.docs import played
from tools.docs.learning import curves
from tools.docs.pages._deepphy_rope import GAMES, LEVELS, random_games
from tools.docs.tables import ends, share, table
from topple.metrics.bootstrap import estimate
from topple.metrics.metric import metric
from topple.tasks.certificates import Certificate
from topple.worlds.rope.calls import plan_of
from topple.worlds.rope.layout import PACKS
from topple.worlds.rope.packs import PUBLISHED, all_packs, levels
from topple.worlds.rope.search import RATES, holds
from topple.worlds.rope.template import LayoutTemplate
from topple.worlds.rope.world import WORLD, all_templates, own_task

PROTOCOLS = ("deepphy-rope", "rope-packs", "rope-within", "rope-cross")
_PACKS = "rope-packs"
_SEEDS = 8  # runs of players that draw
_DRAWING = ("rope-mock", "rope-random", "random")
_OTHERS = ("memory", "ppo", "rope-planner", "solution")
_OPTIONS = {"memory": " --set actions=100"}


def parts(*, play: bool) -> dict[str, object]:
    """Play what is missing if asked to, and return the parts of the page."""
    if play:
        _play()
    table_of_levels, refused = levels_by_pack()
    found = list(certified())
    return {
        "games": next(iter(GAMES.values())),
        "random": _random(),
        "levels": table_of_levels,
        "refused": refused,
        "stored": len(found),
        "held": sum(_holds(template, one) for template, one in found),
        "rates": ", ".join(f"1/{rate}" for rate in RATES),
        "ends": ends(PROTOCOLS),
        "seeds": _SEEDS,
        "curves": curves("rope"),
        "agents": _agents(),
    }


def _random() -> str:
    """Return how often random players feed the creature, by pack, beside the published figure."""
    names = levels(*PUBLISHED)
    templates = np.array([WORLD.task(name).id.template for name in names])
    packs = np.array([pack for pack in PUBLISHED for _ in all_packs()[pack]])
    rows = []
    for pack in (*PUBLISHED, ""):
        own = packs == pack if pack else np.full(len(packs), True)
        cells = [
            share(estimate(random_games(player)[0][own], templates[own]), 1) for player in GAMES
        ]
        rows.append((pack or "all five", f"{own.sum()}", *cells))
    rows.append(("DeepPHY's MOCK, published", f"{LEVELS}", f"{_published():.2f}", ""))
    head = ("pack", "levels", *(f"`topple/{player}`, % fed" for player in GAMES))
    return table(head, rows)


def _published() -> float:
    (found,) = (row for row in metric("fed").originals("deepphy-rope") if row.agent == "MOCK")
    points, _ = found.figures["fed"]
    return points


def levels_by_pack() -> tuple[str, str]:
    """Return what was certified and how hard levels are, by pack, and why others were refused."""
    rows, reasons = [], Counter[str]()
    for pack in PACKS:
        own = [each for each in all_templates().values() if each.group == pack]
        stored = [WORLD.certificates(each) for each in own]
        refused = Counter(why for each in stored for why in each.refused.values())
        reasons += refused
        kept = [one for each in stored for one in each.tasks.values()]
        facts = [own_certificate(name).facts for name in all_packs()[pack]]
        hard = Counter(int(each["difficulty"]) for each in facts)
        rows.append(
            (
                *(pack, f"{len(own)}", f"{len(kept)}", f"{refused.total()}", f"{len(facts)}"),
                f"{100 * np.mean([each['share'] for each in facts]):.1f}",
                f"{median(each['window'] for each in facts):.2f}",
                *(f"{hard[level]}" for level in range(1, 6)),
            )
        )
    head = (
        *("pack", "layouts", "certified", "refused", "levels", "random plans that work, %"),
        *("window, s", *(f"difficulty {level}" for level in range(1, 6))),
    )
    why = "; ".join(f"{reason}: {count}" for reason, count in reasons.most_common())
    return table(head, rows), why


def certified() -> Iterator[tuple[LayoutTemplate, Certificate]]:
    """Yield every stored certificate with its template."""
    for template in all_templates().values():
        for one in WORLD.certificates(template).tasks.values():
            yield template, one


def _holds(template: LayoutTemplate, one: Certificate) -> bool:
    return holds(template.level(one.index), tuple(plan_of(one.solution)), None)


def own_certificate(name: str) -> Certificate:
    """Return the certificate of a level."""
    found = WORLD.certificate(own_task(WORLD.task(name)))
    assert found is not None, f"{name} is not certified"
    return found


def _play() -> None:
    for agent in _DRAWING:
        for seed in range(1, _SEEDS + 1):
            played.play(_PACKS, f"{agent}-{seed}", agent, {}, f" --seed {seed}", seed=seed)
    for agent in _OTHERS:
        if agent != "ppo":
            settings = {"actions": "100"} if agent == "memory" else {}
            played.play(_PACKS, agent, agent, settings, _OPTIONS.get(agent, ""))


def _agents() -> str:
    """Return what agents feed, by pack, as far as their runs are there."""
    rows = [
        *(_row(agent, [f"{agent}-{seed + 1}" for seed in range(_SEEDS)]) for agent in _DRAWING),
        *(_row(agent, [agent]) for agent in _OTHERS),
    ]
    head = ("agent", *PUBLISHED, "all", "command")
    return table(head, [row for row in rows if row], left=(0, 7))


def _row(agent: str, folders: Sequence[str]) -> tuple[str, ...]:
    """Return the cells of an agent; nothing if its runs are not finished."""
    runs = [run for folder in folders if (run := played.finished(_PACKS, folder))]
    if not runs:
        return ()
    templates = runs[0].results.template
    fed = np.mean([run.results.solved_at > 0 for run in runs], axis=0)
    packs = np.array([all_templates()[name].group for name in templates.tolist()])
    cells = [f"{100 * fed[packs == pack].mean():.1f}" for pack in PUBLISHED]
    simulates = " (simulates)" if runs[0].settings.simulates else ""
    mean_of_all = share(estimate(fed, templates), 1)
    return (f"`{agent}`{simulates}", *cells, mean_of_all, _command(agent))


def _command(agent: str) -> str:
    """Return the command of a row; that of a trained agent stands above the table."""
    if agent == "ppo":
        return "see above"
    if agent in _DRAWING:
        return f"`topple eval {_PACKS} --agent {agent} --seed N`, N from 1 to {_SEEDS}"
    return f"`topple eval {_PACKS} --agent {agent}{_OPTIONS.get(agent, '')}`"
