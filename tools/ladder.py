"""Write the items of a world's ladder: `python -m tools.ladder phyre`.

`--probe` writes those of its counterfactual probe.
The items are those of the present version; raise `--version` if they change.
"""

from __future__ import annotations

import argparse
import sys

from topple.worlds import world
from topple.worlds.ladder.counterfactual import draw_pairs
from topple.worlds.ladder.items import ladder_of
from topple.worlds.ladder.make import draw_items
from topple.worlds.ladder.rows import FILE, PROBE, Kind, write_rows


def main() -> None:
    """Draw and write the items of the worlds that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("world", nargs="+")
    parser.add_argument("--version", type=int, default=1)
    parser.add_argument("--probe", action="store_true")
    args = parser.parse_args()
    for name in args.world:
        own = world(name)
        left_out = {Kind.WITHOUT, *ladder_of(name).leaves_out}
        kinds = [kind for kind in Kind if kind not in left_out]
        if args.probe:
            parts = draw_pairs(own)
        else:
            parts = draw_items(own, kinds, lambda line: print(line, file=sys.stderr))
        write_rows(own.folder / (PROBE if args.probe else FILE), args.version, parts)
        for part, rows in parts.items():
            print(name, part, {str(kind): len(own) for kind, own in rows.items()})


if __name__ == "__main__":
    main()
