"""Rope: levels by pack, random players beside the published figure, and agents by pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import median

import numpy as np

from tools.docs.pages import _rope_agents
from tools.docs.pages._deepphy_rope import GAMES, LEVELS, random_games
from tools.docs.pages._runs import ends
from tools.docs.tables import share, table
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
_INTRO = """\
# Rope: levels, floors, ceilings and learners

`python -m tools.docs results rope` plays what is missing, in a few minutes, and writes this page.

"""


def build(*, play: bool) -> str:
    """Play what is missing if asked to, and return the page."""
    agents = _rope_agents.part(play=play)
    return (
        f"{_INTRO}{_random()}{_levels()}{_solutions()}\n## Floors and ceilings\n\n"
        f"{ends(PROTOCOLS)}{agents}"
    )


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
    games = next(iter(GAMES.values()))
    head = ("pack", "levels", *(f"`topple/{player}`, % fed" for player in GAMES))
    return (
        f"## Random players\n\nOn the 88 levels of `deepphy-rope`, {games} games per level. MOCK "
        "chooses as DeepPHY's random player does and never waits; random-valid also waits. The "
        "levels are others than DeepPHY's. Intervals resample templates.\n\n" + table(head, rows)
    )


def _published() -> float:
    (found,) = (row for row in metric("fed").originals("deepphy-rope") if row.agent == "MOCK")
    points, _ = found.figures["fed"]
    return points


def _levels() -> str:
    """Return what was certified and refused, and how hard the levels are, by pack."""
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
    return (
        "\n## Levels\n\n*Certified* and *refused* count layouts as designed, mirrored and varied. "
        "The columns from *levels* on are of the fixed levels of a pack: the mean share of random "
        "plans that feed the creature, the median width of the tightest gap between the calls of "
        "the solution, and levels by difficulty.\n\n" + table(head, rows) + f"\nRefused: {why}.\n"
    )


def _solutions() -> str:
    """Return how many stored solutions work at other step sizes and a tick earlier or later."""
    found = list(certified())
    held = sum(_holds(template, one) for template, one in found)
    rates = ", ".join(f"1/{rate}" for rate in RATES)
    return (
        f"\n## Stored solutions\n\nOf {len(found)} stored solutions, {held} feed the creature with "
        f"the same stars at steps of {rates} s, and when all calls are made 1/60 s earlier or "
        "later.\n"
    )


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
