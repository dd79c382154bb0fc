"""Write the files by which others find the benchmarks.

python -m tools.register entry --commit SHA --repository URL --contributor NAME --out FOLDER
python -m tools.register dataset --out FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

import yaml

from tools.register import dataset
from tools.register.entry import entry


def main() -> int:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.register",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(dest="kind", required=True)
    entries = kinds.add_parser("entry", help="eval.yaml for the register of Inspect Evals")
    entries.add_argument("--repository", required=True, help="address of the public repository")
    entries.add_argument("--commit", required=True, help="commit to pin, 40 hexadecimal digits")
    entries.add_argument("--contributor", action="append", required=True, help="GitHub name")
    questions = kinds.add_parser("dataset", help="a dataset repository with questions")
    questions.add_argument("--limit", type=int, help="questions to write; all if left out")
    for each in (entries, questions):
        each.add_argument("--out", type=Path, required=True, help="folder to write")
    args = parser.parse_args()
    if args.kind == "dataset":
        print(f"{args.out}: {dataset.write(args.out, args.limit)} questions")
        return 0
    args.out.mkdir(parents=True, exist_ok=True)
    found = entry(args.repository, args.commit, args.contributor)
    path = args.out / dataset.EVAL
    path.write_text(yaml.safe_dump(found, sort_keys=False, allow_unicode=True), encoding="utf-8")
    print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
