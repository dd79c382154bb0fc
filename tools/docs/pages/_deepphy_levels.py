"""DeepPHY's slingshot game on the stored levels: its part of the page of DeepPHY."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.docs.pages import _deepphy_games as games
from tools.docs.pages._deepphy_birds import PUBLISHED
from tools.docs.played import RUNS
from tools.docs.tables import share, table
from topple.metrics.bootstrap import Estimate, estimate
from topple.progress import Bar
from topple.protocols import protocol
from topple.tasks.certificates import wilson
from topple.vlm.baselines import solution
from topple.worlds.birds import level_search
from topple.worlds.birds.models.description import TAP_S, bird_name
from topple.worlds.birds.stored_levels import SCENES, StoredLevel, all_levels
from topple.worlds.birds.world import WORLD

RULES = protocol("deepphy-birds-levels")
GAMES = 100  # per level


def parts() -> dict[str, object]:
    """Return the parts of the page; what is missing is played now, in a few minutes."""
    levels = list(all_levels().values())
    won = _won(levels)
    return {
        "success": _success(levels, won),
        "tap": TAP_S,
        "games": level_search.GAMES,
        "refused": sum(bool(WORLD.certificates(level).refused) for level in levels),
        "table": _by_level(levels, won),
    }


def _success(levels: list[StoredLevel], won: NDArray[np.float64]) -> str:
    rows = []
    for name, count in PUBLISHED.items():
        found = Estimate(count / len(levels), wilson(count, len(levels)))
        rows.append((f"DeepPHY: {name}", f"{len(levels)}", share(found, 1), ""))
    names = np.array([level.name for level in levels])
    said = [solution(RULES.name, str(level.only), games.FORM.name) for level in levels]
    solved = np.array([float(bool(moves)) for moves in said])
    for name, shares in ((f"mock, {GAMES} games a level", won), ("oracle", solved)):
        command = f"`topple eval {RULES.name} --model topple/{name.partition(',')[0]}`"
        found = estimate(shares, names)
        rows.append((f"here: topple/{name}", f"{len(levels)}", share(found, 1), command))
    return table(("", "levels", "success", "a run"), rows, left=(0, 3))


def _won(levels: list[StoredLevel]) -> NDArray[np.float64]:
    """Return the share of games that MOCK wins, level by level."""
    kept = RUNS / RULES.name / "mock-games"
    kept.mkdir(parents=True, exist_ok=True)
    shares = []
    with Bar(f"{RULES.name} mock", "levels") as bar:
        for number, level in enumerate(levels, 1):
            path = kept / f"{level.name}-{level.only.content_hash()}.npy"
            if not path.exists():
                turns = [games.game(level.only, "mock", seed, RULES) for seed in range(GAMES)]
                np.save(path, np.array(turns))
            shares.append(float((np.load(path) > 0).mean()))
            bar.update(number, len(levels))
    return np.array(shares)


def _by_level(levels: list[StoredLevel], random: NDArray[np.float64]) -> str:
    rows = []
    numbers = dict.fromkeys(SCENES, 0)
    for level, share_won in zip(levels, random.tolist(), strict=True):
        numbers[level.scene] += 1
        stored = WORLD.certificate(level.only)
        birds = ", ".join(map(bird_name, level.level.birds))
        used = f"{len(stored.solution) // 4}" if stored else ""
        margin = f"{stored.facts['margin']:.0%}" if stored else "refused"
        scene = SCENES.index(level.scene) + 1
        cells = f"{100 * share_won:.0f}", used, margin
        rows.append((f"{scene}-{numbers[level.scene]}", level.name, birds, *cells))
    head = ("DeepPHY", "level", "queue", "random", "birds", "margin")
    return table(head, rows, left=(0, 1, 2))
