"""Write the items of a world's ladder: `python -m tools.ladder phyre`.

`--probe` writes those of its counterfactual probe. `--recheck name touch` draws nothing, but leaves
out stored items of these kinds whose answers are not certain any more, and as many with each other
answer.
The items are those of the present version; raise `--version` if they change.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from topple.worlds import world
from topple.worlds.ladder.check import is_confirmed
from topple.worlds.ladder.counterfactual import draw_pairs
from topple.worlds.ladder.find import items_of
from topple.worlds.ladder.items import ladder_of
from topple.worlds.ladder.make import ALIKE, draw_items
from topple.worlds.ladder.quota import ways
from topple.worlds.ladder.rows import FILE, PARTS, PROBE, Kind, Row, write_rows


def main() -> None:
    """Draw and write the items of the worlds that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("world", nargs="+")
    parser.add_argument("--version", type=int, default=1)
    parser.add_argument("--probe", action="store_true")
    parser.add_argument("--recheck", nargs="+", type=Kind, default=[], metavar="KIND")
    args = parser.parse_args()
    for name in args.world:
        own = world(name)
        left_out = {Kind.WITHOUT, *ladder_of(name).leaves_out}
        kinds = [kind for kind in Kind if kind not in left_out]
        if args.recheck:
            parts = _certain(name, kinds, args.recheck)
        elif args.probe:
            parts = draw_pairs(own)
        else:
            parts = draw_items(own, kinds, lambda line: print(line, file=sys.stderr))
        write_rows(own.folder / (PROBE if args.probe else FILE), args.version, parts)
        for part, rows in parts.items():
            print(name, part, {str(kind): len(own) for kind, own in rows.items()})


def _certain(
    name: str, kinds: Sequence[Kind], checked: Sequence[Kind]
) -> dict[str, dict[Kind, list[Row]]]:
    """Return the stored items, of some kinds only those that are certain."""
    found: dict[str, dict[Kind, list[Row]]] = {}
    for part in PARTS:
        items = [each for each in items_of(name, part).values() if each.kind in kinds]
        sure = {each.row for each in items if each.kind not in checked or is_confirmed(each)}
        found[part] = {k: [each.row for each in items if each.kind is k] for k in kinds}
        for kind in checked:
            own = found[part][kind]
            # Questions in the same words stand together, one per answer.
            together = ways(kind) if kind in ALIKE and ladder_of(name).paired else 1
            sets = [own[i : i + together] for i in range(0, len(own), together)]
            kept = [row for each in sets if sure.issuperset(each) for row in each]
            found[part][kind] = _balanced(kept)
    return found


def _balanced(rows: Sequence[Row]) -> list[Row]:
    """Return the first rows of every answer, equally many."""
    least = min(Counter(row.answer for row in rows).values())
    taken: Counter[int] = Counter()
    found = []
    for row in rows:
        taken[row.answer] += 1
        if taken[row.answer] <= least:
            found.append(row)
    return found


if __name__ == "__main__":
    main()
